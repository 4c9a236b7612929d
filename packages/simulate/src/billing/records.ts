import { billingKeyRecord, billingKeyStates, type Intent } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind } from "../payment/history.ts";

export const billingKeys = observeRecords(billingKeyRecord, {
  subject: (id) => id,
  machine: { states: billingKeyStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

export function tokenKeyOf(billkey: string): string {
  return `token-${billkey}`;
}

/** The key of the call that checked or stored a method's card. */
export function cardKeyOf({
  billkey,
  tokenKey,
}: Pick<Intent["methods"][number], "billkey" | "tokenKey">): string | null {
  return billkey === null ? tokenKey : tokenKeyOf(billkey);
}

/** Of a card that was typed at a checkout. */
export function isOfCheckout(tokenKey: string): boolean {
  return tokenKey.startsWith("card-");
}

export function billkeyOf(tokenKey: string): string {
  return tokenKey.slice("token-".length);
}

export const keyStands = standsOfKind(billingKeys);

export const part: Part = { records: [billingKeys], projections: [keyStands] };
