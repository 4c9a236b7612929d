import type { Acknowledged } from "../acknowledged.ts";
import { againstAcknowledged, againstGateway, standing } from "../differences.ts";
import type { GatewayBooks } from "./gateway-books.ts";

/** Everything in which the books of the service and the gateway's do not agree, or are not what clients were told. */
export function gatewayDifferences(acknowledged: Acknowledged, books: GatewayBooks): readonly string[] {
  const { payments, gateway, problems } = books;
  const approvals = gateway.approvals.map(({ orderId, held }) => ({ intentKey: intentKeyOf(orderId), amount: held }));
  return [
    ...problems,
    ...againstAcknowledged(acknowledged, { payments, payouts: [], sellers: [], settlements: [] }),
    ...againstGateway({ payments, approvals }),
    ...wronglyApproved(books),
    ...wronglyReceivable(books),
    ...wronglyCanceled(books),
    ...wronglyStored(books),
    ...wronglyFlagged(books),
  ];
}

/** The payment that an approval is of; the order id itself, where that is not of ours. */
function intentKeyOf(orderId: string): string {
  return /^approval-(.{21})(?:-\d+)?$/.exec(orderId)?.[1] ?? orderId;
}

/** A payment that stands was approved for its amount, by one card or several. */
function wronglyApproved({ payments, gateway }: GatewayBooks): readonly string[] {
  const approvals = Map.groupBy(gateway.approvals, ({ orderId }) => intentKeyOf(orderId));
  return payments.flatMap(({ intentKey, status, amount }) => {
    const approved = (approvals.get(intentKey) ?? []).map((approval) => approval.amount);
    if (!standing.includes(status) || status === "CANCELED") return [];
    const isSo = approved.reduce((sum, won) => sum + won, 0) === amount;
    return isSo ? [] : [`${intentKey} is ${status} of ${amount}, and the gateway approved ${told(approved)}`];
  });
}

function told(amounts: readonly number[]): string {
  return amounts.length === 0 ? "nothing" : amounts.join(" and ");
}

function wronglyReceivable({ receivable, gateway }: GatewayBooks): readonly string[] {
  const held = gateway.approvals.reduce((sum, approval) => sum + approval.held, 0);
  return held === receivable ? [] : [`the gateway holds ${held} in all, and the ledgers say ${receivable}`];
}

/** Each cancellation of ours that is done stands there once, with its amount; nothing else was given back. */
function wronglyCanceled({ cancellations, payments, gateway }: GatewayBooks): readonly string[] {
  const theirs = gateway.approvals.flatMap(({ orderId, cancellations: canceled }) =>
    canceled.map((each) => ({ ...each, approvalKey: orderId })),
  );
  const ours = cancellations.filter(({ status }) => status === "DONE");
  const missing = ours.flatMap(({ key, approvalKey, amount }) => {
    const there = theirs.filter((each) => each.orderId === key);
    const isSo = there.length === 1 && there[0]?.amount === amount && there[0].approvalKey === approvalKey;
    const amounts = told(there.map((each) => each.amount));
    return isSo ? [] : [`the cancellation ${key} gave back ${amount}, and the gateway ${amounts}`];
  });
  const others = theirs
    .filter(({ orderId }) => !ours.some(({ key }) => key === orderId))
    .map(({ orderId, approvalKey, amount }) => {
      return `the gateway gave back ${amount} of ${approvalKey} under ${orderId ?? "no key"}, and we did not`;
    });
  const stands = new Set(payments.filter(({ status }) => standing.includes(status)).map(({ intentKey }) => intentKey));
  const undone = gateway.approvals
    .filter(({ orderId, isNetCancelled }) => isNetCancelled && stands.has(intentKeyOf(orderId)))
    .map(({ orderId }) => `${orderId} was net-canceled, and its payment stands`);
  return [...missing, ...others, ...undone];
}

/** A card that no answer has named, which people are told of. */
function unnamed({ releases, flagged }: GatewayBooks) {
  const toldKeys = new Set(flagged);
  return releases.filter(({ key, token }) => token === null && toldKeys.has(key));
}

/** A card stands at the gateway for a billing key, or because nobody knows its name and people were told. */
function wronglyStored(books: GatewayBooks): readonly string[] {
  const active = books.billingKeys.filter(({ status }) => status === "ACTIVE");
  const standingCards = books.gateway.bids.filter(({ expired }) => !expired);
  const toldOf = new Set(unnamed(books).map(({ tokenKey }) => tokenKey));
  const kept = new Set(active.map(({ token }) => token));
  const left = standingCards
    .filter(({ bid, orderId }) => !kept.has(bid) && !toldOf.has(orderId))
    .map(({ bid, orderId }) => `the card ${bid} of ${orderId} is still stored, and nobody was told`);
  const there = new Set(standingCards.map(({ bid }) => bid));
  const gone = active
    .filter(({ token }) => token === null || !there.has(token))
    .map(({ billkey }) => `the card of ${billkey} is not stored any more`);
  return [...left, ...gone];
}

/** People are told of cards without a name, and of nothing else. */
function wronglyFlagged(books: GatewayBooks): readonly string[] {
  const right = new Map(unnamed(books).map(({ key, tokenKey }) => [key, tokenKey]));
  return books.flagged.flatMap((key) => {
    const tokenKey = right.get(key);
    if (tokenKey === undefined) return [`waits for people: ${key}`];
    const isGivenBack = books.gateway.bids.some(({ orderId, expired }) => orderId === tokenKey && expired);
    return isGivenBack ? [`people are told of ${key}, whose card was given back`] : [];
  });
}

/** The cards without a name: those that the gateway stored, and those of which it never heard. */
export function unnamedCards(books: GatewayBooks): { readonly stored: number; readonly neverStored: number } {
  const there = new Set(books.gateway.bids.filter(({ expired }) => !expired).map(({ orderId }) => orderId));
  const all = unnamed(books);
  const stored = all.filter(({ tokenKey }) => there.has(tokenKey)).length;
  return { stored, neverStored: all.length - stored };
}
