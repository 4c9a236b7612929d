import { intentRecord, intentStates, orderRecord } from "@wonflow/core";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";

export const intents = observeRecords(intentRecord, {
  subject: (id) => id,
  machine: {
    states: intentStates,
    // A charge of stored cards has no session, and begins with its approvals.
    initial: ({ sessionId }) => (sessionId === null ? "IN_PROGRESS" : "READY"),
    statusOf: ({ status }) => status,
    // Both the end of its time and its buyer, whose link ends with it, end an authenticated payment as EXPIRED.
    eventOf: ({ from, event }, moves) =>
      from === "IN_PROGRESS" && event === "expire" && moves.some((other) => other.event === "give-up")
        ? "give-up"
        : undefined,
    repeated: (before, after) => before.canceledAmount !== after.canceledAmount,
  },
  unfinished({ intentKey, status, openAttempt }) {
    if (openAttempt !== null) return `payment ${intentKey} still names ${openAttempt} as under way`;
    return status === "READY" || status === "IN_PROGRESS" ? `payment ${intentKey} is still ${status}` : undefined;
  },
});

export const orders = observeRecords(orderRecord);

export const part: Part = { records: [intents, orders] };
