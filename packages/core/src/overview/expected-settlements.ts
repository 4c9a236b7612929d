import { z } from "zod";

import { businessDayFrom, type BankHolidays } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { dayInSeoul } from "../time/seoul-time.ts";
import { undated, type Tally } from "../tally/tally.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";

export const expectedSettlementSchema = z.object({
  day: z
    .string()
    .nullable()
    .meta({ description: "YYYY-MM-DD in Seoul; null where the calendar does not reach so far yet" }),
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
  const holidays = await context.calendar.current(context);
  const today = dayInSeoul(context.clock.now());
  const asked = { names: ["pending", "returned"], from: "0000-01-01", to: undated } as const;
  const tallies = await context.store.tallies(tenantId(tenant), asked);
  const days = Map.groupBy(tallies, ({ day }) => dayOfSettlement(day, { today, holidays }));
  return [...days.keys()].sort().map((day) => expected(day, days.get(day) ?? []));
}

/** Banks may have turned out to be closed on a day, or the settlement of a past day is still to come. */
function dayOfSettlement(
  day: string,
  { today, holidays }: { readonly today: string; readonly holidays: BankHolidays },
): string {
  const from = day < today ? today : day;
  return day === undated ? undated : (businessDayFrom(holidays, from) ?? from);
}

function expected(day: string, tallies: readonly Tally[]): ExpectedSettlement {
  const of = (name: "pending" | "returned") =>
    tallies.filter((tally) => tally.name === name).reduce((sum, { amount }) => sum + amount, 0);
  const [pending, returned] = [of("pending"), of("returned")];
  const count = tallies.reduce((sum, tally) => sum + tally.count, 0);
  return { day: day === undated ? null : day, amount: pending + returned, pending, returned, count };
}
