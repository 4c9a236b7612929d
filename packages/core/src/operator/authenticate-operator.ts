import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { tenantOfToken } from "../tenant/tenant-token.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { operatorRecord } from "./operator.ts";
import { csrfTokensOf, goesOn, operatorSessionRecord } from "./operator-session.ts";

/** An operator who is signed in. */
export interface SignedInOperator {
  readonly tenant: Tenant;
  readonly name: string;
  /** What a page sends along with whatever changes something. */
  readonly csrfToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What a request that changes something has to show besides its token. */
export interface WriteProof {
  readonly csrfToken: string;
}

export const authenticateOperatorErrors = ["UNAUTHORIZED_OPERATOR", "INVALID_CSRF_TOKEN"] as const;

/** Finds the operator that a session's token stands for. */
export async function authenticateOperator(context: Context, token: string, write: WriteProof | undefined) {
  const tenant = tenantOfToken(token);
  if (tenant === undefined) return refuse("UNAUTHORIZED_OPERATOR");
  const ref = operatorSessionRecord.ref(await context.vault.hash(token));
  // Before it is read: a session that was used while the answer was on its way has not expired meanwhile.
  const now = context.clock.now();
  const { session, operator } = await loadOnce(context, tenant, async (read) => {
    const [found] = await read(ref);
    const [its] = await read(found === undefined ? undefined : operatorRecord.ref(found.operator));
    return { session: found, operator: its };
  });
  if (session === undefined || !goesOn(session, operator, now)) return refuse("UNAUTHORIZED_OPERATOR");
  const csrfTokens = await csrfTokensOf(context.vault, token);
  if (write !== undefined && !csrfTokens.includes(write.csrfToken)) return refuse("INVALID_CSRF_TOKEN");
  const [csrfToken] = csrfTokens;
  return ok<SignedInOperator>({ tenant, name: session.operator, csrfToken, expiresAt: session.expiresAt });
}
