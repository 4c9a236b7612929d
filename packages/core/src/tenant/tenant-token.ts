import type { Ids } from "../ports.ts";
import { tenantId, type Tenant } from "./tenant.ts";

/** A checkout session, an operator's session, an operator's device, a receipt. */
type Letters = "cs" | "os" | "od" | "rc";

const secretLength = 32;

/** An unguessable token that names its tenant, so that its record is found without a search. */
export function newTenantToken(ids: Ids, letters: Letters, tenant: Tenant): string {
  return tenantToken(letters, tenant, ids.random(secretLength));
}

/** `rest` ends in an unguessable part. */
export function tenantToken(letters: Letters, tenant: Tenant, rest: string): string {
  return `${letters}_${tenantId(tenant).replace(":", "_")}_${rest}`;
}

const tokenPattern = /^[a-z]{2}_([1-9]\d{0,14})_(test|live)_([\w-]+)$/;

export function partsOfToken(token: string): { readonly tenant: Tenant; readonly rest: string } | undefined {
  const [, mId, mode, rest] = tokenPattern.exec(token) ?? [];
  if (rest === undefined) return undefined;
  return { tenant: { mId: Number(mId), mode: mode === "live" ? "live" : "test" }, rest };
}

/** The tenant of a session's token; undefined for any other text. */
export function tenantOfToken(token: string): Tenant | undefined {
  const parts = partsOfToken(token);
  return parts?.rest.length === secretLength ? parts.tenant : undefined;
}
