import { approvalRecord, attemptRecord, attemptStates, cancellationRecord, reversalRecord } from "@wonflow/core";
import { z } from "zod";
import { observeRecords } from "../observation/observed-records.ts";

/** What an attempt is for, by its key: `approval.<intentKey>`, `cancellation.<intentKey>.1`. */
export function subjectOfAttempt(key: string): string | undefined {
  return key.split(".")[1];
}

/** An attempt of any kind, with what its own kind keeps. */
const attemptOfAnyKind = {
  name: attemptRecord.name,
  schema: z.union([approvalRecord.schema, cancellationRecord.schema, reversalRecord.schema]),
};

export const attempts = observeRecords(attemptOfAnyKind, {
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
