import type { PaymentIntent } from "@wonflow/client";
import type { Answer, Problem } from "../call/call.ts";

/**
 * The outcome of a cancellation that was sent. `unknown`: the gateway has not answered, so the payment is looked up and
 * the request never sent again; `unanswered`: the service itself did not answer, and the request may be repeated under
 * the same key, with one effect; `refused`: nothing was refunded.
 */
export type Outcome =
  | { readonly kind: "done"; readonly payment: PaymentIntent }
  | { readonly kind: "refused"; readonly problem: Problem }
  | { readonly kind: "unknown" }
  | { readonly kind: "unanswered"; readonly problem: Problem };

/** Look the payment up, don't send it again. The last one: the same request is still under way. */
const unknownCodes: readonly string[] = [
  "FAILED_PARTIAL_REFUND",
  "FAILED_REFUND_PROCESS",
  "IDEMPOTENT_REQUEST_PROCESSING",
];

export function outcomeOf(answer: Answer<PaymentIntent>): Outcome {
  if (answer.ok) return { kind: "done", payment: answer.value };
  const { problem } = answer;
  if (unknownCodes.includes(problem.code)) return { kind: "unknown" };
  // A session that is over has refused before anything began.
  if (problem.kind === "lost") return { kind: "unanswered", problem };
  return { kind: "refused", problem };
}

/** How a cancellation ended for the form, with what the payment's later changes can't alter. */
export type Ended =
  | { readonly kind: "done"; readonly amount: number }
  | { readonly kind: "unknown"; readonly canceledBefore: number };

/** What a look-up shows about a cancellation whose outcome was unknown: nothing yet, or how much was refunded. */
export function foundOut(before: number, { cancel }: Pick<PaymentIntent, "cancel">): number | undefined {
  if (cancel?.inProgress === true) return undefined;
  return (cancel?.canceledAmount ?? 0) - before;
}
