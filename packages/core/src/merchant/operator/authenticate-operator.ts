import { z } from "zod";

import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import { ownerOfToken, tenantOfToken, platform, type Owner, type Tenant } from "../../engine/tenant/tenant.ts";
import { operatorRecord, type OperatorRole, type Operator } from "./operator.ts";
import type { Vault } from "../../ports.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { passwordFreshness } from "./password-freshness.ts";
import { purgeWork } from "../../engine/due-work/work.ts";

const operatorSessionSchema = z.looseObject({
  operator: z.string(),
  /** The operator's `generation` at sign-in. */
  generation: z.string(),
  startedAt: z.number(),
  /** When the password was last typed after the sign-in. */
  passwordAgainAt: z.number().optional(),
  expiresAt: z.number(),
});

/** The session of a signed-in operator. The record's id is the hash of the token, which is stored nowhere. */
type OperatorSession = z.output<typeof operatorSessionSchema>;

export const operatorSessionRecord = recordKind("operatorSession", operatorSessionSchema);

/** A session ends with its time, a new password, a sign-out of all sessions, or the operator's removal. */
export function goesOn(session: OperatorSession, operator: Operator | undefined, now: number): boolean {
  return now < session.expiresAt && session.generation === operator?.generation;
}

/**
 * The CSRF tokens of a session. They are derived from its own token, so that none is stored: one for each secret in
 * use, the newest first. Any of them is right.
 */
export function csrfTokensOf(vault: Vault, token: string): Promise<readonly [string, ...string[]]> {
  return vault.fingerprints(`operator csrf ${token}`);
}

export const operatorSessionWork = purgeWork({
  kind: operatorSessionRecord,
  isOver: ({ expiresAt }, now) => expiresAt <= now,
});

export interface SignedInOperator<Of extends Owner = Tenant> {
  readonly tenant: Of;
  readonly name: string;
  /** As it is now: a changed role holds in the sessions that are open. */
  readonly role: OperatorRole;
  /** A page sends it with every request that changes something. */
  readonly csrfToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Milliseconds since 1970. Afterwards some operations ask for the password again. */
  readonly passwordFreshUntil: number;
  readonly isPasswordFresh: boolean;
}

/** The proof that a request which changes something carries besides its token. */
export interface WriteProof {
  readonly csrfToken: string;
}

export const authenticateOperatorErrors = ["UNAUTHORIZED_OPERATOR", "INVALID_CSRF_TOKEN"] as const;

/** A merchant's operator; a token of the platform is invalid here. */
export function authenticateOperator(context: Context, token: string, write: WriteProof | undefined) {
  return authenticate(context, tenantOfToken(token), { token, write });
}

/** An operator of the platform; a token of a merchant's operator is invalid here. */
export function authenticatePlatformOperator(context: Context, token: string, write: WriteProof | undefined) {
  const owner = ownerOfToken(token);
  return authenticate(context, owner === platform ? owner : undefined, { token, write });
}

/** An operator of either. */
export function authenticateAnyOperator(context: Context, token: string) {
  return authenticate(context, ownerOfToken(token), { token, write: undefined });
}

interface Shown {
  readonly token: string;
  readonly write: WriteProof | undefined;
}

async function authenticate<Of extends Owner>(context: Context, tenant: Of | undefined, { token, write }: Shown) {
  if (tenant === undefined) return refuse("UNAUTHORIZED_OPERATOR");
  const ref = operatorSessionRecord.ref(await context.vault.hash(token));
  // Take `now` before reading, so that a slow read cannot expire a session that was still valid.
  const now = context.clock.now();
  const { session, operator } = await loadOnce(context, tenant, async (read) => {
    const [found] = await read(ref);
    const [its] = await read(found === undefined ? undefined : operatorRecord.ref(found.operator));
    return { session: found, operator: its };
  });
  if (session === undefined || operator === undefined || !goesOn(session, operator, now))
    return refuse("UNAUTHORIZED_OPERATOR");
  const csrfTokens = await csrfTokensOf(context.vault, token);
  if (write !== undefined && !csrfTokens.includes(write.csrfToken)) return refuse("INVALID_CSRF_TOKEN");
  const [csrfToken] = csrfTokens;
  const { name, role } = operator;
  return ok<SignedInOperator<Of>>({
    tenant,
    name,
    role,
    csrfToken,
    expiresAt: session.expiresAt,
    ...passwordFreshness(session, context.settings, now),
  });
}
