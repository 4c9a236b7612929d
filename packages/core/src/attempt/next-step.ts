import type { ErrorCode } from "../errors.ts";
import { ok, refuse, type Ok, type Refused, type Result } from "../result.ts";
import type { Attempt } from "./attempt.ts";

/** An attempt that holds the answer to the request that opened it, once that is known. */
export interface AnsweringAttempt<Value, Code extends ErrorCode> extends Attempt {
  readonly answer: Result<Value, Code> | null;
}

/** It is answered, and nothing more happens. */
export interface Answered<Value> {
  readonly next: "answer";
  readonly value: Value;
}

/** The intent to call is committed: call the provider and conclude. */
interface Calling<Call> {
  readonly next: "call";
  readonly call: Call;
}

/** An earlier attempt is past its deadline without an outcome: look it up and answer from it. */
export interface Driving {
  readonly next: "drive";
  readonly key: string;
}

/** What a decision about a request that calls a provider says to do next. */
export type NextStep<Value, Call> = Answered<Value> | Calling<Call> | Driving;

/** The next step of a request that is answered without a call. */
export function answerNow<Value>(value: Value): Ok<Answered<Value>> {
  return ok({ next: "answer", value });
}

/** The next step of a request whose intent to call is committed with it. */
export function callNext<Call>(call: Call): Ok<Calling<Call>> {
  return ok({ next: "call", call });
}

/**
 * The next step of a request that finds its attempt there already. While the request that opened it is
 * unanswered, at most until the deadline, the attempt belongs to that one, and others are refused with
 * `busy`. An attempt that is UNKNOWN has been answered so, and belongs to whoever looks it up.
 */
export function followAttempt<Value, Code extends ErrorCode, const Busy extends ErrorCode>(
  attempt: AnsweringAttempt<Value, Code>,
  at: { readonly now: number; readonly busy: Busy },
): Ok<Answered<Value> | Driving> | Refused<Code | Busy> {
  const { answer } = attempt;
  if (answer !== null) return answer.ok ? answerNow(answer.value) : answer;
  const unanswered = attempt.status !== "UNKNOWN" && at.now < attempt.deadline;
  return unanswered ? refuse(at.busy) : ok({ next: "drive", key: attempt.key });
}

/** How the next step of an operation is carried out. */
interface CarryingOut<Call, Made, Unknown extends ErrorCode> {
  /** Calls the provider and concludes; undefined where that could not be committed. */
  readonly call: (call: Call) => Promise<Made | undefined>;
  /** Looks the attempt of this key up and concludes. */
  readonly drive: (key: string) => Promise<Made | undefined>;
  /** What is answered where its attempt ends without an outcome: look up, don't repeat. */
  readonly unknown: (attempt: Made | undefined) => Unknown;
}

/** Carries out the next step, and answers from the attempt that came of it. */
export async function carryOut<
  Value,
  Call,
  Made extends AnsweringAttempt<Value, ErrorCode>,
  const Unknown extends ErrorCode,
>(
  step: NextStep<Value, Call>,
  how: CarryingOut<Call, Made, Unknown>,
): Promise<Ok<Value> | NonNullable<Made["answer"]> | Refused<Unknown>> {
  if (step.next === "answer") return ok(step.value);
  const attempt = step.next === "call" ? await how.call(step.call) : await how.drive(step.key);
  return attempt?.answer ?? refuse(how.unknown(attempt));
}
