import { billingKeyRecord, billingKeyStates } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind } from "../payment/history.ts";

export const billingKeys = observeRecords(billingKeyRecord, {
  subject: (id) => id,
  machine: { states: billingKeyStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

/** The key under which the network issued the token of a billing key. */
export function tokenKeyOf(billkey: string): string {
  return `token.${billkey}`;
}

/** The billing key whose token was issued under a key. */
export function billkeyOf(tokenKey: string): string {
  return tokenKey.slice("token.".length);
}

/** Everything that the books ever said of billing keys. */
export const keyStands = standsOfKind(billingKeys);

export const part: Part = { records: [billingKeys], projections: [keyStands] };
