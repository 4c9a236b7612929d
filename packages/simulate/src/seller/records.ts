import { sellerRecord, sellerStates } from "@wonflow/core";
import { observeRecords } from "../observation/observed-records.ts";

export const sellers = observeRecords(sellerRecord, {
  subject: (id) => id,
  machine: { states: sellerStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

/** The key of the attempt that registers a seller. */
export function registrationKeyOf(sellerId: string): string {
  return `registration.${sellerId}`;
}
