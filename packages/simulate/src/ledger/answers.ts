import { balances } from "../observation/balances.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import type { Part } from "../part.ts";
import { arrivedAt, commitsSoFar } from "../payment/history.ts";

const shownBalances: Projection<Stands<string>> = {
  start: createStands,
  onCommit(stands, { tenant, postings }, observed) {
    if (postings.length === 0) return;
    const { pending = 0, available = 0 } = observed.of(balances).get(tenant) ?? {};
    stands.enter(tenant, textOf(pending, available), { now: observed.now, commits: commitsSoFar(observed) });
  },
};

function textOf(pending: number, available: number): string {
  return JSON.stringify([pending, available].map((value) => ({ currency: "KRW", value })));
}

const balancesFollowBooks: Invariant = {
  name: "balances follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { tenant, request } = arrival;
    if (answer.status >= 300 || !request.path.endsWith("/balances")) return undefined;
    const { commits } = arrivedAt(observed, arrival);
    const nothing = { record: textOf(0, 0), replaced: observed.of(shownBalances).of(tenant)[0]?.entered ?? Infinity };
    const stands = [nothing, ...observed.of(shownBalances).of(tenant)].filter(({ replaced }) => replaced > commits);
    const shown = JSON.stringify([answer.body["pendingAmount"], answer.body["availableAmount"]]);
    if (stands.some(({ record }) => record === shown)) return undefined;
    return `balances were said to be ${shown}; the books say ${stands.map(({ record }) => record).join(" or ")}`;
  },
};

export const part: Part = { projections: [shownBalances], invariants: [balancesFollowBooks] };
