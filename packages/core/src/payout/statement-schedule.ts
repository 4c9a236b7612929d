import { z } from "zod";

import { dayInSeoul } from "../calendar/seoul-time.ts";
import { recordKind } from "../record.ts";
import type { Write } from "../store.ts";
import { endOfDay } from "./payout-date.ts";

/** Up to which day a merchant's bank statements have been read, and when the next one is; made with its first payout. */
export const statementRecord = recordKind("payoutStatement", z.looseObject({ nextDay: z.string() }));

export const statementRef = statementRecord.ref("self");

export type StatementSchedule = z.output<typeof statementRecord.schema>;

/** A bank has its statement ready some time after midnight. */
const readyAfterMs = 60 * 60 * 1000;

/** When the statement of a day can be read, in milliseconds since 1970. */
function readableAt(day: string): number {
  return endOfDay(day) + readyAfterMs;
}

/** The next day to be read, at once where it is readable already or, after a failure, when `dueAt` says. */
export function statementWrite(nextDay: string, dueAt = readableAt(nextDay)): Write {
  return statementRecord.write(statementRef.id, { nextDay }, { dueAt });
}

/** The writes that begin the reading of statements, for the first payout of a merchant. */
export function beginStatements(schedule: StatementSchedule | undefined, now: number): readonly Write[] {
  return schedule === undefined ? [statementWrite(dayInSeoul(now))] : [];
}
