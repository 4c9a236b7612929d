import { z } from "zod";

import { dayInSeoul } from "../calendar/seoul-time.ts";
import { recordKind, type Change } from "../commit/record.ts";
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

/** The statement to be read next: its day, and when it is due. After a failure it is due when `dueAt` says. */
export function nextStatement(nextDay: string, dueAt = readableAt(nextDay)) {
  return [statementRef.id, { nextDay }, { dueAt }] as const;
}

/** What begins the reading of statements, with the first payout of a merchant. */
export function beginStatements(schedule: StatementSchedule | undefined, now: number): readonly Change[] {
  return schedule === undefined ? [statementRecord.make(...nextStatement(dayInSeoul(now)))] : [];
}
