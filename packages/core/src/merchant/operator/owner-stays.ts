import { listRecords } from "../../engine/commit/list-page.ts";
import type { Context } from "../../context.ts";
import { refuseField } from "../../result.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";
import { isAtLeast, operatorList, operatorRecord, type Operator, type OperatorRole } from "./operator.ts";

/** The operator who asks for a change of operators; null for one whom a host application does not name. */
export interface AskedBy {
  readonly operator: string | null;
}

/** As many are enough: they would all have to be removed while one change is decided. */
const mostOwners = 5;

/** References of other owners, one of whom must stay. The decision reads them again, and relies on what it reads. */
export async function otherOwners(context: Context, tenant: Owner, name: string) {
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
export function ownerStays({ operator, role, others }: Losing, by: AskedBy | undefined) {
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
