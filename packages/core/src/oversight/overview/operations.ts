import type { PayoutBankContext } from "../../payout/bank/context.ts";
import type { Answer } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { attention, type Attention } from "./attention.ts";
import { dailyTotals, type dailyTotalsErrors, type DailyTotalsInput, type DayTotals } from "./daily-totals.ts";
import { expectedSettlements, type ExpectedSettlement } from "./expected-settlements.ts";
import { nextTransfer, type NextTransfer } from "./next-transfer.ts";
import { recount, type Recount, type RecountOptions } from "./recount.ts";

/**
 * A merchant's business at a glance. Commits keep the counters behind it, so that it costs the same with any number of
 * payments. Amounts are in won, days in Seoul.
 */
export interface OverviewOperations {
  /**
   * The payments, refusals and cancellations of each day from one to another, both inclusive: at most 366 days, those
   * without anything too.
   *
   * Refusals: `INVALID_REQUEST` where a day is missing, does not exist or `from` is later than `to`, and for more days.
   *
   * @example
   * const totals = await payments.overview.dailyTotals(tenant, { from: "2026-11-01", to: "2026-11-30" });
   */
  dailyTotals(tenant: Tenant, input: DailyTotalsInput): Answer<readonly DayTotals[], typeof dailyTotalsErrors>;

  /**
   * The settlements that are expected, by their day. Their `pending` amounts add up to the pending balance.
   *
   * @example
   * const [next] = await payments.overview.expectedSettlements(tenant);
   */
  expectedSettlements(tenant: Tenant): Promise<readonly ExpectedSettlement[]>;

  /**
   * The next transfer to the merchant's own account: the first evening with an amount, by what is known now. The
   * amount is the available balance with the settlements until then; later cancellations and payouts change it.
   *
   * @example
   * const { transferAt, amount } = await payments.overview.nextTransfer(tenant);
   */
  nextTransfer(tenant: Tenant): Promise<NextTransfer>;

  /**
   * All that needs an operator: unknown outcomes, flagged attempts, webhooks that ran out of retries, and payouts to
   * review. At most 20 of each are listed.
   *
   * @example
   * const { payoutsToReview } = await payments.overview.attention(tenant);
   */
  attention(tenant: Tenant): Promise<Attention>;

  /**
   * Recomputes every counter from all records and ledger entries of a merchant, and returns the differences. With
   * `correct` it corrects them: once after an upgrade from a version that did not count.
   *
   * @example
   * const { differences } = await payments.overview.recount(tenant);
   */
  recount(tenant: Tenant, options?: RecountOptions): Promise<Recount>;
}

export function overviewOperations(context: PayoutBankContext): OverviewOperations {
  return {
    dailyTotals: (tenant, input) => dailyTotals(context, tenant, input),
    expectedSettlements: (tenant) => expectedSettlements(context, tenant),
    nextTransfer: (tenant) => nextTransfer(context, tenant),
    attention: (tenant) => attention(context, tenant),
    recount: (tenant, options = {}) => recount(context, tenant, options),
  };
}
