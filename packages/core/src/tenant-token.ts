import type { Ids } from "./ports.ts";
import { tenantId, type Tenant } from "./tenant.ts";

/**
 * A new token: unguessable, and carrying its tenant, so that what it stands for is found without a search. Its
 * first letters tell people what that is: `cs` a checkout session, `os` an operator's session.
 */
export function newTenantToken(ids: Ids, letters: "cs" | "os", tenant: Tenant): string {
  return `${letters}_${tenantId(tenant).replace(":", "_")}_${ids.random(32)}`;
}

const tokenPattern = /^[a-z]{2}_([1-9]\d{0,14})_(test|live)_[A-Za-z0-9_-]{32}$/;

/** The tenant that a token names, or undefined where it is no token. */
export function tenantOfToken(token: string): Tenant | undefined {
  const match = tokenPattern.exec(token);
  if (match === null) return undefined;
  return { mId: Number(match[1]), mode: match[2] === "live" ? "live" : "test" };
}
