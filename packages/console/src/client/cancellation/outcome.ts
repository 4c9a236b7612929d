import type { PaymentIntent } from "@wonflow/client";
import type { Answer, Problem } from "../call/call.ts";

/**
 * What came of a cancellation that was sent. `unknown`: the gateway has not said, so that it is looked up and never
 * sent again; `unanswered`: the service itself did not answer, and may be asked again under the same key, which does the
 * thing once; `refused`: nothing was given back.
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

/** What a look-up says of a cancellation whose outcome was unknown: nothing yet, or how much was given back. */
export function foundOut(before: number, { cancel }: Pick<PaymentIntent, "cancel">): number | undefined {
  if (cancel?.inProgress === true) return undefined;
  return (cancel?.canceledAmount ?? 0) - before;
}
