import { type BillingKey, billingKeyRecord, billingKeyStates } from "@wonflow/core";
import type { Projection } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import type { Part } from "../part.ts";
import { commitsSoFar } from "../payment/history.ts";

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
export const keyStands: Projection<Stands<BillingKey>> = {
  start: createStands,
  onCommit(stands, { tenant, writes }, observed) {
    for (const { key } of writes) {
      const billingKey = key.kind === billingKeys.kind ? observed.of(billingKeys).get(tenant, key.id) : undefined;
      if (billingKey === undefined) continue;
      stands.enter(`${tenant} ${key.id}`, billingKey, { now: observed.now, commits: commitsSoFar(observed) });
    }
  },
};

export const part: Part = { records: [billingKeys], projections: [keyStands] };
