import type { RequestOptions } from "../engine/idempotency/idempotency.ts";
import type { Page } from "../engine/request/page.ts";
import type { Answer } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import type { PaymentContext } from "./intent/intent.ts";
import { cancel, type cancelErrors, type CancelInput, type CancelOptions } from "./cancel/cancel.ts";
import { confirm, type confirmErrors, type ConfirmInput } from "./confirm/confirm.ts";
import { enteredTwice, type EnteredTwice } from "./cancel/given-back.ts";
import { listPayments, type listPaymentsErrors } from "./intent/list-payments.ts";
import type { ListPaymentsInput } from "./intent/payment-filters.ts";
import type { Timeline } from "../engine/timeline/timeline.ts";
import { lookUpPayment, type lookUpErrors, type PaymentName } from "./intent/look-up-payment.ts";
import {
  previewCancellation,
  type CancellationPreview,
  type previewCancellationErrors,
  type PreviewCancellationInput,
} from "./cancel/preview-cancellation.ts";
import { paymentTimeline, type timelineErrors } from "./timeline.ts";
import type { PaymentIntent } from "./intent/view.ts";

/** Payments (interface: Payments, PaymentIntent). Amounts are in won. */
export interface IntentOperations {
  /**
   * Confirms (approves) a payment that its buyer has authenticated (interface: Payments).
   *
   * Repeated with the same input it returns the payment as it is now, and charges nothing again.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_TEST_CODE`, `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED` and
   * `IDEMPOTENT_REQUEST_PROCESSING` by what was sent; `NOT_FOUND_PAYMENT`; `INVALID_ORDER_ID` and `INVALID_AMOUNT`
   * where they are not the payment's; `UNAPPROVED_ORDER_ID` before authentication; `EXPIRED_PAYMENT_SESSION` after 10
   * minutes; `INVALIDATED_PAYMENT_SESSION` where a newer session took over; `ALREADY_CANCELED_PAYMENT`;
   * `ALREADY_PROCESSED_PAYMENT` while another confirm is in progress; `NOT_AVAILABLE_PAYMENT`; `FORBIDDEN_REQUEST`
   * without a gateway in this mode; `CONCURRENT_REQUEST`; the gateway's (`approvalRefusals`); `UNKNOWN_PAYMENT_ERROR`
   * when the outcome is not known: look up, don't pay again.
   *
   * @example
   * const confirmed = await payments.intents.confirm(tenant, { intentKey, orderId, amount: 10_000 });
   * if (confirmed.ok) console.log(confirmed.value.status); // "DONE"
   */
  confirm(tenant: Tenant, input: ConfirmInput, options?: RequestOptions): Answer<PaymentIntent, typeof confirmErrors>;

  /**
   * Reads a payment by its intentKey, or the live or last payment of an order (interface: Payments).
   *
   * Refusals: `NOT_FOUND_PAYMENT`, also for another merchant's payment.
   *
   * @example
   * const payment = await payments.intents.lookUp(tenant, { orderId: "order-20261120-0001" });
   */
  lookUp(tenant: Tenant, name: PaymentName): Answer<PaymentIntent, typeof lookUpErrors>;

  /**
   * Lists a merchant's payments, the newest first, 10 a page unless `limit` says otherwise: all, or those that fit
   * every filter. `orderId` and `intentKey` name one. With other filters than days a page looks through at most 10,000
   * payments; then its `nextCursor` continues behind them, also if none of them fits.
   *
   * Refusals: `INVALID_REQUEST` or `INVALID_ORDER_ID` for a filter that cannot be accepted, a limit below 1 or above
   * 10,000, or a cursor that is invalid or from other filters.
   *
   * @example
   * const page = await payments.intents.list(tenant, { limit: 50, status: ["CANCELED"], from: "2026-11-01" });
   * if (page.ok && page.value.nextCursor !== null) {
   *   await payments.intents.list(tenant, { limit: 50, startingAfter: page.value.nextCursor });
   * }
   */
  list(tenant: Tenant, input?: ListPaymentsInput): Answer<Page<PaymentIntent>, typeof listPaymentsErrors>;

  /**
   * The history of a payment, the oldest first: its checkout, each call to a gateway with its outcome and the gateway's
   * own code, its ledger entries, settlements, cancellations and webhooks. It shows only what records hold: an event
   * without a recorded time has `at` null. Webhooks are purged after 90 days. It reads the first 100 cancellations and
   * webhooks; a payment with more has `hasMore`, and one with more cancellations no ledger entries.
   *
   * Refusals: `NOT_FOUND_PAYMENT`, also for another merchant's payment.
   *
   * @example
   * const history = await payments.intents.timeline(tenant, intentKey);
   * if (history.ok) for (const { at, event, detail } of history.value.items) console.log(at, event, detail);
   */
  timeline(tenant: Tenant, intentKey: string): Answer<Timeline, typeof timelineErrors>;

