import { concluded, type CallTime } from "../../engine/attempt/attempt.ts";
import { advance } from "../../engine/commit/state-table.ts";
import { refuse } from "../../result.ts";
import type { ApprovalAttempt } from "../intent/approval-attempt.ts";
import { reversalKey } from "../intent/attempt-keys.ts";
import { intentStates, type Intent } from "../intent/intent.ts";
import { openReversal, type ReversalAttempt } from "./reversal-attempt.ts";

/** The approvals of all methods, in their order. */
export interface Approving {
  readonly intent: Intent;
  readonly approvals: readonly ApprovalAttempt[];
}

/** The first approval holds the answer to the request. */
export function answered({ intent, approvals }: Approving, answer: ApprovalAttempt["answer"]): Approving {
  return { intent, approvals: approvals.map((approval, index) => (index === 0 ? { ...approval, answer } : approval)) };
}

/**
 * Reverses all approvals that are, or may be, approved. A not-found approval is no refusal: it may still be in flight.
 * One that was never sent never will be. From this commit on only its reversal decides about an approval, so that no
 * late answer revives it. If every approval was refused, the payment ends at once.
 */
export function reverseApprovals(
  { intent, approvals: before }: Approving,
  time: CallTime,
): Approving & { readonly reversals?: readonly ReversalAttempt[] } {
  const approvals = before.map((each) => (each.sendings === 0 ? concluded(each, "REFUSED") : each));
  const reversals = approvals.flatMap((approval) => {
    if (approval.status === "REFUSED" || approval.reversal !== null) return [];
    return [openReversal(approval, reversalKey(approval.key), time)];
  });
  if (reversals.length === 0) return abortPayment({ intent, approvals });
  const waiting = approvals.map((approval): ApprovalAttempt => {
    const reversal = reversals.find(({ approvalKey }) => approvalKey === approval.approvalKey);
    if (reversal === undefined) return approval;
    const status = approval.status === "DONE" ? "DONE" : "UNKNOWN";
    return { ...approval, status, lookUpAt: null, reversal: reversal.key };
  });
  return { intent, approvals: waiting, reversals };
}

/** Ends a payment without a valid approval, by the first refusal; its order is free again. */
export function abortPayment({ intent, approvals }: Approving): Approving {
  const refused = approvals.find(({ refusal }) => refusal !== null);
  const failure = refused?.refusal ?? "PROVIDER_ERROR";
  const failed = refused ?? approvals.find((approval) => approval.status === "REFUSED");
  const failedMethod = Math.max(
    0,
    approvals.findIndex((approval) => approval === failed),
  );
  const status = advance(intentStates, intent.status, "refuse");
  return answered(
    { intent: { ...intent, status, openAttempt: null, failure, failedMethod }, approvals },
    refuse(failure),
  );
}
