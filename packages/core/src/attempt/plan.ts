import type { Context } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import { isForgotten, isReused, type IdempotencyRecord, type IdempotentRequest } from "../idempotency/idempotency.ts";
import type { Tenant } from "../tenant.ts";
import { paymentIntentSchema, type PaymentIntent } from "../payment/view.ts";
import { ok, refuse, type Result } from "../result.ts";
import { isSettled, type Attempt } from "./attempt.ts";
import { driveAttempt } from "./drive.ts";

/**
 * What a decision about a payment says to do next.
 *
 * - `answer`: it is answered, and nothing more happens
 * - `call`: the intent to call is committed: call the provider and settle
 * - `drive`: an earlier attempt is past its deadline without an outcome: look it up and answer from it
 */
export type Plan<Call> =
  | { readonly next: "answer"; readonly payment: PaymentIntent }
  | { readonly next: "call"; readonly call: Call }
  | { readonly next: "drive"; readonly attempt: Attempt };

/**
 * The plan of a request that finds its attempt there already. Before the deadline the attempt
 * belongs to the request that opened it, and others are refused with `busy`.
 */
export function followAttempt(
  attempt: Attempt,
  at: { readonly now: number; readonly busy: ErrorCode },
): Result<Plan<never>> {
  if (isSettled(attempt)) {
    const { answer } = attempt;
    if (answer === null) throw new Error(`attempt ${attempt.key} is settled without an answer`);
    return answer.ok ? ok({ next: "answer", payment: answer.value }) : answer;
  }
  return at.now < attempt.deadline ? refuse(at.busy) : ok({ next: "drive", attempt });
}

/** The plan of a request whose idempotency key was seen before; undefined where it is the first. */
export function replayRequest(
  request: IdempotentRequest | undefined,
  seen: { readonly record: IdempotencyRecord | undefined; readonly attempt: Attempt | undefined; readonly now: number },
): Result<Plan<never>> | undefined {
  const { record, attempt, now } = seen;
  if (request === undefined || record === undefined || isForgotten(record)) return undefined;
  if (isReused(record, request)) return refuse("IDEMPOTENCY_KEY_REUSED");
  if (record.answer !== null) {
    return ok({ next: "answer", payment: paymentIntentSchema.parse(JSON.parse(record.answer)) });
  }
  if (attempt === undefined) throw new Error(`request ${request.ref.id} is remembered without its attempt`);
  return followAttempt(attempt, { now, busy: "IDEMPOTENT_REQUEST_PROCESSING" });
}

/** Carries out a plan. An attempt that ends without an outcome is answered with `unknown`: look up, don't repeat. */
export async function carryOut<Call>(
  context: Context,
  plan: Plan<Call>,
  how: {
    readonly tenant: Tenant;
    readonly unknown: ErrorCode;
    readonly call: (call: Call) => Promise<Result<Attempt>>;
  },
): Promise<Result<PaymentIntent>> {
  if (plan.next === "answer") return ok(plan.payment);
  const attempt =
    plan.next === "call" ? await how.call(plan.call) : await driveAttempt(context, how.tenant, plan.attempt.key);
  if (!attempt.ok) return refuse(how.unknown);
  return attempt.value.answer ?? refuse(how.unknown);
}
