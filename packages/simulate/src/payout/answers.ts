import { dayLater } from "../calendar/calendar.ts";
import { type Answer, codeOf, itemsOf } from "../client/client.ts";
import { type Arrival, firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import { pageProblem, type Listed } from "../observation/pages.ts";
import type { Part } from "../part.ts";
import { arrivedAt, commitsSoFar, meanwhile, wasThere } from "../payment/records.ts";
import { itemsIn, type Item } from "./requests.ts";
import type { TenantId } from "@wonflow/core";
import type { Payout } from "@wonflow/core/internal";
import { balances } from "../observation/balances.ts";
import { writtenIn, createStands, type Stands } from "../observation/observed-records.ts";
import { inSeoul } from "../payment/invariants.ts";
import { payouts } from "./records.ts";
import { sellerStands } from "../seller/seller.ts";

const answersFollowBooks: Invariant = {
  name: "payouts follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { name } = arrival.request;
    const asked = name === "create-payouts" || name === "look-up-payout" || name === "list-payouts";
    if (!asked || answer.status >= 300) return undefined;
    const problem = firstProblem(payoutsIn(answer), (shown) => shownProblem(shown, arrival, observed));
    if (problem !== undefined) return problem;
    return name === "create-payouts" ? batchProblem(answer, arrival) : undefined;
  },
};

function batchProblem(answer: Answer, { request }: Arrival): string | undefined {
  const items = payoutsIn(answer);
  const names = (all: readonly unknown[]) => all.map(String).toSorted().join();
  const asked = names((itemsIn(request) ?? []).map(({ refPayoutId }) => refPayoutId));
  const answered = names(items.map(({ refPayoutId }) => refPayoutId));
  if (asked !== answered) return `payouts ${asked} were requested, and ${answered} were answered`;
  const batches = new Set(items.map(({ batchId }) => batchId));
  return batches.size === 1 ? undefined : `one request was answered with the batches ${[...batches].join()}`;
}

const nothingMissing: Invariant = {
  name: "no payout is missing",
  ofAnswer({ arrival, answer }, observed) {
    const { name, path } = arrival.request;
    if (name === "list-payouts" && answer.status < 300) return listProblem(answer, arrival, observed);
    if (name !== "look-up-payout" || codeOf(answer) !== "NOT_FOUND_PAYOUT") return undefined;
    const id = path.split("/").at(-1);
    const { commits } = arrivedAt(observed, arrival);
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const isThere = own.some((payout) => payout.id === id && payout.entered <= commits);
    return isThere ? `payout ${id} is stored, and was not found` : undefined;
  },
};

function listProblem(answer: Answer, arrival: Arrival, observed: Observed): string | undefined {
  const { lists, pages } = observed.of(payoutHistory);
  const { searchParams } = new URL(arrival.request.path, "https://pay.example");
  const from = searchParams.get("payoutDateGte") ?? "";
  const to = dayLater(searchParams.get("payoutDateLte") ?? "9000-01-01", 1);
  const cursor = searchParams.get("startingAfter");
  const problem = pageProblem({
    order: "descending",
    commits: arrivedAt(observed, arrival).commits,
    limit: Number(searchParams.get("limit") ?? 10),
    all: (lists.get(arrival.tenant) ?? []).filter(({ position }) => position >= from && position < to),
    after: cursor === null ? undefined : pages.get(cursor),
    ids: payoutsIn(answer).map(({ id }) => String(id)),
    hasMore: answer.body["hasMore"] === true,
  });
  return problem && `the list ${arrival.request.path} ${problem}`;
}

interface PayoutHistory {
  readonly payouts: Stands<string>;
  readonly lists: Map<TenantId, (Listed & { readonly payout: Payout })[]>;
  readonly available: Stands<number>;
  readonly pages: Map<string, string>;
  readonly named: Map<string, Arrival[]>;
}

const payoutHistory: Projection<PayoutHistory> = {
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

function payoutsIn(answer: Answer): readonly Answer["body"][] {
  return itemsOf(answer) ?? [answer.body];
}

function shownProblem(
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

interface Refused {
  readonly items: readonly Item[];
  readonly arrival: Arrival;
  readonly observed: Observed;
}

/** Other codes are not checked. */
const reasons: Readonly<Record<string, (refused: Refused) => boolean>> = {
  NOT_ENOUGH_AMOUNT({ items, arrival, observed }) {
    const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
    const stands = observed.of(payoutHistory).available.of(arrival.tenant);
    return (
      !wasThere(stands, arrival, observed) || meanwhile(stands, arrival, observed).some(({ record }) => record < total)
    );
  },
  DUPLICATE_REF_PAYOUT_ID({ items, arrival, observed }) {
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const refs = items.map(({ refPayoutId }) => refPayoutId);
    return new Set(refs).size < refs.length || own.some(({ payout }) => refs.includes(payout.refPayoutId));
  },
  PAYOUT_PROVIDER_SLOT_CONFLICT({ items, arrival, observed }) {
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const to = items.map(({ destination }) => destination);
    const isTo = (id: string) => to.includes(id);
    return (
      new Set(to).size < to.length ||
      own.some(({ payout: { destination } }) => destination.type === "SELLER" && isTo(destination.sellerId))
    );
  },
  NOT_FOUND_SELLER: (refused) => someSeller(refused, (seller) => seller?.status !== "ACTIVE"),
  SELLER_NOT_REGISTERED: (refused) => someSeller(refused, (seller) => seller?.externalSellerId == null),
};

type SellerStand = { readonly status: string; readonly externalSellerId: string | null };

function someSeller(
  { items, arrival, observed }: Refused,
  isSo: (seller: SellerStand | undefined) => boolean,
): boolean {
  return items.some(({ destination }) => {
    const stands = observed.of(sellerStands).of(`${arrival.tenant} ${destination}`);
    const isNew = !wasThere(stands, arrival, observed);
    return (isNew && isSo(undefined)) || meanwhile(stands, arrival, observed).some(({ record }) => isSo(record));
  });
}

const refusalsAreTrue: Invariant = {
  name: "refusals of payouts are true",
  ofAnswer({ arrival, answer }, observed) {
    const items = itemsIn(arrival.request);
    const code = codeOf(answer) ?? "";
    if (items === undefined || reasons[code]?.({ items, arrival, observed }) !== false) return undefined;
    return `${JSON.stringify(items)} was refused with ${code}, which was not true`;
  },
};

const refusedMadeNothing: Invariant = {
  name: "a refused batch makes nothing",
  ofAnswer({ arrival, answer }, observed) {
    const items = itemsIn(arrival.request);
    const code = codeOf(answer);
    if (items === undefined || answer.status < 400 || answer.status >= 500) return undefined;
    if (code === "IDEMPOTENT_REQUEST_PROCESSING") return undefined;
    const { lists, named } = observed.of(payoutHistory);
    const { commits } = arrivedAt(observed, arrival);
    const isOwn = (ref: string) => named.get(`${arrival.tenant} ${ref}`)?.every((each) => each === arrival) === true;
    const made = (lists.get(arrival.tenant) ?? []).find(
      ({ payout, entered }) => entered > commits && isOwn(payout.refPayoutId),
    );
    return made && `payout ${made.payout.refPayoutId} was refused with ${code}, and ${made.id} was made`;
  },
};

export const part: Part = {
  projections: [payoutHistory],
  invariants: [answersFollowBooks, nothingMissing, refusalsAreTrue, refusedMadeNothing],
};
