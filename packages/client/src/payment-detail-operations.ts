import { call, type Connection } from "./connection.ts";
import { filtersIn } from "./list.ts";
import type { Merchant } from "./money-operations.ts";
import type { CancellationPreview, Operations, Timeline } from "./operations.generated.ts";

/** Answers to the questions of a merchant's people about one payment. */
export function paymentDetails(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads payments as the text of a CSV file, the newest first: all, or those that fit every filter. The whole of it
     * comes within one try (`timeoutMs`), so ask for many payments by their days.
     *
     * @example
     * const file = await wonflow.intents.csv({ from: "2026-11-01", to: "2026-11-30" });
     */
    csv: async (filters: Operations["downloadPayments"]["query"] = {}): Promise<string> =>
      call(connection, "downloadPayments", { path: merchant(), query: filtersIn(filters) }),

    /**
     * Reads the history of a payment, the oldest event first: its checkout, each call to a gateway, ledger entries,
     * settlements, cancellations and webhooks.
     *
     * @example
     * const { items } = await wonflow.intents.timeline(intentKey);
     * for (const { at, event, detail } of items) console.log(at, event, detail);
     */
    timeline: async (intentKey: string): Promise<Timeline> =>
      call(connection, "getPaymentTimeline", { path: { ...merchant(), intentKey } }),

    /**
     * Previews how much a cancellation with these amounts would refund to each card and deduct from the merchant. It
     * changes nothing.
     *
     * @example
     * const { net, takenFrom, settlesOn } = await wonflow.intents.previewCancellation(intentKey, { cancelAmount: 3_000 });
     */
    previewCancellation: async (
      intentKey: string,
      amounts: Operations["previewCancellation"]["query"] = {},
    ): Promise<CancellationPreview> =>
      call(connection, "previewCancellation", { path: { ...merchant(), intentKey }, query: amounts }),
  };
}
