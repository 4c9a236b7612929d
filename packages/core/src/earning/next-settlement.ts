import { z } from "zod";

import { recordKind } from "../commit/record.ts";

/** The recurring record of a merchant's settlements: due at the beginning of each day in Seoul. */
export const settlementScheduleRecord = recordKind("settlementSchedule", z.looseObject({}));

export const settlementScheduleRef = settlementScheduleRecord.ref("self");
