import { z } from "zod";

import { recordKind } from "../record.ts";
import type { Write } from "../store.ts";

/** The recurring record of a merchant's settlements: due at the beginning of each day in Seoul. */
export const settlementScheduleRecord = recordKind("settlementSchedule", z.looseObject({}));

export const settlementScheduleRef = settlementScheduleRecord.ref("self");

export function scheduleWrite(dueAt: number): Write {
  return settlementScheduleRecord.write(settlementScheduleRef.id, {}, { dueAt });
}
