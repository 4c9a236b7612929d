import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import type { Page } from "../../engine/request/page.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import {
  listSettlements,
  type ListSettlementsInput,
  type listSettlementsErrors,
  lookUpOrderSettlement,
  lookUpSettlement,
  type lookUpSettlementErrors,
} from "./look-up-settlement.ts";
import {
  settlementDays,
  type SettlementCalendar,
  type settlementDaysErrors,
  type SettlementDaysInput,
} from "./settlement-days.ts";
import type { OrderSettlement, SettledLines } from "./view.ts";

/** What a merchant earned and when it got it (interface: Settlements). Amounts are in won, times in UTC. */
export interface SettlementOperations {
  /**
   * Lists the settlements that were made from one day in Seoul to another, both inclusive, the oldest
   * first, 10 a page unless `limit` says otherwise. One settlement has up to 1,000 lines (a setting).
   *
   * Refusals: `INVALID_REQUEST` where a day is missing, does not exist or `from` is later than `to`, for a
   * limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.settlements.list(tenant, { from: "2026-11-01", to: "2026-11-30" });
   */
  list(tenant: Tenant, input: ListSettlementsInput): Answer<Page<SettledLines>, typeof listSettlementsErrors>;

  /**
   * Reads one settlement with its lines, by its id.
   *
   * Refusals: `NOT_FOUND_SETTLEMENT`, also for another merchant's.
   *
   * @example
   * const settlement = await payments.settlements.lookUp(tenant, settlementId);
   */
  lookUp(tenant: Tenant, settlementId: string): Answer<SettledLines, typeof lookUpSettlementErrors>;

  /**
   * Reads what the payment of an order earned, net of its cancellations, or is expected to earn while it is
   * not settled. One that was canceled in full before is all zeros, `UNSETTLED`.
   *
   * Refusals: `NOT_FOUND_SETTLEMENT` where no payment of the order was approved.
   *
   * @example
   * const expected = await payments.settlements.lookUpOrder(tenant, "order-20261120-0001");
   * if (expected.ok) console.log(expected.value.scheduledAt); // three business days after the approval
   */
  lookUpOrder(tenant: Tenant, orderId: string): Answer<OrderSettlement, typeof lookUpSettlementErrors>;

  /**
   * Each day from one to another in Seoul, both inclusive: whether banks work on it, why not, and the day on which its
   * sales settle, by the calendar and the merchant's contract as they are now. At most 366 days.
   *
   * Refusals: `INVALID_REQUEST` where a day is missing or does not exist, `from` is later than `to`, or there are more
   * days; `FORBIDDEN_REQUEST` where the merchant is not registered in this mode.
   *
   * @example
   * const calendar = await payments.settlements.days(tenant, { from: "2026-11-01", to: "2026-11-30" });
   * if (calendar.ok) for (const { day, reason, settlesOn } of calendar.value.items) console.log(day, reason, settlesOn);
   */
  days(tenant: Tenant, input: SettlementDaysInput): Answer<SettlementCalendar, typeof settlementDaysErrors>;
}

export function settlementOperations(context: CalendarContext): SettlementOperations {
  return {
    list: (tenant, input) => listSettlements(context, tenant, input),
    lookUp: (tenant, settlementId) => lookUpSettlement(context, tenant, settlementId),
    lookUpOrder: (tenant, orderId) => lookUpOrderSettlement(context, tenant, orderId),
    days: (tenant, input) => settlementDays(context, tenant, input),
  };
}
