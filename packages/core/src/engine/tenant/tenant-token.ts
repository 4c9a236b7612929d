import type { Ids } from "../../ports.ts";
import { parseTenantId, platform, tenantId, type Owner, type Tenant } from "./tenant.ts";

/** A checkout session, an operator's session, an operator's device, a receipt. */
type Letters = "cs" | "os" | "od" | "rc";

const secretLength = 32;

/** An unguessable token that names its owner, so that its record is found without a search. */
export function newTenantToken(ids: Ids, letters: Letters, owner: Owner): string {
  return tenantToken(letters, owner, ids.random(secretLength));
}

/** `rest` ends in an unguessable part. */
export function tenantToken(letters: Letters, owner: Owner, rest: string): string {
  return `${letters}_${tenantId(owner).replace(":", "_")}_${rest}`;
}

const tokenPattern = /^[a-z]{2}_(platform|[1-9]\d{0,14}_(?:test|live))_([\w-]+)$/;

export function partsOfToken(token: string): { readonly owner: Owner; readonly rest: string } | undefined {
  const [, id = "", rest] = tokenPattern.exec(token) ?? [];
  if (rest === undefined) return undefined;
  return { owner: parseTenantId(id.replace("_", ":")) ?? platform, rest };
}

/** The owner of a session's token; undefined for any other text. */
export function ownerOfToken(token: string): Owner | undefined {
  const parts = partsOfToken(token);
  return parts?.rest.length === secretLength ? parts.owner : undefined;
}

/** The tenant of a session's token; undefined for any other text, also for a token of the platform. */
export function tenantOfToken(token: string): Tenant | undefined {
  const owner = ownerOfToken(token);
  return owner === platform ? undefined : owner;
}
