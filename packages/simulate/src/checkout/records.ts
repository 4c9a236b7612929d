import { sessionRecord, sessionStates } from "@wonflow/core";
import { createHash } from "node:crypto";
import { observeRecords } from "../observation/observed-records.ts";

export const sessions = observeRecords(sessionRecord, {
  subject: (_, session) => session?.intentKey,
  machine: {
    states: sessionStates,
    initial: "OPEN",
    statusOf: ({ status }) => status,
    // Both expiry and the cancellation of its payment end an open session as EXPIRED.
    eventOf: ({ event }, moves) =>
      event === "expire" && moves.some((other) => other.event === "cancel-rest") ? "close" : undefined,
  },
  unfinished: ({ id, status }) => (status === "OPEN" ? `session ${id} is still OPEN` : undefined),
});

/** A session is stored under the hash of its token. */
export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
