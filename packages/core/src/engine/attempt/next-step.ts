import type { ErrorCode } from "../../errors.ts";
import { ok, refuse, type Ok, type Refused, type Result } from "../../result.ts";
import type { Attempt } from "./attempt.ts";

/** An attempt that holds the answer to its request, once it is known. */
export interface AnsweringAttempt<Value, Code extends ErrorCode> extends Attempt {
  readonly answer: Result<Value, Code> | null;
}

/**
 * What a decision about a request that calls a provider leads to: an answer; the call, whose intent is committed; or
 * the look-up of an earlier attempt that is past its deadline without an outcome.
 */
export type NextStep<Value, Call> =
  | { readonly next: "answer"; readonly value: Value }
  | { readonly next: "call"; readonly call: Call }
  | { readonly next: "find-out"; readonly key: string };

export function answerNow<Value>(value: Value): Ok<NextStep<Value, never>> {
  return ok({ next: "answer", value });
}

export function callNext<Call>(call: Call): Ok<NextStep<never, Call>> {
  return ok({ next: "call", call });
}

/**
 * Whether an attempt still belongs to the request that opened it: while unanswered, until the deadline. An UNKNOWN
 * attempt has been answered so, and belongs to its look-ups.
 */
export function isBusy({ answer, status, deadline }: AnsweringAttempt<unknown, ErrorCode>, now: number): boolean {
  return answer === null && status !== "UNKNOWN" && now < deadline;
}

/**
 * The next step of a request that meets its attempt; refuses with `busy` while the attempt belongs to another request.
 */
export function followAttempt<Value, Code extends ErrorCode, const Busy extends ErrorCode>(
  attempt: AnsweringAttempt<Value, Code>,
  at: { readonly now: number; readonly busy: Busy },
): Ok<NextStep<Value, never>> | Refused<Code | Busy> {
  const { answer } = attempt;
  if (isBusy(attempt, at.now)) return refuse(at.busy);
  if (answer === null) return ok({ next: "find-out", key: attempt.key });
  return answer.ok ? answerNow(answer.value) : answer;
}
