import { intentKeyLength, type Intent } from "./intent.ts";
import { tenantId, type Tenant, type TenantId } from "../../engine/tenant/tenant.ts";

/*
 * The keys under which gateways are called: a kind, the 21-character intentKey or the billkey, and a number, joined by
 * `-`. 0.1.0 joined them by `.`, which some providers refuse. A key is fixed when its attempt is committed, so a payment
 * and a stored card keep the form of their first key: further keys are derived from it, never from the intentKey.
 */

type Kind = "approval" | "reversal" | "cancellation";

/** An intentKey may contain `-`, so its length says where it ends. */
const keyOfPayment = new RegExp(
  `^(approval|reversal|cancellation)([-.])([A-Za-z0-9_-]{${intentKeyLength}})(?:\\2.+)?$`,
);

function keyBeside(key: string, kind: Kind, number?: number): string {
  const [, , joint, intentKey] = keyOfPayment.exec(key) ?? [];
  if (joint === undefined) throw new Error(`${key} is not the key of a payment's attempt`);
  return [kind, intentKey, ...(number === undefined ? [] : [number])].join(joint);
}

/** The payment whose approval has this key; undefined for any other key. */
export function paymentOfApproval(key: string): string | undefined {
  const [, kind, , intentKey] = keyOfPayment.exec(key) ?? [];
  return kind === "approval" ? intentKey : undefined;
}

/** The payment that any key of a gateway's call moves money of; undefined for any other key. */
export function paymentOfKey(key: string): string | undefined {
  return keyOfPayment.exec(key)?.[3];
}

/** The key of a new payment's first approval. */
export function firstApprovalKey(intentKey: string): string {
  return `approval-${intentKey}`;
}

/** From any key of the payment; `method` counts from 0. The first method's key has no number. */
export function approvalKey(key: string, method: number): string {
  return keyBeside(key, "approval", method === 0 ? undefined : method + 1);
}

/** In the order of the methods, from any key of the payment; none before confirm. */
export function approvalKeys(key: string | null, methods: number): readonly string[] {
  return key === null ? [] : Array.from({ length: methods }, (_, method) => approvalKey(key, method));
}

export function reversalKey(approval: string): string {
  return `reversal${approval.slice("approval".length)}`;
}

/** Of an approval that, as found out later, the gateway made after its payment had ended. */
export function reversalAgainKey(reversal: string): string {
  return `${reversal}${jointOf(reversal)}again`;
}

/** Of the cancellation in place of a reversal that the gateway refuses as too late. */
export function lateCancellationKey(reversal: string): string {
  return `${reversal}${jointOf(reversal)}cancellation`;
}

/** From any key of the payment; `number` counts from 1. */
export function cancellationKey(key: string, number: number): string {
  return keyBeside(key, "cancellation", number);
}

/** Of all cancellations of a payment so far, in their order. */
export function cancellationKeys({ approvalKey: key, cancellations }: Intent): readonly string[] {
  return key === null ? [] : Array.from({ length: cancellations }, (_, index) => cancellationKey(key, index + 1));
}

/** The key under which a card is checked; `number` counts the cards of a link, from 1. */
export function cardKey(intentKey: string, number: number): string {
  return `card-${intentKey}-${number}`;
}

/**
 * The key of an opening of the gateway's window, which is the order id that the provider has. It contains the tenant:
 * a provider's notification has no other name of it. `number` counts the openings of a link, from 1.
 */
export function authenticationKey({ mId, mode }: Tenant, intentKey: string, number: number): string {
  return `window-${intentKey}-${number}-${mId}${mode === "test" ? "t" : "l"}`;
}

const keyOfOpening = new RegExp(`^window-([A-Za-z0-9_-]{${intentKeyLength}})-\\d{1,3}-([1-9]\\d{0,14})([tl])$`);

/** The tenant and payment of an opening of the window; undefined for any other key. */
export function paymentOfOpening(key: string): { readonly tenant: Tenant; readonly intentKey: string } | undefined {
  const [, intentKey, mId, mode] = keyOfOpening.exec(key) ?? [];
  if (intentKey === undefined) return undefined;
  return { tenant: { mId: Number(mId), mode: mode === "t" ? "test" : "live" }, intentKey };
}

/**
 * The merchant of an opening of the window, by the key that its provider has as order id; undefined for any other key.
 * An adapter needs it to find the keys that a provider's message is signed with.
 *
 * @example
 * tenantOfOpening("window-8Vk2Wm6Xs0Tz4Ud8Of1Lp-1-7l"); // "7:live"
 */
export function tenantOfOpening(key: string): TenantId | undefined {
  const named = paymentOfOpening(key);
  return named && tenantId(named.tenant);
}

/** The key under which a card is stored for a billing key. */
export function tokenKey(billkey: string): string {
  return `token-${billkey}`;
}

/** The same as 0.1.0 derived it. */
export function formerTokenKey(billkey: string): string {
  return `token.${billkey}`;
}

/** Of the release of a card that was checked or stored under a key. */
export function releaseKey(key: string): string {
  return `release${jointOf(key)}${key.replace(/^token[-.]/, "")}`;
}

function jointOf(key: string): string {
  return /^[a-z]+\./.test(key) ? "." : "-";
}
