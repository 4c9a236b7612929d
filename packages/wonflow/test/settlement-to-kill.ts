import { type BankHolidays } from "@wonflow/core";
import { defaultSettings } from "@wonflow/core/internal";

/** At which moment of a settlement's commit a process dies. */
export type Death = "before" | "during" | "after";

export const serviceSecret = "s".repeat(32);

export const settlementLines = 100;

export const weekendsOnly: BankHolidays = { firstDay: "2026-01-01", lastDay: "2026-12-31", has: () => false };

/** What is paid on a Friday settles on the next Wednesday. */
export const payingDay = Date.parse("2026-11-20T10:00:00+09:00");
export const settlingDay = Date.parse("2026-11-25T10:00:00+09:00");

/** After so long nothing belongs any more to a process that was killed: twice the time that a request has. */
export const takenMs = 2 * defaultSettings.requestDeadlineMs;
