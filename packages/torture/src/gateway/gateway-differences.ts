import type { Acknowledged } from "../acknowledged.ts";
import { againstAcknowledged, againstGateway, approvedStatuses, type BookedPayment } from "../differences.ts";
import type { GatewayRecords } from "./emulator-process.ts";

/** The records of the service and of the gateway at the end. Amounts are in won. */
export interface GatewayBooks {
  readonly payments: readonly BookedPayment[];
  /** What the gateway owes the merchants by their ledgers. */
  readonly receivable: number;
  readonly cancellations: readonly OwnCancellation[];
  /** The openings of the window whose buyers have authenticated. */
  readonly authentications: readonly OwnAuthentication[];
  /** The attempts to release cards. */
  readonly releases: readonly OwnRelease[];
  readonly billingKeys: readonly OwnBillingKey[];
  /** The attempts that wait for an operator. */
  readonly flagged: readonly string[];
  readonly gateway: GatewayRecords;
  /** What the service's own audit and reconciliation found. */
  readonly problems: readonly string[];
}

interface OwnCancellation {
  /** The order id of the cancellation at the gateway. */
  readonly key: string;
  readonly approvalKey: string;
  readonly amount: number;
  readonly status: string;
}

interface OwnAuthentication {
  /** The order id that the gateway has. */
  readonly key: string;
  readonly intentKey: string;
  /** What the return brought, and the only one that may be approved. */
  readonly tid: string;
}

interface OwnRelease {
  readonly key: string;
  /** The order id of the request to store the card. */
  readonly tokenKey: string;
  /** The card's token at the gateway; null if no answer contained it. */
  readonly token: string | null;
}

interface OwnBillingKey {
  readonly billkey: string;
  readonly token: string | null;
  readonly status: string;
}

/** All differences between the records of the service, those of the gateway, and what was acknowledged to clients. */
export function gatewayDifferences(acknowledged: Acknowledged, books: GatewayBooks): readonly string[] {
  const { payments, gateway, problems } = books;
  const approvals = gateway.approvals.map(({ orderId, held }) => ({ intentKey: intentKeyOf(orderId), amount: held }));
  return [
    ...problems,
    ...againstAcknowledged(acknowledged, { payments, payouts: [], sellers: [], settlements: [] }),
    ...againstGateway({ payments, approvals }),
    ...wronglyApproved(books),
    ...wronglyAuthenticated(books),
    ...paidTwice(books),
    ...wronglyReceivable(books),
    ...wronglyCanceled(books),
    ...wronglyStored(books),
    ...wronglyFlagged(books),
  ];
}

/** The payment of an approval; the order id itself if it is not one of our keys. */
function intentKeyOf(orderId: string): string {
  return /^approval-(.{21})(?:-\d+)?$/.exec(orderId)?.[1] ?? paymentOfOpening(orderId) ?? orderId;
}

/** The payment of an opening of the window, by the order id that the gateway has; undefined for any other one. */
function paymentOfOpening(orderId: string): string | undefined {
  return /^window-(.{21})-\d+-\d+l$/.exec(orderId)?.[1];
}

/** The key of our approval, which the gateway does not have of a payment from the window. */
function approvalKeyOf(orderId: string): string {
  const intentKey = paymentOfOpening(orderId);
  return intentKey === undefined ? orderId : `approval-${intentKey}`;
}

/** An approved payment has approvals for its amount, of one card or several. */
function wronglyApproved({ payments, gateway }: GatewayBooks): readonly string[] {
  const approvals = Map.groupBy(gateway.approvals, ({ orderId }) => intentKeyOf(orderId));
  return payments.flatMap(({ intentKey, status, amount }) => {
    const approved = (approvals.get(intentKey) ?? []).map((approval) => approval.amount);
    if (!approvedStatuses.includes(status) || status === "CANCELED") return [];
    const isSo = approved.reduce((sum, won) => sum + won, 0) === amount;
    return isSo ? [] : [`${intentKey} is ${status} of ${amount}, and the gateway approved ${amountsText(approved)}`];
  });
}

function amountsText(amounts: readonly number[]): string {
  return amounts.length === 0 ? "nothing" : amounts.join(" and ");
}

/** A payment from the window is approved by the tid of its authentication, once, whatever happens to it later. */
function wronglyAuthenticated({ payments, authentications, gateway }: GatewayBooks): readonly string[] {
  const approvals = gateway.approvals.filter(({ orderId }) => paymentOfOpening(orderId) !== undefined);
  const isAuthenticated = new Set(authentications.map(({ key, tid }) => `${key} ${tid}`));
  const others = approvals
    .filter(({ orderId, tid }) => !isAuthenticated.has(`${orderId} ${tid}`))
    .map(({ orderId, tid }) => `the gateway approved ${tid} of ${orderId}, which no return has authenticated`);
  const tidsOf = Map.groupBy(approvals, ({ orderId }) => intentKeyOf(orderId));
  const fromWindow = new Set(authentications.map(({ intentKey }) => intentKey));
  const wrong = payments.flatMap(({ intentKey, status }) => {
    const tids = (tidsOf.get(intentKey) ?? []).map(({ tid }) => tid);
    const isPaid = fromWindow.has(intentKey) && approvedStatuses.includes(status);
    if (tids.length === 1 || (tids.length === 0 && !isPaid)) return [];
    return [`${intentKey} is ${status}, and the gateway approved ${tids.join(" and ") || "no tid"} of it`];
  });
  return [...others, ...wrong];
}

