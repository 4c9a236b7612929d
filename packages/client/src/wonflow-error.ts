import { nextActions } from "./interface.generated.ts";
import type { ServiceErrorCode } from "./operations.generated.ts";

/**
 * The client's own codes: no answer in time or at all, an answer of something else than the service, a redirect that
 * must not be confirmed, a webhook without the service's signature or of an event that this version does not know.
 */
export type ClientErrorCode =
  | "REQUEST_TIMED_OUT"
  | "CONNECTION_FAILED"
  | "UNEXPECTED_ANSWER"
  | "INVALID_REDIRECT"
  | "REDIRECT_AMOUNT_MISMATCH"
  | "INVALID_WEBHOOK"
  | "UNKNOWN_WEBHOOK_EVENT";

/** Every code of a `WonflowError`. A newer service may have more. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode;

/**
 * What to do after an error:
 * - `retry`: nothing has happened; a new call may succeed, after `retryAfterMs` if that is known.
 * - `look-up`: the call may have taken effect, or still may: look it up before anything else. The same call under the
 *   same `idempotencyKey` is safe too; under another key it may take effect twice.
 * - `another-card`: the card was refused; the buyer may pay with another one.
 * - `correct`: the call can never succeed as it is; `message` and `details` name the problem.
 * - `reject`: the sender can't be trusted: answer with 400, and ignore the content.
 */
export type NextAction = "retry" | "look-up" | "another-card" | "correct" | "reject";

export interface ErrorDetail {
  /** The field's path, such as `amount.value`, or a header's name. */
  readonly field: string;
  /** The code that this field alone would give. */
  readonly code: string;
  /** The problem and its solution, in English. */
  readonly problem: string;
}

/** A failure's properties besides code and message. */
export interface Failure {
  readonly nextAction: NextAction;
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly traceId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

// Several copies of this package have different classes, but share a registered symbol.
const brand = Symbol.for("wonflow.WonflowError");

/**
 * The error of every failed call; wrong use throws a `TypeError`. Decide by `code`, which never changes its meaning, or
 * by `nextAction`.
 *
 * @example
 * try {
 *   await wonflow.intents.confirm({ intentKey, orderId, amount: 10_000 });
 * } catch (error) {
 *   if (!isWonflowError(error)) throw error;
 *   if (error.nextAction === "look-up") console.log((await wonflow.intents.lookUp({ orderId })).status);
 *   else console.log(error.code, error.message);
 * }
 */
export class WonflowError extends Error {
  readonly code: ErrorCode;
  readonly nextAction: NextAction;
  /** Whether `nextAction` is `retry`: a new call may succeed, and does nothing twice. */
  readonly retryable: boolean;
  /** The HTTP status; undefined without an answer, and for the client's own errors. */
  readonly status: number | undefined;
  /** Every wrong field; empty if the failure is about no field. */
  readonly details: readonly ErrorDetail[];
  /** The service's id of the request, if it answered; quote it when you ask for help. */
  readonly traceId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The key of the call, which the client generates unless the caller gives one. */
  readonly idempotencyKey: string | undefined;
  /** The error that was thrown in place of an answer. */
  override readonly cause: unknown;
  readonly [brand]: true;

  constructor(code: ErrorCode, message: string, failure: Failure) {
    super(message);
    this.name = "WonflowError";
    this.code = code;
    this.nextAction = failure.nextAction;
    this.retryable = failure.nextAction === "retry";
    this.status = failure.status;
    this.details = failure.details ?? [];
    this.traceId = failure.traceId;
    this.retryAfterMs = failure.retryAfterMs;
    this.idempotencyKey = failure.idempotencyKey;
    this.cause = failure.cause;
    this[brand] = true;
  }

  /**
   * One line for a log, with everything that a report of the error needs.
   *
   * @example
   * const text = await wonflow.settlements.lookUpOrder(orderId).then(() => "settled", String);
   * // "WonflowError: INVALID_ORDER_ID (orderId): … [traceId 4bf92f3577b34da6a3ce929d0e0e4736]"
   */
  override toString(): string {
    const fields = [...new Set(this.details.map(({ field }) => field))].join(", ");
    const about = fields === "" ? "" : ` (${fields})`;
    const trace = this.traceId === undefined ? "" : ` [traceId ${this.traceId}]`;
    return `${this.name}: ${this.code}${about}: ${this.message}${trace}`;
  }
}

/**
 * Whether an error was thrown by this client, also by another copy of the package (where `instanceof` fails).
 *
 * @example
 * await wonflow.settlements.lookUpOrder(orderId).catch((error: unknown) => {
 *   if (isWonflowError(error) && error.code === "NOT_FOUND_SETTLEMENT") return undefined;
 *   throw error;
 * });
 */
export function isWonflowError(value: unknown): value is WonflowError {
  return brand in (Object(value) as object);
}

const byCode = new Map(
  Object.entries(nextActions).flatMap(([action, codes]) =>
    codes.split(" ").map((code): readonly [string, NextAction] => [code, action as keyof typeof nextActions]),
  ),
);

/** What to do after a code of the service; for an unknown code the status decides. */
export function nextActionAfter(code: string, status: number): NextAction {
  return byCode.get(code) ?? (status === 429 ? "retry" : status < 500 ? "correct" : "look-up");
}
