import {
  dayInSeoul,
  type AboutApproval,
  type Approval,
  type Found,
  type KeyedCall,
  type WindowReference,
} from "@wonflow/core";
import { accountsFor, type AccountsOf, type NiceAccount, type WithCredentials } from "./accounts.ts";
import { paymentAnswer, type Cancel, type Payment } from "./answers.ts";
import { notFoundCodes, saysOneOf, unknownOf } from "./codes.ts";
import type { Ask, Reply, Unknown } from "./api.ts";
import { paidWithOf } from "./paid-with.ts";
import { isSameText } from "./transport.ts";

/** The provider, as every call of the adapter reaches it. */
export interface NiceApi {
  readonly ask: Ask;
  readonly accountsOf: AccountsOf;
  readonly now: () => number;
}

const aMinute = 60_000;
export const reversibleForMs = 60 * aMinute;

/** No two clocks are further apart. */
const clocksDifferByMs = 5 * aMinute;
const aDay = 24 * 60 * aMinute;

/** An approval as core knows it. */
export interface KnownApproval {
  /** What its buyer authenticated in the window; null for a card. */
  readonly authentication: WindowReference | null;
  readonly key: string;
  /** Null if its answer was lost. */
  readonly reference: string | null;
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** The approval that a cancellation or net-cancel is about. */
export function approvalIn({ authentication, ...about }: AboutApproval): KnownApproval {
  const { approvalKey: key, approvalReference: reference, approvalAskedAt: askedAt } = about;
  return { authentication, key, reference, askedAt };
}

/** The order id that the provider has: of a payment from its window the key of the opening. */
export function orderIdOf({ authentication, key }: Pick<KnownApproval, "authentication" | "key">): string {
  return authentication?.key ?? key;
}

interface Sender extends WithCredentials, Pick<KeyedCall, "deadline" | "key"> {}

type FoundPayment =
  | { readonly outcome: "done"; readonly value: Payment; readonly account: NiceAccount }
  | { readonly outcome: "not-found" }
  | Unknown;

const payment = {
  answer: paymentAnswer,
  signature: ({ tid, amount, ediDate, signature }: Payment) => ({ over: [tid, amount, ediDate], signature }),
};

/** Sends what is answered by a payment. */
export function askForPayment(
  ask: Ask,
  call: Pick<KeyedCall, "deadline"> & { readonly account: NiceAccount },
  question: {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly signs?: readonly string[];
  },
): Promise<Reply<Payment>> {
  return ask(call, call.account, { ...question, ...payment });
}

/**
 * Finds a payment: by its tid if that is known, and by its order id and day. Each account is asked in turn, as the one
 * that the payment was sent with may have been withdrawn. Not found is only what each of them does not find.
 */
export async function findPayment(api: NiceApi, call: Sender, approval: KnownApproval): Promise<FoundPayment> {
  const accounts = await accountsFor(api.accountsOf, call);
  if (accounts.length === 0) return { outcome: "unknown", reason: "the merchant has no account at the provider" };
  let unheard: Unknown | undefined;
  for (const account of accounts) {
    const found = await findWith(api, { ...call, account }, approval);
    if (found.outcome === "done") return { ...found, account };
    if (found.outcome === "unknown") unheard ??= found;
  }
  return unheard ?? { outcome: "not-found" };
}

async function findWith(
  { ask, now }: NiceApi,
  call: Sender & { readonly account: NiceAccount },
  approval: KnownApproval,
) {
  const orderId = orderIdOf(approval);
  const tid = approval.reference ?? approval.authentication?.reference;
  const asked = { method: "GET", fields: {} } as const;
  const byTid = tid === undefined ? [] : [{ ...asked, path: pathOf(tid) }];
  const path = `/v1/payments/find/${encodeURIComponent(orderId)}`;
  const byOrder = orderDays(approval, now()).map((orderDate) => ({ ...asked, path, fields: { orderDate } }));
  for (const question of [...byTid, ...byOrder]) {
    const reply = await askForPayment(ask, call, question);
    if (saysOneOf(reply, notFoundCodes)) continue;
    if (reply.outcome !== "done") return unknownOf(reply);
    // Authenticated, and not charged.
    if (reply.value.status === "ready") continue;
    if (isOfOrder(reply.value, orderId)) return reply;
    // A tid that a browser brought: what was charged by it for another order is undone.
    if (approval.authentication !== null && isOver(reply.value)) continue;
    return { outcome: "unknown", reason: "the provider found the payment of another order" } as const;
  }
  return { outcome: "not-found" } as const;
}

/** After a cancellation the provider may show its order id in place of the payment's. */
function isOfOrder({ orderId, cancels }: Payment, own: string): boolean {
  return orderId === own || cancels.some((cancel) => isOfKey(cancel, orderId));
}

export function pathOf(tid: string): string {
  return `/v1/payments/${encodeURIComponent(tid)}`;
}

function isOver({ status, balanceAmt }: Payment): boolean {
  return status === "failed" || (status === "cancelled" && balanceAmt === 0);
}

/**
 * The days in Seoul under which the provider may have an order: the day of the call, and near midnight the adjacent one.
 * An hour later also the next day, as a payment may arrive later than the provider promises. An order from the window
 * may have the day of its opening.
 */
function orderDays({ askedAt, authentication }: KnownApproval, now: number): readonly string[] {
  const latest = now - askedAt > reversibleForMs ? askedAt + aDay : askedAt + reversibleForMs;
  const moments = [askedAt, latest, askedAt - clocksDifferByMs, ...(authentication ? [authentication.askedAt] : [])];
  return [...new Set(moments.map((at) => dayInSeoul(at).replaceAll("-", "")))];
}

/** A cancellation's reason begins with its key, as the provider stores no other id of the merchant. */
export function reasonOf(key: string, reason: string): string {
  return `[${key}] ${reason}`;
}

const keyInReason = /^[^\w.-]*([\w.-]{1,64})/;

export function isOfKey({ reason }: Cancel, key: string): boolean {
  return isSameText(keyInReason.exec(reason ?? "")?.[1] ?? "", key);
}

function isOurs({ reason }: Cancel): boolean {
  return /^\[[\w.-]{1,64}\]/.test(reason ?? "");
}

/** Whether a payment was net-canceled, or refunded in full without this adapter: nothing is left of it. */
export function isUndone({ status, balanceAmt, cancels }: Payment): boolean {
  return status === "cancelled" && balanceAmt === 0 && !cancels.some(isOurs);
}

/** Cancellations that could be that of a key though their reason lacks it: the outcome is unknown. */
export function suspects(
  { cancels }: Payment,
  asked: { readonly amount: number; readonly askedAt: number; readonly knownReferences: readonly string[] },
): readonly Cancel[] {
  return cancels.filter((cancel) => {
    const isLater = cancel.cancelledAt >= asked.askedAt - clocksDifferByMs;
    return isLater && cancel.amount === asked.amount && !isOurs(cancel) && !asked.knownReferences.includes(cancel.tid);
  });
}

/** A payment in the port's form; unknown if it is neither paid nor over. */
export function approvalOf(
  { key, authentication }: Pick<KnownApproval, "key" | "authentication">,
  payment: Payment,
): Found<Approval, "ALREADY_CANCELED_PAYMENT" | "CARD_PROCESSING_ERROR"> {
  const { tid: reference, amount, balanceAmt: remainingAmount, paidAt: approvedAt, status } = payment;
  if (status === "failed") return { outcome: "refused", code: "CARD_PROCESSING_ERROR" };
  if (isUndone(payment)) return { outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" };
  const isPaid = status === "paid" || status === "partialCancelled" || status === "cancelled";
  if (!isPaid || approvedAt == null || remainingAmount > amount) {
    return { outcome: "unknown", reason: `a payment that is ${status}` };
  }
  const approvalNumber = payment.approveNo || reference;
  const value = { key, reference, amount, remainingAmount, approvalNumber, approvedAt };
  return { outcome: "done", value: authentication === null ? value : { ...value, paidWith: paidWithOf(payment) } };
}
