import type { SequentialModel } from "./linearizability.ts";
import type { Reply } from "./recording.ts";

export interface PayoutItem {
  readonly refPayoutId: string;
  /** Our short name of the seller. */
  readonly seller: string;
  /** Won. */
  readonly amount: number;
}

export type MoneyRequest =
  | { readonly what: "read the balance" }
  | { readonly what: "pay out"; readonly batch: string; readonly items: readonly PayoutItem[] }
  | { readonly what: "look up a payout"; readonly refPayoutId: string }
  | { readonly what: "cancel an order"; readonly orderId: string }
  | { readonly what: "look up an order"; readonly orderId: string };

/** What takes effect on a merchant's money. Settlements and payout failures happen on their own, at any time or never. */
export type MoneyAct =
  | { readonly what: "settle" }
  | { readonly what: "fail"; readonly item: PayoutItem }
  /** `reply` is undefined if the answer was lost. */
  | { readonly what: "ask"; readonly request: MoneyRequest; readonly reply: Reply | undefined };

/** An order that was paid before, and what it earns, in won. */
export interface Earning {
  readonly earns: number;
  /** What remains of the payment, in won. */
  readonly remains: number;
  readonly isSettled: boolean;
}

/** A merchant's money, in won. */
export interface Money {
  readonly available: number;
  readonly pending: number;
  readonly orders: Readonly<Record<string, Earning>>;
  /** The batch of each reserved refPayoutId, and whether its payout has failed. */
  readonly payouts: Readonly<Record<string, { readonly batch: string; readonly hasFailed: boolean }>>;
  /** Sellers whose day is taken, because a payout to them was reserved, whatever its outcome. */
  readonly paidSellers: readonly string[];
}

/** How a merchant's money moves when one thing happens after the other, by the rules of the API. */
export function moneyModel(initial: Money): SequentialModel<Money, MoneyAct> {
  return {
    initial,
    step(money, act) {
      if (act.what === "settle") return settled(money);
      if (act.what === "fail") return failed(money, act.item);
      const { request, reply } = act;
      // The gateway may refuse the refund.
      if (request.what === "cancel an order" && reply?.says === "PROVIDER_ERROR") return [money];
      const { says, after } = outcomeOf(money, request);
      return reply === undefined || reply.says === says ? [after] : [];
    },
    changesNothing(act) {
      if (act.what !== "ask" || act.reply === undefined) return false;
      const { what } = act.request;
      return act.reply.isRefusal === true || (what !== "pay out" && what !== "cancel an order");
    },
    keyOf: (money) => JSON.stringify(money),
  };
}

interface Outcome {
  readonly says: string;
  readonly after: Money;
}

function outcomeOf(money: Money, request: MoneyRequest): Outcome {
  switch (request.what) {
    case "read the balance":
      return { says: `${money.available} available, ${money.pending} pending`, after: money };
    case "pay out":
      return payOut(money, request);
    case "look up a payout": {
      const payout = money.payouts[request.refPayoutId];
      const says = payout === undefined ? "NOT_FOUND_PAYOUT" : payout.hasFailed ? "failed" : "not failed";
      return { says, after: money };
    }
    case "cancel an order":
      return cancelOrder(money, request.orderId);
    case "look up an order": {
      const earning = money.orders[request.orderId];
      const says = earning === undefined ? "" : `${earning.isSettled ? "SETTLED" : "UNSETTLED"} ${earning.remains}`;
      return { says, after: money };
    }
  }
}

/** The checks in the order of the API: a repeated batch, its refs, its sellers' day, the balance. */
function payOut(money: Money, { batch, items }: Extract<MoneyRequest, { what: "pay out" }>): Outcome {
  const { payouts, paidSellers, available } = money;
  const used = items.filter(({ refPayoutId }) => payouts[refPayoutId] !== undefined);
  const isRepeated = items.every(({ refPayoutId }) => payouts[refPayoutId]?.batch === batch);
  if (isRepeated) return { says: "reserved", after: money };
  if (used.length > 0) return { says: "DUPLICATE_REF_PAYOUT_ID", after: money };
  const sellers = items.map(({ seller }) => seller);
  const isTwice = new Set(sellers).size < sellers.length;
  if (isTwice || sellers.some((seller) => paidSellers.includes(seller))) {
    return { says: "PAYOUT_PROVIDER_SLOT_CONFLICT", after: money };
  }
  const asked = items.reduce((sum, { amount }) => sum + amount, 0);
  if (asked > available) return { says: `NOT_ENOUGH_AMOUNT, ${available} available`, after: money };
  const reserved = items.map(({ refPayoutId }) => [refPayoutId, { batch, hasFailed: false }] as const);
  const after = {
    ...money,
    available: available - asked,
    payouts: sorted({ ...payouts, ...Object.fromEntries(reserved) }),
    paidSellers: [...paidSellers, ...sellers].toSorted(),
  };
  return { says: "reserved", after };
}

/** Sorted, so that equal states have equal keys. */
function sorted<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The earning of an order is deducted from pending, or from available if it is settled. */
function cancelOrder(money: Money, orderId: string): Outcome {
  const earning = money.orders[orderId];
  if (earning === undefined || earning.remains === 0) return { says: "ALREADY_CANCELED_PAYMENT", after: money };
  const orders = { ...money.orders, [orderId]: { ...earning, remains: 0 } };
  const from = earning.isSettled ? "available" : "pending";
  return { says: "canceled", after: { ...money, orders, [from]: money[from] - earning.earns } };
}

/** Everything earned and not canceled becomes available, in one settlement. */
function settled(money: Money): readonly Money[] {
  const due = Object.values(money.orders).filter(({ isSettled, remains }) => !isSettled && remains > 0);
  if (due.length === 0) return [];
  const moved = due.reduce((sum, { earns }) => sum + earns, 0);
  const orders = Object.fromEntries(
    Object.entries(money.orders).map(([orderId, earning]) => [
      orderId,
      { ...earning, isSettled: earning.isSettled || earning.remains > 0 },
    ]),
  );
  return [{ ...money, orders, pending: money.pending - moved, available: money.available + moved }];
}

/** The money of a payout that the bank refuses is available again; its seller's day stays taken. */
function failed(money: Money, { refPayoutId, amount }: PayoutItem): readonly Money[] {
  const payout = money.payouts[refPayoutId];
  if (payout === undefined || payout.hasFailed) return [];
  const payouts = { ...money.payouts, [refPayoutId]: { ...payout, hasFailed: true } };
  return [{ ...money, payouts, available: money.available + amount }];
}
