import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { merchantRef, notRegistered } from "../merchant.ts";
import type { ErrorCode } from "../../errors.ts";
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
} from "./operator.ts";
import { otherOwners, ownerStays, type AskedBy } from "./owner-stays.ts";
import type { OperatorContext } from "./password-check.ts";
import { purgeTries, operatorTriesRecord } from "./password-tries.ts";
import { newPasswordSchema } from "./passwords.ts";

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
