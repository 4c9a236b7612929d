import { z } from "zod";

import { dayAfter } from "../ledger/calendar/business-days.ts";
import { dayInSeoul, startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import { recordKind, type Change } from "../engine/commit/record.ts";

/** The day of the bank statement that a merchant's due work reads next; made with the merchant's first payout. */
export const statementRecord = recordKind("payoutStatement", z.looseObject({ nextDay: z.string() }));

export const statementRef = statementRecord.ref("self");

export type StatementSchedule = z.output<typeof statementRecord.schema>;

/** Gives a bank time to get its statement ready after midnight. */
const readyAfterMs = 60 * 60 * 1000;

/** The record that says which day's statement is read next, and when: once it is ready, unless `dueAt` says otherwise. */
export function nextStatement(nextDay: string, dueAt = startOfDayInSeoul(dayAfter(nextDay)) + readyAfterMs) {
  return [statementRef.id, { nextDay }, { dueAt }] as const;
}

export function beginStatements(schedule: StatementSchedule | undefined, now: number): readonly Change[] {
  return schedule === undefined ? [statementRecord.make(...nextStatement(dayInSeoul(now)))] : [];
}
