import { z } from "zod";

import { businessDayFrom, type BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { settlementScheduleRef } from "../../ledger/earning/earning.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { undated, type Tally } from "../../engine/posting/tally.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";

export const expectedSettlementSchema = z.object({
  day: z
    .string()
    .nullable()
    .meta({ description: "YYYY-MM-DD in Seoul; null if the calendar does not reach that far yet" }),
  amount: z.int().meta({ description: "Won: the amount of the day's settlements, pending and returned together" }),
  pending: z.int().meta({ description: "Won: earnings of payments" }),
  returned: z.int().meta({ description: "Won, below 0: cancellations of payments that were settled before" }),
  count: z.int().meta({ description: "Lines" }),
});

/** The settlement of a day to come, as it is expected now. Amounts are in won. */
export type ExpectedSettlement = z.output<typeof expectedSettlementSchema>;

/** The earliest day first, and earnings without a day last. */
export async function expectedSettlements(
  context: CalendarContext,
  tenant: Tenant,
): Promise<readonly ExpectedSettlement[]> {
  const unsettled = await unsettledTallies(context, tenant);
  const days = Map.groupBy(unsettled, ({ settlesOn }) => settlesOn);
  return [...days.keys()].sort().map((day) => expected(day, days.get(day) ?? []));
}

export interface UnsettledTally extends Tally {
  /** The day in Seoul of the settlement, or `undated` while the calendar does not reach it. */
  readonly settlesOn: string;
}

/** What is to be settled, by the day on which it is due. */
export async function unsettledTallies(context: CalendarContext, tenant: Tenant): Promise<readonly UnsettledTally[]> {
  const holidays = await context.calendar.current(context);
  const asked = { names: ["pending", "returned"], from: "0000-01-01", to: undated } as const;
  const [tallies, from] = await Promise.all([
    context.store.tallies(tenantId(tenant), asked),
    nextSettlementRun(context, tenant),
  ]);
  return tallies.map((tally) => ({ ...tally, settlesOn: dayOfSettlement(tally.day, { from, holidays }) }));
}

/** The day of the next run of settlements: today until today's has ended. */
async function nextSettlementRun({ store, clock }: CalendarContext, tenant: Tenant): Promise<string> {
  const { kind, id } = settlementScheduleRef;
  const { records } = await store.read(tenantId(tenant), { keys: [{ kind, id }] });
  return dayInSeoul(Math.max(clock.now(), records[0]?.dueAt ?? 0));
}

/** Banks may have turned out to be closed on a day, or the settlement of a past day is still to come. */
function dayOfSettlement(
  day: string,
  { from, holidays }: { readonly from: string; readonly holidays: BankHolidays },
): string {
  if (day === undated) return undated;
  const earliest = day < from ? from : day;
  return businessDayFrom(holidays, earliest) ?? earliest;
}

function expected(day: string, tallies: readonly Tally[]): ExpectedSettlement {
  const of = (name: "pending" | "returned") =>
    tallies.filter((tally) => tally.name === name).reduce((sum, { amount }) => sum + amount, 0);
  const [pending, returned] = [of("pending"), of("returned")];
  const count = tallies.reduce((sum, tally) => sum + tally.count, 0);
  return { day: day === undated ? null : day, amount: pending + returned, pending, returned, count };
}
