import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { merchantRef, notRegistered } from "../merchant.ts";
import type { ErrorCode } from "../../error-messages.ts";
import { ok, refuse, refuseField, type Refused } from "../../result.ts";
import { platform, type Owner } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import {
  operatorLane,
  operatorNameSchema,
  operatorRecord,
  operatorRoles,
  viewOperator,
  type Operator,
  isAtLeast,
  operatorList,
  type OperatorRole,
  operatorRefOf,
} from "./operator.ts";
import { type OperatorContext, newPasswordSchema } from "./password-check.ts";
import { purgeTries, operatorTriesRecord } from "./password-tries.ts";
import { listRecords } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";

/** The operator who asks for a change of operators; null for one whom a host application does not name. */
export interface AskedBy {
  readonly operator: string | null;
}

/** As many are enough: they would all have to be removed while one change is decided. */
const mostOwners = 5;

/** References of other owners, one of whom must stay. The decision reads them again, and relies on what it reads. */
async function otherOwners(context: Context, tenant: Owner, name: string) {
  const list = { list: operatorList, order: "ascending", limit: 10_000 } as const;
  const operators = await listRecords(context, tenant, list);
  const owners = operators
    .map(({ body }) => operatorRecord.schema.parse(body))
    .filter((operator) => operator.role === "owner" && operator.name !== name);
  return owners.slice(0, mostOwners).map((operator) => operatorRecord.ref(operator.name));
}

interface Losing {
  readonly operator: Operator;
  /** Undefined for a removal. */
  readonly role: OperatorRole | undefined;
  readonly others: readonly (Operator | undefined)[];
}

/**
 * Refuses to take the role of an owner from the operator who requests it, and from the last owner: no operator could
 * restore it. Without `by` the request is the host application's own, which can always add another owner.
 */
function ownerStays({ operator, role, others }: Losing, by: AskedBy | undefined) {
  const isLosing = role === undefined || !isAtLeast(role, operator.role);
  if (by === undefined || !isLosing) return undefined;
  if (by.operator?.toLowerCase() === operator.name) {
    return refuseField(
      "FORBIDDEN_REQUEST",
      "name",
      "must not be your own: another owner removes you or takes your role",
    );
  }
  if (operator.role !== "owner" || others.some((other) => other?.role === "owner")) return undefined;
  return refuseField("FORBIDDEN_REQUEST", "name", "must not be the last owner");
}

const roleSchema = z.enum(operatorRoles, `must be ${operatorRoles.join(", ")}`);

const setOperatorSchema = z.object({
  name: operatorNameSchema,
  password: newPasswordSchema.optional(),
  role: roleSchema.optional(),
});

export type SetOperatorInput = z.input<typeof setOperatorSchema>;

export const setOperatorErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Adds an operator, or changes one. */
export async function setOperator(context: OperatorContext, tenant: Owner, input: SetOperatorInput) {
  const valid = validate(setOperatorSchema, input);
  return valid.ok ? writeOperator(context, { tenant, ...valid.value, refusal: () => undefined }) : valid;
}

export const addOperatorSchema = z
  .object({ name: operatorNameSchema, password: newPasswordSchema, role: roleSchema })
  .meta({ id: "AddOperatorRequest" });

export type AddOperatorInput = z.input<typeof addOperatorSchema>;

export const addOperatorErrors = [...setOperatorErrors, "ALREADY_EXIST_OPERATOR"] as const;

/** Adds an operator, and never changes one. */
export async function addOperator(context: OperatorContext, tenant: Owner, input: AddOperatorInput) {
  const valid = validate(addOperatorSchema, input);
  if (!valid.ok) return valid;
  const refusal = (before: Operator | undefined) =>
    before === undefined ? undefined : refuse("ALREADY_EXIST_OPERATOR");
  return writeOperator(context, { tenant, ...valid.value, refusal });
}

export const changeOperatorSchema = z
  .object({ role: roleSchema.optional(), password: newPasswordSchema.optional() })
  .refine(({ role, password }) => role !== undefined || password !== undefined, "must have a role, a password or both")
  .meta({ id: "ChangeOperatorRequest" });

