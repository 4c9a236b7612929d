import { sessionRecord, sessionStates } from "@wonflow/core/records";
import { createHash } from "node:crypto";
import type { Invariant } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";

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

export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const linksUsedInTime: Invariant = {
  name: "a link is used before it expires",
  ofMove({ machine, tenant, id, event, at }, observed) {
    if (machine !== sessions.kind || event !== "authenticate") return undefined;
    const session = observed.of(sessions).get(tenant, id);
    return session !== undefined && at >= session.expiresAt ? `session ${id} was used after it had expired` : undefined;
  },
};

const noLinkLost: Invariant = {
  name: "no acknowledged link is lost",
  ofAcknowledgment({ tenant, answer }, observed) {
    const { token } = answer.body;
    if (typeof token !== "string") return undefined;
    const session = observed.of(sessions).get(tenant, sessionIdOf(token));
    return session === undefined ? "a client was given a link whose session is not stored" : undefined;
  },
};

export const part: Part = { records: [sessions], invariants: [linksUsedInTime, noLinkLost] };
