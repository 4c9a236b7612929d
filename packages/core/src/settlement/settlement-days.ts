import { z } from "zod";

import { closedBecause, dayAfter } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { startOfDayInSeoul } from "../time/seoul-time.ts";
import { loadOnce } from "../commit/commit.ts";
import { settlementDay } from "../earning/settlement-day.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { validate } from "../request/validate.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { settlementDaysSchema } from "./list-settlements.ts";

const mostDays = 366;
const dayMs = 24 * 60 * 60 * 1000;

const day = z.string().meta({ examples: ["2026-11-20"] });

/** Which sales settle when, and why. */
export const settlementCalendarSchema = z
  .object({
    items: z.array(
      z.object({
        day: day.meta({ description: "YYYY-MM-DD in Seoul" }),
        isBusinessDay: z.boolean().nullable().meta({
          description: "Whether banks work, so that something may settle; null where the calendar ends before",
        }),
        reason: z
          .enum(["WEEKEND", "HOLIDAY"])
          .nullable()
          .meta({ description: "Why banks are closed; a holiday at a weekend is a WEEKEND" }),
        settlesOn: day.nullable().meta({
          description:
            "The day on which sales that are approved on this day settle, by the merchant's contract as it is now; null where the calendar ends before",
        }),
      }),
    ),
  })
  .meta({ id: "SettlementCalendar" });

export type SettlementCalendar = z.output<typeof settlementCalendarSchema>;

const askedSchema = settlementDaysSchema
  .refine(({ from, to }) => from <= to, { path: ["from"], error: "must not be later than to" })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < mostDays, {
    path: ["to"],
    error: `must be at most ${mostDays} days with from`,
  });

export type SettlementDaysInput = z.input<typeof askedSchema>;

export const settlementDaysErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST"] as const;

/** Each day from one to another, both inclusive, with what it means for settlements. */
export async function settlementDays(context: CalendarContext, tenant: Tenant, input: SettlementDaysInput) {
  const asked = validate(askedSchema, input);
  if (!asked.ok) return asked;
  const holidays = await context.calendar.current(context);
  const [merchant] = await loadOnce(context, tenant, (read) => read(merchantRef));
  if (merchant === undefined) return notRegistered;
  const items: SettlementCalendar["items"] = [];
  for (let each = asked.value.from; each <= asked.value.to; each = dayAfter(each)) {
    const reason = closedBecause(holidays, each);
    const sold = { earnedAt: startOfDayInSeoul(each), settlementDays: merchant.settlementDays };
    items.push({
      day: each,
      isBusinessDay: reason === undefined ? null : reason === null,
      reason: reason ?? null,
      settlesOn: settlementDay(sold, holidays),
    });
  }
  return ok<SettlementCalendar>({ items });
}
