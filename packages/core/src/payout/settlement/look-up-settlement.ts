import { z } from "zod";

import { type BankHolidays, dayAfter, daysSchema } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { returnRefs, type Earning } from "../../ledger/earning/earning.ts";
import { scheduledDay } from "../../ledger/earning/settlement-day.ts";
import { readNamed } from "../../payment/intent/look-up-payment.ts";
import type { Intent } from "../../payment/intent/intent.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { isSettlementId, settlementRecord, settlementList, settlementPosition } from "./settlement.ts";
import { settlementTime, viewSettlement, type OrderSettlement } from "./view.ts";
import type { Context } from "../../context.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import { pageSchema } from "../../engine/request/page.ts";
import { validate } from "../../engine/request/validate.ts";

export const lookUpSettlementErrors = ["NOT_FOUND_SETTLEMENT"] as const;

/** Reads a settlement by its id. */
export async function lookUpSettlement(context: CalendarContext, tenant: Tenant, settlementId: string) {
  if (!isSettlementId(settlementId)) return refuse("NOT_FOUND_SETTLEMENT");
  const [settlement] = await loadOnce(context, tenant, (read) => read(settlementRecord.ref(settlementId)));
  return settlement === undefined ? refuse("NOT_FOUND_SETTLEMENT") : ok(viewSettlement(settlement));
}

/** Reads what the payment of an order earned, or is to earn. */
export async function lookUpOrderSettlement(context: CalendarContext, tenant: Tenant, orderId: string) {
  const holidays = await context.calendar.current(context);
  const { intent, earned, returns } = await loadOnce(context, tenant, async (read) => {
    const { intent, earning } = await readNamed(read, { orderId });
    if (intent === undefined) return {};
    return { intent, earned: earning, returns: await read(...returnRefs(intent)) };
  });
  if (intent === undefined || earned === undefined) return refuse("NOT_FOUND_SETTLEMENT");
  return ok(viewOrder(intent, { earnings: [earned, ...returns.filter((each) => each !== undefined)], holidays }));
}

/** Net of cancellations, be they from before or after the settlement. */
function viewOrder(
  intent: Intent,
  { earnings, holidays }: { readonly earnings: readonly [Earning, ...Earning[]]; readonly holidays: BankHolidays },
): OrderSettlement {
  const [{ settlementId, settledAt, dueDay, earnedAt }] = earnings;
  const day = scheduledDay({ dueDay, settledAt }, holidays);
  const sum = (of: "transactionAmount" | "fee" | "vat" | "net") =>
    earnings.reduce((total, earning) => total + earning[of], 0);
  return {
    settlementId,
    orderId: intent.orderId,
    orderName: intent.orderName,
    transactionAmount: sum("transactionAmount"),
    fee: sum("fee"),
    vat: sum("vat"),
    settlementAmount: sum("net"),
    approvedAt: settlementTime(earnedAt),
    scheduledAt: day === null ? null : settlementTime(startOfDayInSeoul(day)),
    settledAt: settledAt === null ? null : settlementTime(settledAt),
    status: settlementId === null ? "UNSETTLED" : "SETTLED",
  };
}

/** The settlements were made on these days (interface: Settlements). */
const listSettlementsSchema = z
  .object({ ...daysSchema.shape, ...pageSchema.shape })
  .refine(({ from, to }) => from <= to, { path: ["from"], error: "must not be later than to" });

export type ListSettlementsInput = z.input<typeof listSettlementsSchema>;

export const listSettlementsErrors = ["INVALID_REQUEST"] as const;

/** The settlements that were made on these days, the oldest first. */
export async function listSettlements(context: Context, tenant: Tenant, input: ListSettlementsInput) {
  const asked = validate(listSettlementsSchema, input);
  if (!asked.ok) return asked;
  const { from, to, ...page } = asked.value;
  const bounds = {
    from: settlementPosition(startOfDayInSeoul(from)),
    to: settlementPosition(startOfDayInSeoul(dayAfter(to))),
  };
  const list = { tenant, list: settlementList, ...bounds, order: "ascending" } as const;
  return listPage(context, { ...list, kind: settlementRecord, view: viewSettlement }, page);
}
