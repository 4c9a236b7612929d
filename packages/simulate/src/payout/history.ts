import type { TenantId } from "@wonflow/core";
import type { Payout } from "@wonflow/core/records";
import { type Answer, itemsOf } from "../client/request.ts";
import { balances } from "../observation/balances.ts";
import type { Arrival, Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Listed } from "../observation/pages.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import type { Part } from "../part.ts";
import { inSeoul } from "../payment/answers.ts";
import { commitsSoFar, meanwhile } from "../payment/history.ts";
import { itemsIn } from "./knowledge.ts";
import { payouts } from "./records.ts";

interface PayoutHistory {
  readonly payouts: Stands<string>;
  readonly lists: Map<TenantId, (Listed & { readonly payout: Payout })[]>;
  readonly available: Stands<number>;
  readonly pages: Map<string, string>;
  readonly named: Map<string, Arrival[]>;
}

export const payoutHistory: Projection<PayoutHistory> = {
  start: () => ({
    payouts: createStands(),
    lists: new Map(),
    available: createStands(),
    pages: new Map(),
    named: new Map(),
  }),
  onCommit(value, changeSet, observed) {
    const { tenant, postings } = changeSet;
    const moment = { now: observed.now, commits: commitsSoFar(observed) };
    if (postings.length > 0) {
      value.available.enter(tenant, observed.of(balances).get(tenant)?.available ?? 0, moment);
    }
    for (const { name, record: payout } of writtenIn(payouts, changeSet, observed)) {
      const own = value.lists.get(tenant) ?? [];
      if (value.payouts.of(name).length === 0) {
        const position = `${payout.payoutDate}/${payout.id}`;
        value.lists.set(tenant, [
          ...own,
          { id: payout.id, position, entered: moment.commits, removed: Infinity, payout },
        ]);
      }
      value.payouts.enter(name, JSON.stringify(shownOf(payout)), moment);
    }
  },
  onArrival({ named }, arrival) {
    for (const { refPayoutId } of itemsIn(arrival.request) ?? []) {
      const name = `${arrival.tenant} ${refPayoutId}`;
      named.set(name, [...(named.get(name) ?? []), arrival]);
    }
  },
  onAnswer({ pages }, { arrival, answer }) {
    const { nextCursor } = answer.body;
    const last = itemsOf(answer)?.at(-1);
    if (arrival.request.name !== "list-payouts" || typeof nextCursor !== "string" || last === undefined) return;
    pages.set(nextCursor, `${String(last["payoutDate"])}/${String(last["id"])}`);
  },
};

/** Computed independently of core's view; an error is its code alone. */
export function shownOf(payout: Payout) {
  const { id, batchId, refPayoutId, destination, payoutDate, amount, status, reconciliationRequired } = payout;
  const moment = (at: number | null) => (at === null ? null : inSeoul(at));
  return {
    id,
    batchId,
    refPayoutId,
    destination:
      destination.type === "SELLER" ? { type: "SELLER", sellerId: destination.sellerId } : { type: "MERCHANT" },
    payoutDate,
    amount: { currency: "KRW", value: amount },
    requestedAt: inSeoul(payout.requestedAt),
    submittedAt: moment(payout.submittedAt),
    statusUpdatedAt: inSeoul(payout.statusUpdatedAt),
    lastResultCheckedAt: moment(payout.lastResultCheckedAt),
    completedAt: moment(payout.completedAt),
    status,
    error: payout.error,
    reconciliationRequired,
  };
}

export function payoutsIn(answer: Answer): readonly Answer["body"][] {
  return itemsOf(answer) ?? [answer.body];
}

export function shownProblem(
  shown: Readonly<Record<string, unknown>>,
  arrival: Arrival,
  observed: Observed,
): string | undefined {
  const { error } = shown;
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  const text = JSON.stringify({ ...shown, error: code });
  const stands = meanwhile(
    observed.of(payoutHistory).payouts.of(`${arrival.tenant} ${String(shown["id"])}`),
    arrival,
    observed,
  );
  if (stands.some(({ record }) => record === text)) return undefined;
  return `a payout was shown as ${text}; the books have ${stands.map(({ record }) => record).join(" or ")}`;
}

export const part: Part = { projections: [payoutHistory] };
