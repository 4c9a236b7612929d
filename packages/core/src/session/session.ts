import type { RecordRef } from "../commit.ts";
import type { Context } from "../context.ts";
import { parseTenantId, type TenantId } from "../tenant.ts";
import type { StateTable } from "../state-table.ts";
import type { Write } from "../store.ts";

export type SessionStatus = "OPEN" | "AUTHENTICATED" | "EXPIRED" | "SUPERSEDED";
export type SessionEvent = "authenticate" | "expire" | "supersede" | "close";

/** `close`: the merchant canceled the payment before the buyer authenticated it. */
export const sessionStates: StateTable<SessionStatus, SessionEvent> = {
  OPEN: { authenticate: "AUTHENTICATED", expire: "EXPIRED", supersede: "SUPERSEDED", close: "EXPIRED" },
  AUTHENTICATED: {},
  EXPIRED: {},
  SUPERSEDED: {},
};

/** Who opened a session: the merchant's server with its secret key, or a page with the public client key. */
export type SessionOpener = "server" | "browser";

/** A checkout session (interface: Checkout session). Its id is the hash of its token; the token is stored nowhere. */
export interface Session {
  readonly id: string;
  readonly intentKey: string;
  readonly openedBy: SessionOpener;
  readonly status: SessionStatus;
  readonly successUrl: string;
  readonly failUrl: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Payer identity data, sealed. */
  readonly kyc: string | null;
}

export function sessionRef(id: string): RecordRef<Session> {
  return { kind: "session", id };
}

/** An open session is due for work when it expires. */
export function sessionWrite(session: Session): Write {
  return {
    key: sessionRef(session.id),
    body: { ...session },
    dueAt: session.status === "OPEN" ? session.expiresAt : null,
  };
}

/** The status at a moment: a session is over on time, also before the work that records it has run. */
export function sessionStatusAt(session: Session, now: number): SessionStatus {
  return session.status === "OPEN" && now >= session.expiresAt ? "EXPIRED" : session.status;
}

/** A new token: unguessable, and carrying its tenant, so that its session is found without a search. */
export function newSessionToken(context: Context, tenant: TenantId): string {
  return `cs_${tenant.replace(":", "_")}_${context.ids.random(32)}`;
}

const tokenPattern = /^cs_(\d{1,15})_(test|live)_[A-Za-z0-9_-]{32}$/;

/** The tenant that a token names, or undefined where it is no token. */
export function tenantOfToken(token: string): TenantId | undefined {
  const match = tokenPattern.exec(token);
  if (match === null) return undefined;
  const id = `${match[1]}:${match[2]}` as const;
  return parseTenantId(id) === undefined ? undefined : (id as TenantId);
}
