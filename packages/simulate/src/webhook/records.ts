import { type Delivery, deliveryRecord, deliveryStates } from "@wonflow/core/records";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";

function ended({ log }: Delivery): number {
  return log.filter(({ ms }) => ms !== null).length;
}

export const deliveries = observeRecords(deliveryRecord, {
  subject: (id) => id,
  machine: {
    states: deliveryStates,
    initial: "PENDING",
    statusOf: ({ status }) => status,
    repeated(before, after) {
      if (before.status !== "PENDING") return false;
      if (after.triesLeft > before.triesLeft) return "resend";
      return ended(after) > ended(before) ? "fail" : false;
    },
  },
  unfinished: ({ id, status, nextTryAt }) =>
    status === "PENDING" ? { what: `webhook ${id} is still PENDING`, until: nextTryAt ?? undefined } : undefined,
});

export const part: Part = { records: [deliveries] };
