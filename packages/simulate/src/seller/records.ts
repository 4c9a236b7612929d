import { sellerRecord, sellerStates } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind } from "../payment/history.ts";

export const sellers = observeRecords(sellerRecord, {
  subject: (id) => id,
  machine: { states: sellerStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

/** The key of the attempt that registers a seller. */
export function registrationKeyOf(sellerId: string): string {
  return `registration.${sellerId}`;
}

/** Everything that the books ever said of sellers. */
export const sellerStands = standsOfKind(sellers);

export const part: Part = { records: [sellers], projections: [sellerStands] };
