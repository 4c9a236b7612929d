import type { Ids } from "./ports.ts";
import { tenantId, type Tenant } from "./tenant.ts";

/** What a token is for, as its first letters say: a checkout session, or an operator's session. */
type Prefix = "cs" | "os";

/** A new token: unguessable, and carrying its tenant, so that what it names is found without a search. */
export function newTenantToken(ids: Ids, prefix: Prefix, tenant: Tenant): string {
  return `${prefix}_${tenantId(tenant).replace(":", "_")}_${ids.random(32)}`;
}

const tokenPattern = /^([a-z]{2})_([1-9]\d{0,14})_(test|live)_[A-Za-z0-9_-]{32}$/;

/** The tenant that a token names, or undefined where it is no token of this prefix. */
export function tenantOfToken(prefix: Prefix, token: string): Tenant | undefined {
  const match = tokenPattern.exec(token);
  if (match === null || match[1] !== prefix) return undefined;
  return { mId: Number(match[2]), mode: match[3] === "live" ? "live" : "test" };
}