function paidTwice({ payments }: GatewayBooks): readonly string[] {
  const paid = payments.filter(({ status }) => approvedStatuses.includes(status));
  return [...Map.groupBy(paid, ({ orderId }) => orderId)]
    .filter(([, ofOrder]) => ofOrder.length > 1)
    .map(([orderId, ofOrder]) => `${orderId} was paid by ${ofOrder.map(({ intentKey }) => intentKey).join(" and ")}`);
}

function wronglyReceivable({ receivable, gateway }: GatewayBooks): readonly string[] {
  const held = gateway.approvals.reduce((sum, approval) => sum + approval.held, 0);
  return held === receivable ? [] : [`the gateway holds ${held} in all, and the ledgers have ${receivable}`];
}

/** The gateway has each of our successful cancellations once, with its amount, and no other refund. */
function wronglyCanceled({ cancellations, payments, gateway }: GatewayBooks): readonly string[] {
  const theirs = gateway.approvals.flatMap(({ orderId, cancellations: canceled }) =>
    canceled.map((each) => ({ ...each, approvalKey: approvalKeyOf(orderId) })),
  );
  const ours = cancellations.filter(({ status }) => status === "DONE");
  const missing = ours.flatMap(({ key, approvalKey, amount }) => {
    const there = theirs.filter((each) => each.orderId === key);
    const isSo = there.length === 1 && there[0]?.amount === amount && there[0].approvalKey === approvalKey;
    const amounts = amountsText(there.map((each) => each.amount));
    return isSo ? [] : [`the cancellation ${key} refunded ${amount}, and the gateway ${amounts}`];
  });
  const others = theirs
    .filter(({ orderId }) => !ours.some(({ key }) => key === orderId))
    .map(({ orderId, approvalKey, amount }) => {
      return `the gateway refunded ${amount} of ${approvalKey} under ${orderId ?? "no key"}, and we did not`;
    });
  const approvedPayments = new Set(
    payments.filter(({ status }) => approvedStatuses.includes(status)).map(({ intentKey }) => intentKey),
  );
  const undone = gateway.approvals
    .filter(({ orderId, isNetCancelled }) => isNetCancelled && approvedPayments.has(intentKeyOf(orderId)))
    .map(({ orderId }) => `${orderId} was net-canceled, and its payment is approved`);
  return [...missing, ...others, ...undone];
}

/** The flagged releases of cards whose token is unknown. */
function withoutToken({ releases, flagged }: GatewayBooks) {
  const flaggedKeys = new Set(flagged);
  return releases.filter(({ key, token }) => token === null && flaggedKeys.has(key));
}

/** The gateway stores a card for a billing key, or because its token is unknown and its release is flagged. */
function wronglyStored(books: GatewayBooks): readonly string[] {
  const active = books.billingKeys.filter(({ status }) => status === "ACTIVE");
  const storedCards = books.gateway.bids.filter(({ expired }) => !expired);
  const excused = new Set(withoutToken(books).map(({ tokenKey }) => tokenKey));
  const kept = new Set(active.map(({ token }) => token));
  const left = storedCards
    .filter(({ bid, orderId }) => !kept.has(bid) && !excused.has(orderId))
    .map(({ bid, orderId }) => `the card ${bid} of ${orderId} is still stored, and not flagged`);
  const there = new Set(storedCards.map(({ bid }) => bid));
  const gone = active
    .filter(({ token }) => token === null || !there.has(token))
    .map(({ billkey }) => `the card of ${billkey} is no longer stored`);
  return [...left, ...gone];
}

/** Only releases of cards with an unknown token are flagged. */
function wronglyFlagged(books: GatewayBooks): readonly string[] {
  const right = new Map(withoutToken(books).map(({ key, tokenKey }) => [key, tokenKey]));
  return books.flagged.flatMap((key) => {
    const tokenKey = right.get(key);
    if (tokenKey === undefined) return [`waits for an operator: ${key}`];
    const isReleased = books.gateway.bids.some(({ orderId, expired }) => orderId === tokenKey && expired);
    return isReleased ? [`${key} is flagged, and its card was released`] : [];
  });
}

/** The cards with an unknown token: those that the gateway stored, and those whose call never arrived. */
export function cardsWithoutToken(books: GatewayBooks): { readonly stored: number; readonly neverStored: number } {
  const there = new Set(books.gateway.bids.filter(({ expired }) => !expired).map(({ orderId }) => orderId));
  const all = withoutToken(books);
  const stored = all.filter(({ tokenKey }) => there.has(tokenKey)).length;
  return { stored, neverStored: all.length - stored };
}
