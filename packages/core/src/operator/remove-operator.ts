import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { operatorLane, operatorRecord, operatorRefOf } from "./operator.ts";

export const removeOperatorErrors = ["NOT_FOUND_OPERATOR", "CONCURRENT_REQUEST"] as const;

export function removeOperator(context: Context, tenant: Tenant, name: string) {
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRefOf(name)),
    decide: ([operator]) => {
      if (operator === undefined) return { answer: refuse("NOT_FOUND_OPERATOR") };
      return { answer: ok({ removed: true as const }), changes: { writes: [operatorRecord.remove(operator.name)] } };
    },
  });
}