  /**
   * Shows the effects that a cancellation with these amounts would have now: the part of each card, the merchant's loss,
   * and the balance and settlement that it is taken from. It changes nothing. A cancellation that is asked for next does
   * the same, unless the payment is settled or canceled in between.
   *
   * Refusals, as `cancel` would give them: `INVALID_REQUEST`, `INVALID_AMOUNT`; `NOT_FOUND_PAYMENT`;
   * `ALREADY_CANCELED_PAYMENT`; `NOT_MATCHES_REFUNDABLE_AMOUNT`; `NOT_CANCELABLE_AMOUNT`; `NOT_CANCELABLE_PAYMENT`;
   * `NOT_ALLOWED_PARTIAL_REFUND`; `FORBIDDEN_CONSECUTIVE_REQUEST`.
   *
   * @example
   * const shown = await payments.intents.previewCancellation(tenant, { orderId }, { cancelAmount: 3_000 });
   * if (shown.ok) console.log(shown.value.net, shown.value.takenFrom, shown.value.settlesOn);
   */
  previewCancellation(
    tenant: Tenant,
    name: PaymentName,
    input?: PreviewCancellationInput,
  ): Answer<CancellationPreview, typeof previewCancellationErrors>;

  /**
   * Cancels a payment, by its intentKey or its orderId, in full or in part (interface: Payments). Without
   * `cancelAmount` all that remains is canceled, which is why `amount` in its place is refused.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_AMOUNT`, `INVALID_TEST_CODE`, `INVALID_IDEMPOTENCY_KEY`,
   * `IDEMPOTENCY_KEY_REUSED` and `IDEMPOTENT_REQUEST_PROCESSING` by what was sent; `NOT_FOUND_PAYMENT`;
   * `ALREADY_CANCELED_PAYMENT`; `NOT_MATCHES_REFUNDABLE_AMOUNT` above what remains; `NOT_CANCELABLE_AMOUNT` for a part
   * before confirm; `NOT_CANCELABLE_PAYMENT`; `NOT_ALLOWED_PARTIAL_REFUND` with several methods;
   * `FORBIDDEN_CONSECUTIVE_REQUEST` while an approval or another cancellation is in progress; `CONCURRENT_REQUEST`; the
   * gateway's (`cancellationRefusals`); `FAILED_REFUND_PROCESS` or `FAILED_PARTIAL_REFUND` when the outcome is not
   * known yet: look the payment up; `CASHIER_LIMIT_EXCEEDED` if `by` is a cashier who would refund more than
   * `settings.cashierLimits` allow.
   *
   * @example
   * await payments.intents.cancel(tenant, { orderId }, { cancelReason: "out of stock", cancelAmount: 3_000 });
   */
  cancel(
    tenant: Tenant,
    name: PaymentName,
    input: CancelInput,
    options?: CancelOptions,
  ): Answer<PaymentIntent, typeof cancelErrors>;

  /**
   * Lists what looks like one fact that is booked more than once: refunds or chargebacks that a gateway made by itself,
   * of the same approval, outcome, amount and Seoul day, none of them entered as `separate`. Compare them with the
   * gateway's own list. Only earlier releases, which did not recognize a repeat, have booked any. It reads all payments
   * of the merchant.
   *
   * @example
   * for (const { orderId, amount, day } of await payments.intents.enteredTwice(tenant)) console.log(orderId, amount, day);
   */
  enteredTwice(tenant: Tenant): Promise<readonly EnteredTwice[]>;
}

export function intentOperations(context: PaymentContext): IntentOperations {
  return {
    confirm: (tenant, input, options) => confirm(context, tenant, { input, options }),
    lookUp: (tenant, name) => lookUpPayment(context, tenant, name),
    list: (tenant, input = {}) => listPayments(context, tenant, input),
    timeline: (tenant, intentKey) => paymentTimeline(context, tenant, intentKey),
    previewCancellation: (tenant, name, input = {}) => previewCancellation(context, tenant, { name, input }),
    cancel: (tenant, name, input, options) => cancel(context, tenant, { name, input, options }),
    enteredTwice: (tenant) => enteredTwice(context, tenant),
  };
}
