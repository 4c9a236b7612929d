import { z } from "zod";

import type { Context } from "../../context.ts";
import { daysFrom, daysSchema, mostDays } from "../../ledger/calendar/business-days.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Tally, TallyName } from "../../engine/posting/tally.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";

const dailyTotalsSchema = daysSchema
  .refine(({ from, to }) => from <= to, { path: ["from"], error: "must not be later than to", abort: true })
  .refine(({ from, to }) => daysFrom(from, to).length <= mostDays, {
    path: ["from"],
    error: `must be at most ${mostDays} days with to`,
  });

export type DailyTotalsInput = z.input<typeof dailyTotalsSchema>;

const total = (description: string) =>
  z.object({ amount: z.int(), count: z.int() }).meta({ description: `Won, and how many: ${description}` });

export const dayTotalsSchema = z.object({
  day: z.string().meta({ description: "YYYY-MM-DD in Seoul" }),
  paid: total("payments that were approved on the day, as they were paid"),
  refused: total("payments requested on the day that ended without an approval"),
  canceled: total("cancellations of the day, of payments of any day; each card counts"),
  available: z.int().meta({ description: "Won: the change of the available balance on the day" }),
});

/** The payments, refusals and cancellations of a merchant on a day, in won. */
export type DayTotals = z.output<typeof dayTotalsSchema>;

export const dailyTotalsErrors = ["INVALID_REQUEST"] as const;

export async function dailyTotals({ store }: Context, tenant: Tenant, input: DailyTotalsInput) {
  const asked = validate(dailyTotalsSchema, input);
  if (!asked.ok) return asked;
  const { from, to } = asked.value;
  const names: readonly TallyName[] = ["paid", "refused", "canceled", "available"];
  const tallies = await store.tallies(tenantId(tenant), { names, from, to });
  const ofDays = Map.groupBy(tallies, (tally) => tally.day);
  return ok(daysFrom(from, to).map((each): DayTotals => totalsOf(each, ofDays.get(each) ?? [])));
}

function totalsOf(each: string, tallies: readonly Tally[]): DayTotals {
  const of = (name: TallyName) => {
    const { amount = 0, count = 0 } = tallies.find((tally) => tally.name === name) ?? {};
    return { amount, count };
  };
  return {
    day: each,
    paid: of("paid"),
    refused: of("refused"),
    canceled: of("canceled"),
    available: of("available").amount,
  };
}
