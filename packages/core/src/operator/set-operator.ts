import { z } from "zod";

import { decideAndCommit } from "../commit/commit.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { operatorLane, operatorNameSchema, operatorRecord, viewOperator } from "./operator.ts";
import type { OperatorContext } from "./password-check.ts";
import { forgetTries, operatorTriesRecord } from "./password-tries.ts";
import { newPasswordSchema } from "./passwords.ts";

const setOperatorSchema = z.object({ name: operatorNameSchema, password: newPasswordSchema });

export type SetOperatorInput = z.input<typeof setOperatorSchema>;

export const setOperatorErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

export async function setOperator(context: OperatorContext, tenant: Tenant, input: SetOperatorInput) {
  const valid = validate(setOperatorSchema, input);
  if (!valid.ok) return valid;
  const { name, password } = valid.value;
  const passwordHash = await context.passwords.hash(password);
  const generation = context.ids.random(21);
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(merchantRef, operatorRecord.ref(name), operatorTriesRecord.ref(name)),
    decide: ([merchant, before, tries], now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const operator = { addedAt: now, ...before, name, passwordHash, generation, passwordSetAt: now };
      const writes = [operatorRecord.write(operator), ...forgetTries(name, tries)];
      return { answer: ok(viewOperator(operator)), changes: { writes } };
    },
  });
}
