import { type Seller, sellerRecord, sellerStates } from "@wonflow/core";
import type { Projection } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import type { Part } from "../part.ts";
import { commitsSoFar } from "../payment/history.ts";

export const sellers = observeRecords(sellerRecord, {
  subject: (id) => id,
  machine: { states: sellerStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

/** The key of the attempt that registers a seller. */
export function registrationKeyOf(sellerId: string): string {
  return `registration.${sellerId}`;
}

/** Everything that the books ever said of sellers. */
export const sellerStands: Projection<Stands<Seller>> = {
  start: createStands,
  onCommit(stands, { tenant, writes }, observed) {
    for (const { key } of writes) {
      const seller = key.kind === sellers.kind ? observed.of(sellers).get(tenant, key.id) : undefined;
      if (seller === undefined) continue;
      stands.enter(`${tenant} ${key.id}`, seller, { now: observed.now, commits: commitsSoFar(observed) });
    }
  },
};

export const part: Part = { records: [sellers], projections: [sellerStands] };
