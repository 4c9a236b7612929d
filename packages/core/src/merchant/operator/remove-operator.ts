import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";
import { operatorLane, operatorRecord, operatorRefOf } from "./operator.ts";
import { otherOwners, ownerStays, type AskedBy } from "./owner-stays.ts";

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
