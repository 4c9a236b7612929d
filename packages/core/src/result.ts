import type { ErrorCode } from "./errors.ts";

/** One field of a request that is not as it must be. */
export interface FieldProblem {
  /** The field's path: `amount.value`, `metadata`, `instruments.0.billing`. */
  readonly field: string;
  /** The error code that this field alone would give. */
  readonly code: ErrorCode;
  /** What is wrong and what would be right, in English. */
  readonly problem: string;
}

/** An expected outcome that is not success. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly details?: readonly FieldProblem[];
}

/** What every operation answers: expected outcomes are values, exceptions are for bugs. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Refusal };

/** Wraps the value of a success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps a refusal by its code, with the fields that caused it where there are any. */
export function refuse(code: ErrorCode, details?: readonly FieldProblem[]): Result<never> {
  return { ok: false, error: details === undefined ? { code } : { code, details } };
}
