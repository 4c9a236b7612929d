import { earningRecord, settlementRecord, settlementScheduleRecord, type StateTable } from "@wonflow/core/records";
import { calendarNow, startOf, workingDayFrom } from "../calendar/closed-days.ts";
import { dueTimesOf } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";

const schedules = dueTimesOf(settlementScheduleRecord.name);

/** A settled earning never changes. */
const earningStates: StateTable<"UNSETTLED" | "SETTLED", "reduce" | "settle"> = {
  UNSETTLED: { reduce: "UNSETTLED", settle: "SETTLED" },
  SETTLED: {},
};

export function paymentOfEarning(id: string): string {
  return id.split(".")[0] ?? id;
}

export const earnings = observeRecords(earningRecord, {
  subject: paymentOfEarning,
  machine: {
    states: earningStates,
    initial: "UNSETTLED",
    statusOf: ({ settlementId }) => (settlementId === null ? "UNSETTLED" : "SETTLED"),
    repeated(before, after) {
      // The table has no such move: a settled earning is never written again.
      if (before.settlementId !== null) return "change";
      return before.transactionAmount !== after.transactionAmount;
    },
  },
  unfinished({ tenant, id, settlementId, transactionAmount, dueDay }, observed) {
    if (settlementId !== null || transactionAmount === 0) return undefined;
    if (dueDay === null) return `earning ${id} has no day`;
    const day = workingDayFrom(calendarNow(observed), dueDay);
    // An earning that is due when it is made waits for the next run of the merchant's settlements.
    const until = Math.max(startOf(day), observed.of(schedules).get(tenant) ?? 0);
    return { what: `earning ${id} is not settled`, until };
  },
});

export const settlements = observeRecords(settlementRecord);

export const part: Part = { records: [earnings, settlements], projections: [schedules] };
