export const modes = ["test", "live"] as const;

/** Test money and live money never meet: no record, account or cursor belongs to both. */
export type Mode = (typeof modes)[number];

/** One merchant in one mode: the unit that every record, account and change set belongs to. */
export interface Tenant {
  /** Merchant id issued by the service, a whole number from 1. */
  readonly mId: number;
  readonly mode: Mode;
}

/**
 * A tenant as one string, the first part of every stored key: `"1:test"`.
 * `"platform"` holds what must be found before the tenant is known (API keys).
 */
export type TenantId = `${number}:${Mode}` | "platform";

export const platform = "platform" satisfies TenantId;

/**
 * The stored form of a tenant.
 *
 * @example
 * tenantId({ mId: 1, mode: "test" }); // "1:test"
 */
export function tenantId(tenant: Tenant): TenantId {
  return `${tenant.mId}:${tenant.mode}`;
}

const tenantPattern = /^([1-9]\d{0,14}):(test|live)$/;

/**
 * The tenant of a stored form, or undefined for the platform and for anything malformed.
 *
 * @example
 * parseTenantId("1:live"); // { mId: 1, mode: "live" }
 */
export function parseTenantId(id: string): Tenant | undefined {
  const match = tenantPattern.exec(id);
  if (match === null) return undefined;
  return { mId: Number(match[1]), mode: match[2] === "live" ? "live" : "test" };
}
