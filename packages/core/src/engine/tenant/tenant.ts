import type { Ids } from "../../ports.ts";

export const modes = ["test", "live"] as const;

/** Test money and live money never meet: no record, account or cursor belongs to both. */
export type Mode = (typeof modes)[number];

/** One merchant in one mode: the unit that every record, account and change set belongs to. */
export interface Tenant {
  /** Merchant id issued by the service, a whole number from 1. */
  readonly mId: number;
  readonly mode: Mode;
}

/** Owns the records of no merchant: API keys, card tables, the calendar. */
export const platform = "platform" as const;

export type Owner = Tenant | typeof platform;

/** An owner as one string, the first part of every stored key: `"1:test"`, `"platform"`. */
export type TenantId = `${number}:${Mode}` | typeof platform;

/**
 * The stored form of an owner.
 *
 * @example
 * tenantId({ mId: 1, mode: "test" }); // "1:test"
 */
export function tenantId(owner: Owner): TenantId {
  return owner === platform ? platform : `${owner.mId}:${owner.mode}`;
}

const tenantPattern = /^([1-9]\d{0,14}):(test|live)$/;

/**
 * The tenant of a stored form; undefined for the platform and for malformed text.
 *
 * @example
 * parseTenantId("1:live"); // { mId: 1, mode: "live" }
 */
export function parseTenantId(id: string): Tenant | undefined {
  const match = tenantPattern.exec(id);
  if (match === null) return undefined;
  return { mId: Number(match[1]), mode: match[2] === "live" ? "live" : "test" };
}

/** A checkout session, an operator's session, an operator's device, a receipt, an opening of the gateway's window. */
type Letters = "cs" | "os" | "od" | "rc" | "pw";

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
