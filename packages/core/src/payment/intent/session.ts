import { z } from "zod";
import { recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { StateTable } from "../../engine/commit/state-table.ts";
import { methodChoices, windowMethods } from "../../merchant/payment-methods.ts";
import { windowFailures } from "../../gateway/refusals.ts";

const sessionStatuses = ["OPEN", "IN_WINDOW", "AUTHENTICATED", "EXPIRED", "SUPERSEDED"] as const;

export type SessionStatus = (typeof sessionStatuses)[number];
export type SessionEvent =
  | "open-window"
  | "close-window"
  | "authenticate"
  | "expire"
  | "supersede"
  | "close"
  | "give-up";

/**
 * `close`: the merchant cancels the payment before the buyer authenticates. `give-up`: the buyer withdraws after
 * authentication; giving up earlier leaves the link open. IN_WINDOW: the buyer is in the gateway's window, where one
 * opening follows another.
 */
export const sessionStates: StateTable<SessionStatus, SessionEvent> = {
  OPEN: {
    "open-window": "IN_WINDOW",
    authenticate: "AUTHENTICATED",
    expire: "EXPIRED",
    supersede: "SUPERSEDED",
    close: "EXPIRED",
  },
  IN_WINDOW: {
    "open-window": "IN_WINDOW",
    "close-window": "OPEN",
    authenticate: "AUTHENTICATED",
    expire: "EXPIRED",
    supersede: "SUPERSEDED",
    close: "EXPIRED",
  },
  AUTHENTICATED: { "give-up": "EXPIRED", supersede: "SUPERSEDED" },
  EXPIRED: {},
  SUPERSEDED: {},
};

const openingSchema = z.object({
  key: z.string(),
  method: z.enum(windowMethods),
  /** After it, its return is not accepted. */
  endsAt: z.number(),
  /** How it failed, as far as the provider or the browser says. */
  failure: z.enum(windowFailures).nullable(),
});

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
  /** The methods that its buyer may choose from. */
  methods: z.array(z.enum(methodChoices)).default(["KEYIN"]),
  /** How often the gateway's window was opened, each time under a key of its own. */
  openings: z.number().default(0),
  /** The opening that may still return, or the last one if it failed; null otherwise. */
  opening: openingSchema.nullable().default(null),
  /** Payer identity data, sealed. */
  kyc: z.string().nullable(),
});

/** A checkout session (interface: Checkout session). */
export type Session = z.output<typeof sessionSchema>;

export const sessionRecord: IndexedKind<Session> = recordKind("session", sessionSchema, (session) => ({
  id: session.id,
  dueAt: isUnpaid(session) ? endsAt(session) : null,
}));

function isUnpaid({ status }: Pick<Session, "status">): boolean {
  return status === "OPEN" || status === "IN_WINDOW";
}

/** A buyer who went to the window in time may return later. */
function endsAt({ status, expiresAt, opening }: Session): number {
  return status === "IN_WINDOW" ? Math.max(expiresAt, opening?.endsAt ?? 0) : expiresAt;
}

/**
 * The status at a time: a session expires on time, even before the work that records it has run, and so does an opening
 * of the window.
 */
export function sessionStatusAt(session: Session, now: number): SessionStatus {
  if (!isUnpaid(session)) return session.status;
  if (now >= endsAt(session)) return "EXPIRED";
  return session.status === "IN_WINDOW" && now >= (session.opening?.endsAt ?? 0) ? "OPEN" : session.status;
}

/** Whether a buyer can still choose how to pay. */
export function canBePaid(session: Session, now: number): boolean {
  const status = sessionStatusAt(session, now);
  return status === "OPEN" || status === "IN_WINDOW";
}
