import type { ErrorCode } from "./error-messages.ts";

/** One field of a request that cannot be accepted. */
export interface FieldProblem {
  /** The field's path: `amount.value`, `metadata`, `instruments.0.billing`. */
  readonly field: string;
  /** The error code of this field alone. */
  readonly code: ErrorCode;
  /** The problem and its remedy, in English; reads on after the field's name. */
  readonly problem: string;
}

/** An expected outcome that is not success. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly details?: readonly FieldProblem[];
  /** After this many milliseconds a repeat may succeed, where that is known. */
  readonly retryAfterMs?: number;
  /** Of a refused card: the number of cards that may still be tried on its link. */
  readonly triesLeft?: number;
}

export interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

export interface Refused<Code extends ErrorCode = ErrorCode> {
  readonly ok: false;
  readonly error: Refusal<Code>;
}

/**
 * The answer of every operation: expected outcomes are values, exceptions are for bugs. `Code` is the union of the
 * operation's refusal codes.
 */
export type Result<Value, Code extends ErrorCode = ErrorCode> = Ok<Value> | Refused<Code>;

/** What an operation answers: its value, or a refusal with one of its listed codes. */
export type Answer<Value, Codes extends readonly ErrorCode[]> = Promise<Result<Value, Codes[number]>>;

/** The refusal codes of a result. */
export type CodeOf<Answer> = Answer extends Refused<infer Code> ? Code : never;

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

export function refuse<const Code extends ErrorCode>(code: Code, details?: readonly FieldProblem[]): Refused<Code> {
  return { ok: false, error: details === undefined ? { code } : { code, details } };
}

export function refuseField<const Code extends ErrorCode>(code: Code, field: string, problem: string): Refused<Code> {
  return refuse(code, [{ field, code, problem }]);
}

/** A refusal that ends by itself after `retryAfterMs` milliseconds. */
export function refuseFor<const Code extends ErrorCode>(code: Code, retryAfterMs: number): Refused<Code> {
  return { ok: false, error: { code, retryAfterMs } };
}
