import type { Display } from "./display.ts";
import { languageOfBrowser, type Language, type OwnCode } from "./error-codes.ts";
import { failure } from "./failure.ts";
import type { PaymentRequest, PaymentUnderWay } from "./order.ts";
import { requestPayment } from "./payment.ts";

export interface SdkOptions {
  /** The service's base address; the script takes it from its own address. */
  readonly baseUrl?: string;
  /**
   * Where the checkout opens: `overlay` above the page, `redirect` in place of it, or `auto`, which is
   * `redirect` on a phone and `overlay` elsewhere.
   */
  readonly display?: Display;
  /** The language of messages and of the window with its checkout; the browser's by default. */
  readonly language?: Language;
}

export interface Payment {
  /**
   * Opens the checkout (interface: Client SDK). When it is over, the page navigates to successUrl or failUrl.
   *
   * The promise rejects only if nothing is charged: no checkout could be shown, or the buyer came back to this page
   * without paying (PAY_PROCESS_CANCELED). It fulfils if the buyer is on this page while the payment may still be made,
   * or has been made: look the order up on your server, and offer no second payment.
   *
   * Errors: `MISSING_FIELD`, `UNKNOWN_FIELD`, `INVALID_AMOUNT`, `INVALID_ORDER_ID`, `INVALID_CUSTOMER_ID`, `INVALID_URL`,
   * `INVALID_REQUEST`, `CHECKOUT_IN_FRAME` and `CHECKOUT_ALREADY_OPEN` before any request is sent; then
   * `NETWORK_ERROR`, `UNEXPECTED_RESPONSE` and the service's own codes, such as `DUPLICATED_ORDER_ID`.
   *
   * @example
   * const { orderId } = await payment.requestPayment({
   *   amount: { value: 10_000 }, // won
   *   orderId: "order-20261120-0001",
   *   orderName: "Green tea",
   *   successUrl: "/ok",
   *   failUrl: "/fail",
   * });
   * location.assign(`/orders/${orderId}`); // the payment is under way: the order's page shows its outcome
   */
  requestPayment(request: PaymentRequest): Promise<PaymentUnderWay>;
}

export interface Sdk {
  /**
   * @example
   * const payment = sdk.payment({ customerId: constants.ANONYMOUS });
   */
  payment(buyer: { readonly customerId: string }): Payment;
}

export const constants = {
  /** The customerId of a buyer without an account. */
  ANONYMOUS: "@@ANONYMOUS",
} as const;

/**
 * Makes the SDK for one client key (interface: Client SDK). It sends nothing.
 *
 * Throws `SECRET_KEY_IN_BROWSER`, `INVALID_CLIENT_KEY`, `NOT_IN_BROWSER` or `INVALID_BASE_URL`.
 *
 * @example
 * const sdk = createSDK("test_ck_docs", { baseUrl: "http://localhost:4242" });
 */
export function createSDK(clientKey: string, options: SdkOptions = {}): Sdk {
  const { baseUrl = "", display = "auto", language = languageOfBrowser() } = options;
  const problem = problemWith(clientKey, baseUrl);
  if (problem !== undefined) throw failure(problem, language);
  const service = { baseUrl: baseUrl.replace(/\/+$/, ""), clientKey, language };
  return {
    payment: (buyer) => ({
      // JavaScript may leave the buyer out: that is a missing field like any other.
      requestPayment: async (request) => requestPayment(service, display, { ...request, ...buyer }),
    }),
  };
}

function problemWith(clientKey: string, baseUrl: string): OwnCode | undefined {
  if (/(^|_)sk_/.test(clientKey)) return "SECRET_KEY_IN_BROWSER";
  if (!/^(test|live)_ck_[\w-]{1,100}$/.test(clientKey)) return "INVALID_CLIENT_KEY";
  if (typeof document === "undefined") return "NOT_IN_BROWSER";
  return /^https?:\/\/[^/]/.test(baseUrl) ? undefined : "INVALID_BASE_URL";
}
