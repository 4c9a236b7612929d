import type { ErrorCode } from "./error-codes.ts";

export interface ErrorDetail {
  /** The field's path, such as `amount.value`. */
  readonly field: string;
  /** The code that this field alone would give. */
  readonly code: string;
  /** The problem and its solution, in English. */
  readonly problem: string;
}

/** A failure's properties besides code and text. */
export interface ErrorContext {
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly traceId?: string | undefined;
  readonly cause?: unknown;
}

// Several copies of this package have different classes, but share a registered symbol.
const brand = Symbol.for("wonflow.PaymentsError");

/**
 * The error of every SDK call. `code` is for programs and never changes its meaning; `message` is for buyers, in Korean
 * or English; `hint` is for developers, in English or in the service's words.
 *
 * @example
 * try {
 *   await payment.requestPayment(order);
 * } catch (error) {
 *   if (isPaymentsError(error) && error.code === "DUPLICATED_ORDER_ID") location.assign("/receipt");
 * }
 */
export class PaymentsError extends Error {
  readonly code: ErrorCode;
  /** The problem and its solution, for the log: never show it to buyers. */
  readonly hint: string;
  /** Every wrong field; empty if the failure is about no field. */
  readonly details: readonly ErrorDetail[];
  /** Whether the same request may succeed later. Nothing has been charged either way. */
  readonly retryable: boolean;
  /** The service's id of the request, if it answered; quote it when you ask for help. */
  readonly traceId: string | undefined;
  /** The browser's error, if there is one. */
  readonly cause: unknown;
  readonly [brand]: true;

  constructor(code: ErrorCode, message: string | undefined, context: ErrorContext = {}) {
    super(message);
    const { details = [], hint = "", retryable = false, traceId, cause } = context;
    this.name = "PaymentsError";
    this.code = code;
    this.hint = hint;
    this.details = details;
    this.retryable = retryable;
    this.traceId = traceId;
    this.cause = cause;
    this[brand] = true;
  }

  /** One line for a log, with the code and the hint. */
  override toString(): string {
    return `${this.name}: ${this.code}: ${this.hint || this.message}`;
  }
}

/**
 * Whether an error was thrown by the SDK, also by another copy of it (where `instanceof` fails).
 *
 * @example
 * await payment.requestPayment(order).catch((error: unknown) => {
 *   if (isPaymentsError(error)) console.warn(error.code, error.details);
 * });
 */
export function isPaymentsError(value: unknown): value is PaymentsError {
  return brand in (Object(value) as object);
}

/**
 * Whether the buyer gave up, which needs no report: by a caught error, a code, or the address of the failUrl page, whole
 * or only its query (interface: Browser failure redirect error codes).
 *
 * @example
 * await payment.requestPayment(order).catch(isUserCancel); // true: the buyer closed the checkout
 * isUserCancel(location.href); // on the page of failUrl
 * isUserCancel(new URLSearchParams("code=PAY_PROCESS_CANCELED")); // true
 */
export function isUserCancel(value: unknown): boolean {
  const canceled = "PAY_PROCESS_CANCELED";
  if (isPaymentsError(value)) return value.code === canceled;
  if (typeof value !== "string" && !(value instanceof URL) && !(value instanceof URLSearchParams)) return false;
  const [text = ""] = String(value).split("#");
  if (text === canceled) return true;
  return new URLSearchParams(text.slice(text.indexOf("?") + 1)).get("code") === canceled;
}
