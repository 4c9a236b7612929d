import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { ok, refuseField } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { operatorLane, operatorNameSchema, operatorRecord, operatorRoles, viewOperator } from "./operator.ts";
import type { OperatorContext } from "./password-check.ts";
import { forgetTries, operatorTriesRecord } from "./password-tries.ts";
import { newPasswordSchema } from "./passwords.ts";

const setOperatorSchema = z.object({
  name: operatorNameSchema,
  password: newPasswordSchema.optional(),
  role: z.enum(operatorRoles, `must be ${operatorRoles.join(", ")}`).optional(),
});

export type SetOperatorInput = z.input<typeof setOperatorSchema>;

export const setOperatorErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Adds an operator, or changes its password, its role or both. */
export async function setOperator(context: OperatorContext, tenant: Tenant, input: SetOperatorInput) {
  const valid = validate(setOperatorSchema, input);
  if (!valid.ok) return valid;
  const { name, password, role } = valid.value;
  const passwordHash = password === undefined ? undefined : await context.passwords.hash(password);
  const generation = context.ids.random(21);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(merchantRef, operatorRecord.ref(name), operatorTriesRecord.ref(name)),
    decide: ([merchant, before, tries], now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const known = { ...before, name, role: role ?? before?.role ?? "owner" };
      if (passwordHash !== undefined) {
        const operator = { addedAt: now, ...known, passwordHash, generation, passwordSetAt: now };
        const writes = [operatorRecord.write(operator), ...forgetTries(name, tries)];
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
