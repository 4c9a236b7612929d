import type { ErrorCode } from "./errors.ts";

/** One field of a request that cannot be accepted. */
export interface FieldProblem {
  /** The field's path: `amount.value`, `metadata`, `instruments.0.billing`. */
  readonly field: string;
  /** The error code that this field alone would give. */
  readonly code: ErrorCode;
  /** What is wrong and what would be right, in English; reads on after the field's name. */
  readonly problem: string;
}

/** An expected outcome that is not success. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly details?: readonly FieldProblem[];
  /** After how many milliseconds it is worth asking again, where that is known. */
  readonly retryAfterMs?: number;
  /** Of a refused card: how many cards may still be tried on its link. */
  readonly triesLeft?: number;
}

/** A success with its value. */
export interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

/** A refusal with its code. */
export interface Refused<Code extends ErrorCode = ErrorCode> {
  readonly ok: false;
  readonly error: Refusal<Code>;
}

/**
 * What every operation answers: expected outcomes are values, exceptions are for bugs. `Code` is the
 * union of the codes that the operation may refuse with.
 */
export type Result<Value, Code extends ErrorCode = ErrorCode> = Ok<Value> | Refused<Code>;

/** The codes that a result, or what an operation answers, may refuse with. */
export type CodeOf<Answer> = Answer extends Refused<infer Code> ? Code : never;

/** Wraps the value of a success. */
export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

/** Wraps a refusal by its code, with the fields that caused it where there are any. */
export function refuse<const Code extends ErrorCode>(code: Code, details?: readonly FieldProblem[]): Refused<Code> {
  return { ok: false, error: details === undefined ? { code } : { code, details } };
}

/** A refusal for one field. */
export function refuseField<const Code extends ErrorCode>(code: Code, field: string, problem: string): Refused<Code> {
  return refuse(code, [{ field, code, problem }]);
}

/** A refusal that ends by itself after so many milliseconds. */
export function refuseFor<const Code extends ErrorCode>(code: Code, retryAfterMs: number): Refused<Code> {
  return { ok: false, error: { code, retryAfterMs } };
}
