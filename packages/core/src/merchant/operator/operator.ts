import { z } from "zod";

import { recordKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import type { PageInput } from "../../engine/request/page.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";

/** The name that an operator signs in with. Capital letters are read as small ones. */
export const operatorNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/, "must be 1 to 100 letters, digits or . _ @ + -, the first no sign")
  .toLowerCase();

/** The roles, from the least: each may do all that the one before may. */
export const operatorRoles = ["viewer", "cashier", "owner"] as const;

/**
 * - `viewer` reads
 * - `cashier` cancels payments too
 * - `owner` does everything that a merchant's operator may
 */
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether a role may do what another one may. */
export function isAtLeast(role: OperatorRole, least: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least);
}

const operatorSchema = z.looseObject({
  name: z.string(),
  /** Before there were roles, every operator could do everything. */
  role: z.enum(operatorRoles).default("owner"),
  /** Verifies the password, which itself is stored nowhere. */
  passwordHash: z.string(),
  /** A session is valid while this is the generation that it began in. */
  generation: z.string(),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
  passwordSetAt: z.number(),
});

/** A person who may act for a merchant in one mode. */
export type Operator = z.output<typeof operatorSchema>;

export const operatorList = "operators";

export const operatorRecord = recordKind("operator", operatorSchema, ({ name }) => ({
  id: name,
  place: { list: operatorList, position: name },
}));

/** Undefined if no operator can have this name. */
export function operatorRefOf(name: string) {
  const read = operatorNameSchema.safeParse(name);
  return read.success ? operatorRecord.ref(read.data) : undefined;
}

/** All changes of one operator wait in this lane. */
export function operatorLane(name: string): string {
  return `operator ${name.toLowerCase()}`;
}

/** An operator as listed for the merchant. Times are in milliseconds since 1970. */
export interface ListedOperator {
  readonly name: string;
  readonly role: OperatorRole;
  readonly addedAt: number;
  readonly passwordSetAt: number;
}

export function viewOperator({ name, role, addedAt, passwordSetAt }: Operator): ListedOperator {
  return { name, role, addedAt, passwordSetAt };
}

export const listOperatorsErrors = ["INVALID_REQUEST"] as const;

/** By name. */
export function listOperators(context: Context, tenant: Owner, input: PageInput) {
  const list = { tenant, list: operatorList, order: "ascending" } as const;
  return listPage(context, { ...list, kind: operatorRecord, view: viewOperator }, input);
}
