import { settlementScheduleRecord, type TenantId } from "@wonflow/core";
import type { Projection } from "../observation/projection.ts";

/** When each merchant's earnings are settled next, milliseconds since 1970. */
export const schedules: Projection<Map<TenantId, number>> = {
  start: () => new Map(),
  onCommit(all, { tenant, writes }) {
    for (const { key, dueAt } of writes) {
      if (key.kind === settlementScheduleRecord.name && dueAt !== null) all.set(tenant, dueAt);
    }
  },
};
