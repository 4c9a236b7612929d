import type { Acknowledged, Fact } from "./acknowledged.ts";

/** What the books of a round say at its end, when nothing is under way any more. Amounts are in won. */
export interface Books {
  readonly payments: readonly BookedPayment[];
  /** What the card network has on record of each payment: approved less canceled and reversed. */
  readonly approvals: readonly { readonly intentKey: string; readonly amount: number }[];
  readonly payouts: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
  /** What the bank has on record of each payout: paid less returned. */
  readonly paid: readonly { readonly payoutId: string; readonly amount: number }[];
  readonly sellers: readonly string[];
  readonly settlements: readonly BookedSettlement[];
  /** What the service's own checks have found: its audit, its reconciliation with both providers, what waits for people. */
  readonly problems: readonly string[];
}

export interface BookedPayment {
  readonly orderId: string;
  readonly intentKey: string;
  readonly status: string;
  readonly amount: number;
  /** What remains of it after cancellations; nothing where it does not stand. */
  readonly remaining: number;
}

interface BookedSettlement {
  readonly id: string;
  readonly amount: number;
  readonly lines: readonly { readonly orderId: string; readonly amount: number }[];
}

/** Everything in which the books are not what was acknowledged, or not what the network and the bank have on record. */
export function differencesOf(acknowledged: Acknowledged, books: Books): readonly string[] {
  return [
    ...acknowledged.contradictions,
    ...books.problems,
    ...acknowledged.facts.flatMap((fact) => missing(fact, books)),
    ...wronglyGivenBack(acknowledged, books),
    ...againstNetwork(books),
    ...againstBank(books),
    ...wronglySettled(books),
  ];
}

/** A payment that stands, whatever of it was given back. */
const standing = ["DONE", "PARTIAL_CANCELED", "CANCELED"];

function missing(fact: Fact, { payments, payouts, sellers, settlements }: Books): readonly string[] {
  switch (fact.kind) {
    case "session":
      return payments.some(({ orderId }) => orderId === fact.orderId) ? [] : [`the session of ${fact.orderId} is lost`];
    case "paid": {
      const payment = payments.find(({ intentKey }) => intentKey === fact.intentKey);
      if (payment === undefined) return [`the payment of ${fact.orderId} is lost`];
      const isSo = standing.includes(payment.status) && payment.amount === fact.amount;
      return isSo ? [] : [`${fact.orderId} was paid ${fact.amount}, and is ${payment.status} of ${payment.amount}`];
    }
    case "refused": {
      const payment = payments.find(({ intentKey }) => intentKey === fact.intentKey);
      if (payment === undefined) return [`the refused payment of ${fact.orderId} is lost`];
      return standing.includes(payment.status) ? [`${fact.orderId} was refused, and is ${payment.status}`] : [];
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

/** What was given back of each order: all that was acknowledged, and nothing that was not asked for or was refused. */
function wronglyGivenBack({ askedBack }: Acknowledged, { payments }: Books): readonly string[] {
  const live = payments.filter(({ status }) => standing.includes(status));
  return live.flatMap(({ orderId, amount, remaining }) => {
    const asked = askedBack.filter((each) => each.orderId === orderId && each.outcome !== "refused");
    const known = asked.filter(({ outcome }) => outcome === "acknowledged");
    const sum = (these: typeof asked) =>
      these.some((each) => each.amount === "all") ? amount : these.reduce((won, each) => won + Number(each.amount), 0);
    const givenBack = amount - remaining;
    if (givenBack >= sum(known) && givenBack <= sum(asked)) return [];
    return [`of ${orderId} ${givenBack} were given back, where ${sum(known)} to ${sum(asked)} were`];
  });
}

function againstNetwork({ payments, approvals }: Books): readonly string[] {
  const expected = new Map(payments.map(({ intentKey, remaining }) => [intentKey, remaining]));
  const found = new Map<string, number>();
  for (const { intentKey, amount } of approvals) found.set(intentKey, (found.get(intentKey) ?? 0) + amount);
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const [ours, theirs] = [expected.get(key), found.get(key) ?? 0];
    if ((ours ?? 0) === theirs) return [];
    const weSay = ours === undefined ? "we know nothing of it" : `${ours} remain by our books`;
    return [`the card network holds ${theirs} of the payment ${key}: ${weSay}`];
  });
}

function againstBank({ payouts, paid }: Books): readonly string[] {
  const expected = new Map(payouts.map(({ id, amount, status }) => [id, status === "COMPLETED" ? amount : 0]));
  const found = new Map<string, number>();
  for (const { payoutId, amount } of paid) found.set(payoutId, (found.get(payoutId) ?? 0) + amount);
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((id) => {
    const [ours, theirs] = [expected.get(id), found.get(id) ?? 0];
    if ((ours ?? 0) === theirs) return [];
    const weSay = ours === undefined ? "we know nothing of it" : `${ours} by our books`;
    return [`the bank has paid ${theirs} for the payout ${id}: ${weSay}`];
  });
}

/** Everything that was paid is settled at the end, once: all lines of an order come to what remains of it. */
function wronglySettled({ payments, settlements }: Books): readonly string[] {
  const settled = new Map<string, number>();
  for (const { orderId, amount } of settlements.flatMap(({ lines }) => lines)) {
    settled.set(orderId, (settled.get(orderId) ?? 0) + amount);
  }
  const remaining = new Map<string, number>();
  for (const payment of payments) {
    remaining.set(payment.orderId, (remaining.get(payment.orderId) ?? 0) + payment.remaining);
  }
  return [...new Set([...settled.keys(), ...remaining.keys()])].flatMap((orderId) => {
    const [sum, expected] = [settled.get(orderId) ?? 0, remaining.get(orderId) ?? 0];
    return sum === expected ? [] : [`${sum} of ${orderId} were settled, of which ${expected} remain`];
  });
}