export type ChangeOperatorInput = z.input<typeof changeOperatorSchema>;

export const changeOperatorErrors = [...setOperatorErrors, "NOT_FOUND_OPERATOR"] as const;

interface Changing {
  readonly name: string;
  readonly input: ChangeOperatorInput;
  readonly by: AskedBy | undefined;
}

/** Changes an operator, and never adds one. */
export async function changeOperator(context: OperatorContext, tenant: Owner, { name: given, input, by }: Changing) {
  const valid = validate(changeOperatorSchema, input);
  if (!valid.ok) return valid;
  const named = operatorNameSchema.safeParse(given);
  if (!named.success) return refuse("NOT_FOUND_OPERATOR");
  const { role } = valid.value;
  return writeOperator(context, {
    tenant,
    name: named.data,
    ...valid.value,
    others: async () => (by === undefined || role === undefined ? [] : otherOwners(context, tenant, named.data)),
    refusal(before, others) {
      if (before === undefined) return refuse("NOT_FOUND_OPERATOR");
      return role === undefined ? undefined : ownerStays({ operator: before, role, others }, by);
    },
  });
}

interface Writing<Code extends ErrorCode> extends z.output<typeof setOperatorSchema> {
  readonly tenant: Owner;
  /** References of the operators that the refusal is about, besides the one that is written. */
  readonly others?: () => ReturnType<typeof otherOwners>;
  readonly refusal: (
    before: Operator | undefined,
    others: readonly (Operator | undefined)[],
  ) => Refused<Code> | undefined;
}

async function writeOperator<Code extends ErrorCode = never>(context: OperatorContext, writing: Writing<Code>) {
  const { tenant, name, password, role, others = async () => [], refusal } = writing;
  const passwordHash = password === undefined ? undefined : await context.passwords.hash(password);
  const generation = context.ids.random(21);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    async load(read) {
      const owners = await read(...(await others()));
      const [merchant, before, tries] = await read(
        merchantRef,
        operatorRecord.ref(name),
        operatorTriesRecord.ref(name),
      );
      return { merchant, before, tries, owners };
    },
    decide({ merchant, before, tries, owners }, now) {
      if (merchant === undefined && tenant !== platform) return { answer: notRegistered };
      const refused = refusal(before, owners);
      if (refused !== undefined) return { answer: refused };
      const known = { ...before, name, role: role ?? before?.role ?? "owner" };
      if (passwordHash !== undefined) {
        const operator = { addedAt: now, ...known, passwordHash, generation, passwordSetAt: now };
        const writes = [operatorRecord.write(operator), ...purgeTries(name, tries)];
        return { answer: ok(viewOperator(operator)), changes: { writes } };
      }
      if (before === undefined) {
        return { answer: refuseField("INVALID_REQUEST", "password", "must be given: there is no such operator yet") };
      }
      const operator = { ...before, ...known };
      return { answer: ok(viewOperator(operator)), changes: { writes: [operatorRecord.write(operator)] } };
    },
  });
}

export const removeOperatorErrors = ["NOT_FOUND_OPERATOR", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

interface Removing {
  readonly name: string;
  readonly by: AskedBy | undefined;
}

export function removeOperator(context: Context, tenant: Owner, { name, by }: Removing) {
  const ref = operatorRefOf(name);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    async load(read) {
      const others = by === undefined || ref === undefined ? [] : await otherOwners(context, tenant, ref.id);
      const owners = await read(...others);
      const [operator] = await read(ref);
      return { operator, owners };
    },
    decide({ operator, owners }) {
      if (operator === undefined) return { answer: refuse("NOT_FOUND_OPERATOR") };
      const refused = ownerStays({ operator, role: undefined, others: owners }, by);
      if (refused !== undefined) return { answer: refused };
      return { answer: ok({ removed: true as const }), changes: { writes: [operatorRecord.remove(operator.name)] } };
    },
  });
}
