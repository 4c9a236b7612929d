import { statementRecord, type TenantId } from "@wonflow/core";
import type { Projection } from "../observation/projection.ts";

/** When each merchant's next statement is read, milliseconds since 1970. */
export const statementSchedules: Projection<Map<TenantId, number>> = {
  start: () => new Map(),
  onCommit(all, { tenant, writes }) {
    for (const { key, dueAt } of writes) {
      if (key.kind === statementRecord.name && dueAt !== null) all.set(tenant, dueAt);
    }
  },
};
