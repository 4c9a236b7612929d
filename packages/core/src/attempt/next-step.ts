import type { ErrorCode } from "../errors.ts";
import { ok, refuse, type Ok, type Refused, type Result } from "../result.ts";
import type { Attempt } from "./attempt.ts";

/** An attempt that holds the answer to its request, once it is known. */
export interface AnsweringAttempt<Value, Code extends ErrorCode> extends Attempt {
  readonly answer: Result<Value, Code> | null;
}

/** It is answered, and nothing more happens. */
export interface Answered<Value> {
  readonly next: "answer";
  readonly value: Value;
}

/** The intent to call is committed: call the provider and conclude. */
export interface Calling<Call> {
  readonly next: "call";
  readonly call: Call;
}

/** An earlier attempt is past its deadline without an outcome: find out what came of it, and answer from it. */
export interface FindingOut {
  readonly next: "find-out";
  readonly key: string;
}

/** What a decision about a request that calls a provider says to do next. */
export type NextStep<Value, Call> = Answered<Value> | Calling<Call> | FindingOut;

/** The next step of a request that is answered without a call. */
export function answerNow<Value>(value: Value): Ok<Answered<Value>> {
  return ok({ next: "answer", value });
}

/** The next step of a request whose intent to call is committed with it. */
export function callNext<Call>(call: Call): Ok<Calling<Call>> {
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
): Ok<Answered<Value> | FindingOut> | Refused<Code | Busy> {
  const { answer } = attempt;
  if (isBusy(attempt, at.now)) return refuse(at.busy);
  if (answer === null) return ok({ next: "find-out", key: attempt.key });
  return answer.ok ? answerNow(answer.value) : answer;
}
