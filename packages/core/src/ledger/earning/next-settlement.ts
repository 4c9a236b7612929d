import { z } from "zod";

import { recordKind } from "../../engine/commit/record.ts";

/** The recurring work of a merchant's settlements, due at the start of each day in Seoul. */
export const settlementScheduleRecord = recordKind("settlementSchedule", z.looseObject({}));

export const settlementScheduleRef = settlementScheduleRecord.ref("self");
