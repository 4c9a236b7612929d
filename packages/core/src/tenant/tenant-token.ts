import type { Ids } from "../ports.ts";
import { tenantId, type Tenant } from "./tenant.ts";

/** What a token is for, as its first letters tell people: a checkout session, an operator's session, a receipt. */
type Letters = "cs" | "os" | "rc";

const secretLength = 32;

/**
 * A new token: unguessable, and carrying its tenant, so that what it stands for is found without a search.
 */
export function newTenantToken(ids: Ids, letters: Letters, tenant: Tenant): string {
  return tenantToken(letters, tenant, ids.random(secretLength));
}

/** A token out of its parts; `rest` ends in what makes it unguessable. */
export function tenantToken(letters: Letters, tenant: Tenant, rest: string): string {
  return `${letters}_${tenantId(tenant).replace(":", "_")}_${rest}`;
}

const tokenPattern = /^[a-z]{2}_([1-9]\d{0,14})_(test|live)_([\w-]+)$/;

/** The parts of a token, or undefined where it is none. */
export function partsOfToken(token: string): { readonly tenant: Tenant; readonly rest: string } | undefined {
  const [, mId, mode, rest] = tokenPattern.exec(token) ?? [];
  if (rest === undefined) return undefined;
  return { tenant: { mId: Number(mId), mode: mode === "live" ? "live" : "test" }, rest };
}

/** The tenant that the token of a session names, or undefined where it is no such token. */
export function tenantOfToken(token: string): Tenant | undefined {
  const parts = partsOfToken(token);
  return parts?.rest.length === secretLength ? parts.tenant : undefined;
}
