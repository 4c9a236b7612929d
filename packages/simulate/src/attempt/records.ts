import { attemptStates } from "@wonflow/core";
import { observeRecords } from "../observation/observed-records.ts";
import { attemptRecord } from "../records.ts";

/** What an attempt is for, by its key: `approval.<intentKey>`, `cancellation.<intentKey>.1`. */
export function subjectOfAttempt(key: string): string | undefined {
  return key.split(".")[1];
}

export const attempts = observeRecords(attemptRecord, {
  subject: subjectOfAttempt,
  machine: {
    states: attemptStates,
    initial: "OPEN",
    statusOf: ({ status }) => status,
    repeated: (before, after) => before.lookUps !== after.lookUps,
  },
  unfinished: ({ key, status }) =>
    status === "OPEN" || status === "UNKNOWN" ? `attempt ${key} is still ${status}` : undefined,
});
