import type { Acknowledged, Fact } from "./acknowledged.ts";

/** The books of a round at its end, when no work is left. Amounts are in won. */
export interface Books {
  readonly payments: readonly BookedPayment[];
  /** What the gateway has on record of each payment: approved less canceled and reversed. */
  readonly approvals: readonly { readonly intentKey: string; readonly amount: number }[];
  readonly payouts: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
  /** What the bank has on record of each payout: paid less returned. */
  readonly paid: readonly { readonly payoutId: string; readonly amount: number }[];
  readonly sellers: readonly string[];
  readonly settlements: readonly BookedSettlement[];
  /** What the service's own checks have found: its audit, its reconciliation with both providers, what waits for an operator. */
  readonly problems: readonly string[];
}

export interface BookedPayment {
  readonly orderId: string;
  readonly intentKey: string;
  readonly status: string;
  readonly amount: number;
  /** What remains of it after cancellations; 0 if it is not paid. */
  readonly remaining: number;
}

interface BookedSettlement {
  readonly id: string;
  readonly amount: number;
  readonly lines: readonly { readonly orderId: string; readonly amount: number }[];
}

/** All differences of the books from what was acknowledged, and from the records of the gateway and the bank. */
export function differencesOf(acknowledged: Acknowledged, books: Books): readonly string[] {
  return [
    ...books.problems,
    ...againstAcknowledged(acknowledged, books),
    ...againstGateway(books),
    ...againstBank(books),
    ...wronglySettled(books),
  ];
}

/** All differences of the books from what was acknowledged to clients. */
export function againstAcknowledged(
  acknowledged: Acknowledged,
  books: Pick<Books, "payments" | "payouts" | "sellers" | "settlements">,
): readonly string[] {
  return [
    ...acknowledged.contradictions,
    ...acknowledged.facts.flatMap((fact) => missing(fact, books)),
    ...wronglyRefunded(acknowledged, books),
  ];
}

/** The statuses of a payment that was approved, refunded or not. */
export const approvedStatuses = ["DONE", "PARTIAL_CANCELED", "CANCELED"];

function missing(
  fact: Fact,
  { payments, payouts, sellers, settlements }: Pick<Books, "payments" | "payouts" | "sellers" | "settlements">,
): readonly string[] {
  switch (fact.kind) {
    case "session":
      return payments.some(({ orderId }) => orderId === fact.orderId) ? [] : [`the session of ${fact.orderId} is lost`];
    case "paid": {
      const payment = payments.find(({ intentKey }) => intentKey === fact.intentKey);
      if (payment === undefined) return [`the payment of ${fact.orderId} is lost`];
      const isSo = approvedStatuses.includes(payment.status) && payment.amount === fact.amount;
      return isSo ? [] : [`${fact.orderId} was paid ${fact.amount}, and is ${payment.status} of ${payment.amount}`];
    }
    case "refused": {
      const payment = payments.find(({ intentKey }) => intentKey === fact.intentKey);
      if (payment === undefined) return [`the refused payment of ${fact.orderId} is lost`];
      return approvedStatuses.includes(payment.status) ? [`${fact.orderId} was refused, and is ${payment.status}`] : [];
    }
    case "seller":
      return sellers.includes(fact.id) ? [] : [`the seller ${fact.id} is lost`];
    case "payout": {
      const payout = payouts.find(({ id }) => id === fact.id);
      if (payout === undefined) return [`the payout ${fact.id} of ${fact.amount} is lost`];
      // One that never arrived at the bank, as the bank's own record shows, has failed.
      const isSo = payout.amount === fact.amount && ["COMPLETED", "FAILED"].includes(payout.status);
      return isSo ? [] : [`the payout ${fact.id} of ${fact.amount} is ${payout.status} of ${payout.amount}`];
    }
    case "settlement": {
      const settlement = settlements.find(({ id }) => id === fact.id);
      if (settlement === undefined) return [`the settlement ${fact.id} is lost`];
      return settlement.amount === fact.amount ? [] : [`the settlement ${fact.id} has become ${settlement.amount}`];
    }
  }
}

/** The refunds of each order: all that were acknowledged, and none that was refused or not requested. */
function wronglyRefunded({ refunds }: Acknowledged, { payments }: Pick<Books, "payments">): readonly string[] {
  const live = payments.filter(({ status }) => approvedStatuses.includes(status));
  return live.flatMap(({ orderId, amount, remaining }) => {
    const asked = refunds.filter((each) => each.orderId === orderId && each.outcome !== "refused");
    const known = asked.filter(({ outcome }) => outcome === "acknowledged");
    const sum = (these: typeof asked) =>
      these.some((each) => each.amount === "all") ? amount : these.reduce((won, each) => won + Number(each.amount), 0);
    const refunded = amount - remaining;
    if (refunded >= sum(known) && refunded <= sum(asked)) return [];
    return [`${refunded} of ${orderId} were refunded, not ${sum(known)} to ${sum(asked)}`];
  });
}

function sums(amounts: Iterable<readonly [of: string, amount: number]>): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [of, amount] of amounts) all.set(of, (all.get(of) ?? 0) + amount);
  return all;
}

function unequal(
  ours: ReadonlyMap<string, number>,
  theirs: ReadonlyMap<string, number>,
  differenceOf: (of: string, our: number | undefined, their: number) => string,
): readonly string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((of) => {
    const [our, their] = [ours.get(of), theirs.get(of) ?? 0];
    return (our ?? 0) === their ? [] : [differenceOf(of, our, their)];
  });
}

const unknownToUs = "we do not know it";

export function againstGateway({ payments, approvals }: Pick<Books, "payments" | "approvals">): readonly string[] {
  const ours = sums(payments.map(({ intentKey, remaining }) => [intentKey, remaining]));
  const theirs = sums(approvals.map(({ intentKey, amount }) => [intentKey, amount]));
  return unequal(ours, theirs, (key, our, their) => {
    const inOurBooks = our === undefined ? unknownToUs : `${our} remain in our books`;
    return `the gateway holds ${their} of the payment ${key}: ${inOurBooks}`;
  });
}

function againstBank({ payouts, paid }: Books): readonly string[] {
  const ours = sums(payouts.map(({ id, amount, status }) => [id, status === "COMPLETED" ? amount : 0]));
  const theirs = sums(paid.map(({ payoutId, amount }) => [payoutId, amount]));
  return unequal(ours, theirs, (id, our, their) => {
    const inOurBooks = our === undefined ? unknownToUs : `${our} in our books`;
    return `the bank has paid ${their} for the payout ${id}: ${inOurBooks}`;
  });
}

/** Everything paid is settled once at the end: the lines of an order sum up to what remains of it. */
function wronglySettled({ payments, settlements }: Books): readonly string[] {
  const settled = sums(settlements.flatMap(({ lines }) => lines).map(({ orderId, amount }) => [orderId, amount]));
  const remaining = sums(payments.map(({ orderId, remaining: won }) => [orderId, won]));
  return unequal(settled, remaining, (orderId, sum, expected) => {
    return `${sum ?? 0} of ${orderId} were settled, of which ${expected} remain`;
  });
}
