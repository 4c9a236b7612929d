import { call, type Connection, type KeyOptions, type TestOptions } from "./connection.ts";
import { listOf, pageOf, type List, filtersIn } from "./list.ts";
import type { Merchant } from "./money-operations.ts";
import type {
  BillingKey,
  BillingKeyList,
  CancelRequest,
  ChargeRequest,
  ConfirmRequest,
  CreatedSession,
  CreateSessionRequest,
  IssueBillingKeyRequest,
  Operations,
  PaymentIntent,
  CancellationPreview,
  Timeline,
} from "./operations.generated.ts";

/** A payment by its key, or the live or last payment of an order. */
export type PaymentName = { readonly intentKey: string } | { readonly orderId: string };

/** Interface: Checkout session. */
export function sessions(connection: Connection) {
  return {
    /**
     * Creates a checkout session for an order; it ends an earlier session of the same order at once. It is retried only
     * with an idempotency key, because a second session would invalidate the first one's link. After a lost answer
     * no one has the link, so you may create the session again.
     *
     * @example
     * const { checkoutUrl } = await wonflow.sessions.create(order, { idempotencyKey: `session-${orderId}-1` });
     */
    create: (input: CreateSessionRequest, options?: KeyOptions): Promise<CreatedSession> =>
      call(connection, "createSession", { body: input, options }),
  };
}

/** Interface: Payments. Amounts are in won. */
export function intents(connection: Connection, merchant: Merchant) {
  return {
    ...paymentDetails(connection, merchant),

    /**
     * Confirms (approves) an authenticated payment, with the answer of `verifyRedirect`. A repeat with the same input
     * returns the payment's current state, and charges nothing again.
     *
     * After an error whose `nextAction` is `look-up`, look the payment up: never have the buyer pay again.
     *
     * @example
     * const { status } = await wonflow.intents.confirm({ intentKey, orderId, amount: 10_000 });
     */
    confirm: (input: ConfirmRequest, options?: TestOptions): Promise<PaymentIntent> =>
      call(connection, "confirmPayment", { body: input, options }),

    /**
     * Reads a payment by its intentKey, or the live or last payment of an order.
     *
     * @example
     * const { status, cancel } = await wonflow.intents.lookUp({ orderId });
     */
    lookUp: (name: PaymentName): Promise<PaymentIntent> =>
      "intentKey" in name
        ? call(connection, "getPayment", { path: { intentKey: name.intentKey } })
        : call(connection, "getPaymentOfOrder", { path: { orderId: name.orderId } }),

    /**
     * Lists payments, the newest first: all, or those that fit every filter. With other filters than days a page looks
     * through at most 10,000 payments, so that one may be empty and lead on.
     *
     * @example
     * const refused = wonflow.intents.list({ status: "ABORTED", from: "2026-11-20" });
     * for await (const { orderId, failure } of refused) console.log(orderId, failure);
     */
    list: (query: Operations["listPayments"]["query"] = {}): List<PaymentIntent> =>
      listOf(async (startingAfter) => {
        const page = pageOf(query, startingAfter);
        return call(connection, "listPayments", { path: merchant(), query: page });
      }, query.startingAfter),

    /**
     * Cancels a payment, in full or by `cancelAmount` in part. Give it an idempotency key of your own if it may be
     * repeated, such as from a form that is sent twice: under another key a part is canceled again.
     *
     * @example
     * await wonflow.intents.cancel({ orderId }, { cancelReason: "out of stock", cancelAmount: 3_000 });
     */
    cancel: (name: PaymentName, input: CancelRequest, options?: TestOptions): Promise<PaymentIntent> =>
      "intentKey" in name
        ? call(connection, "cancelPayment", { path: { intentKey: name.intentKey }, body: input, options })
        : call(connection, "cancelPaymentOfOrder", { path: { orderId: name.orderId }, body: input, options }),
  };
}

/** Interface: Billing. Amounts are in won. */
export function billing(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Stores a card at the gateway, and returns its billing key.
     *
     * @example
     * const { billkey } = await wonflow.billing.issue({
     *   customerId: "2b7d1f0c-buyer", number: "4000000000110009", expriationYY: "30", expriationMM: "12", cvc: "123",
     *   passwordFront2: "12", ownerName: "Hong Gildong", registNo: "900101", ownerPhoneNumber: "01012345678",
     * });
     */
    issue: (input: IssueBillingKeyRequest, options?: TestOptions): Promise<BillingKey> =>
      call(connection, "issueBillingKey", { body: input, options }),

    /**
     * Charges one to ten billing keys of a customer: all charges are approved, or none.
     *
     * @example
     * await wonflow.billing.charge({
     *   customerId: "2b7d1f0c-buyer",
     *   orderId,
     *   orderName: "Tea of the month",
     *   totalAmount: 10_000,
     *   instruments: [{ billing: billkey, amount: 10_000 }],
     * });
     */
    charge: (input: ChargeRequest, options?: TestOptions): Promise<PaymentIntent> =>
      call(connection, "charge", { body: input, options }),

    /**
     * Lists the billing keys that can be charged: of one customer, or of all in the order of their ids.
     *
     * @example
     * const ofCustomer = wonflow.billing.list({ customerId: "2b7d1f0c-buyer" });
     * for await (const { billkey, maskedNumber } of ofCustomer) console.log(billkey, maskedNumber);
     */
    list: (query: Operations["listBillingKeys"]["query"] = {}): List<BillingKeyList["items"][number]> =>
      listOf(async (startingAfter) => {
        const page = pageOf(query, startingAfter);
        return call(connection, "listBillingKeys", { path: merchant(), query: page });
      }, query.startingAfter),

    /**
     * Deletes a billing key. It has no idempotency key and is sent once: a repeat is `NOT_FOUND_BILLING`.
     *
     * @example
     * await wonflow.billing.remove(billkey);
     */
    remove: (billkey: string): Promise<BillingKey> => call(connection, "deleteBillingKey", { path: { billkey } }),
  };
}

/** What a merchant's support asks about one payment. */
function paymentDetails(connection: Connection, merchant: Merchant) {
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
