import { call, type Connection } from "./connection.ts";
import type { Merchant } from "./money-operations.ts";
import type { Attention, DailyTotals, ExpectedSettlements, NextTransfer, Operations } from "./operations.generated.ts";

/** A merchant's business at a glance. */
export function overview(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads how much was paid, refused and refunded on each day in Seoul, and how the available balance changed: at most
     * 366 days, oldest first, including days without payments.
     *
     * @example
     * for (const { day, paid } of await wonflow.overview.dailyTotals({ from: "2026-11-01", to: "2026-11-30" })) {
     *   console.log(day, paid.amount, paid.count);
     * }
     */
    dailyTotals: async (days: Operations["getDailyTotals"]["query"]): Promise<DailyTotals["items"]> =>
      (await call(connection, "getDailyTotals", { path: merchant(), query: days })).items,

    /**
     * Reads how much will be settled on each day; the earliest day first.
     *
     * @example
     * const [next] = await wonflow.overview.expectedSettlements();
     */
    expectedSettlements: async (): Promise<ExpectedSettlements["items"]> =>
      (await call(connection, "listExpectedSettlements", { path: merchant() })).items,

    /**
     * Reads when the available balance is next transferred to the merchant's own account, and how much it will be by
     * what is known now.
     *
     * @example
     * const { transferAt, amount } = await wonflow.overview.nextTransfer();
     */
    nextTransfer: async (): Promise<NextTransfer> => call(connection, "getNextTransfer", { path: merchant() }),

    /**
     * Reads everything that waits for an operator: unknown outcomes, flagged attempts, undelivered webhooks, payouts to review.
     *
     * @example
     * const { payoutsToReview } = await wonflow.overview.attention();
     */
    attention: async (): Promise<Attention> => call(connection, "getAttention", { path: merchant() }),
  };
}
