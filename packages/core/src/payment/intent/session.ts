import { z } from "zod";
import { recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { StateTable } from "../../engine/commit/state-table.ts";

const sessionStatuses = ["OPEN", "AUTHENTICATED", "EXPIRED", "SUPERSEDED"] as const;

export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionEvent = "authenticate" | "expire" | "supersede" | "close" | "give-up";

/**
 * `close`: the merchant cancels the payment before the buyer authenticates. `give-up`: the buyer withdraws after
 * authentication; giving up earlier leaves the link open.
 */
export const sessionStates: StateTable<SessionStatus, SessionEvent> = {
  OPEN: { authenticate: "AUTHENTICATED", expire: "EXPIRED", supersede: "SUPERSEDED", close: "EXPIRED" },
  AUTHENTICATED: { "give-up": "EXPIRED", supersede: "SUPERSEDED" },
  EXPIRED: {},
  SUPERSEDED: {},
};

const sessionSchema = z.looseObject({
  /** The hash of the session's token; the token itself is stored nowhere. */
  id: z.string(),
  intentKey: z.string(),
  /** The merchant's server with its secret key, or a page with the public client key. */
  openedBy: z.enum(["server", "browser"]),
  status: z.enum(sessionStatuses),
  successUrl: z.string(),
  failUrl: z.string(),
  /** Authentications sent to the gateway, without those that it did not answer. */
  tries: z.number(),
  /** Cards sent to the gateway so far, each under its own key. */
  cards: z.number().default(0),
  /** Null before the first try. */
  triedAt: z.number().nullable(),
  /** Tries that the gateway refused. */
  refusals: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** Payer identity data, sealed. */
  kyc: z.string().nullable(),
});

/** A checkout session (interface: Checkout session). */
export type Session = z.output<typeof sessionSchema>;

export const sessionRecord: IndexedKind<Session> = recordKind(
  "session",
  sessionSchema,
  ({ id, status, expiresAt }) => ({
    id,
    dueAt: status === "OPEN" ? expiresAt : null,
  }),
);

/** The status at a time: a session expires on time, even before the work that records it has run. */
export function sessionStatusAt(session: Session, now: number): SessionStatus {
  return session.status === "OPEN" && now >= session.expiresAt ? "EXPIRED" : session.status;
}
