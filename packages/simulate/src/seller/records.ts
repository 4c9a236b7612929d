import { sellerRecord, sellerStates } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind } from "../payment/history.ts";

export const sellers = observeRecords(sellerRecord, {
  subject: (id) => id,
  machine: { states: sellerStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

export function registrationKeyOf(sellerId: string): string {
  return `registration.${sellerId}`;
}

export const sellerStands = standsOfKind(sellers);

export const part: Part = { records: [sellers], projections: [sellerStands] };
