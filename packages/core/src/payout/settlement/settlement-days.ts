import { z } from "zod";

import { closedBecause, daysFrom, daysSchema, mostDays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { settlementDay } from "../../ledger/earning/settlement-day.ts";
import { merchantRef, notRegistered } from "../../merchant/merchant.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

const day = z.string().meta({ examples: ["2026-11-20"] });

/** The days on which sales settle, with the reason. */
export const settlementCalendarSchema = z
  .object({
    items: z.array(
      z.object({
        day: day.meta({ description: "YYYY-MM-DD in Seoul" }),
        isBusinessDay: z.boolean().nullable().meta({
          description: "Whether banks work, so that something may settle; null if the calendar ends before",
        }),
        reason: z
          .enum(["WEEKEND", "HOLIDAY"])
          .nullable()
          .meta({ description: "Why banks are closed; a holiday at a weekend is a WEEKEND" }),
        settlesOn: day.nullable().meta({
          description:
            "The day on which sales that are approved on this day settle, by the merchant's contract as it is now; null if the calendar ends before",
        }),
      }),
    ),
  })
  .meta({ id: "SettlementCalendar" });

export type SettlementCalendar = z.output<typeof settlementCalendarSchema>;

const askedSchema = daysSchema
  .refine(({ from, to }) => from <= to, { path: ["from"], error: "must not be later than to" })
  .refine(({ from, to }) => daysFrom(from, to).length <= mostDays, {
    path: ["to"],
    error: `must be at most ${mostDays} days with from`,
  });

export type SettlementDaysInput = z.input<typeof askedSchema>;

export const settlementDaysErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST"] as const;

/** Each day from one to another, both inclusive, with its part in settlements. */
export async function settlementDays(context: CalendarContext, tenant: Tenant, input: SettlementDaysInput) {
  const asked = validate(askedSchema, input);
  if (!asked.ok) return asked;
  const holidays = await context.calendar.current(context);
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  if (merchant === undefined) return notRegistered;
  const { from, to } = asked.value;
  const items = daysFrom(from, to).map((each) => {
    const reason = closedBecause(holidays, each);
    const sold = { earnedAt: startOfDayInSeoul(each), settlementDays: merchant.settlementDays };
    return {
      day: each,
      isBusinessDay: reason === undefined ? null : reason === null,
      reason: reason ?? null,
      settlesOn: settlementDay(sold, holidays),
    };
  });
  return ok<SettlementCalendar>({ items });
}
