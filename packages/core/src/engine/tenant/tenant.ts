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
