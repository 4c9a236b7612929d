import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";
import { advance } from "../../engine/commit/state-table.ts";
import {
  concluded,
  attemptKindRecord,
  attemptKindSchema,
  openUnsent,
  type CallTime,
} from "../../engine/attempt/attempt.ts";
import { refuse } from "../../result.ts";
import { reversalKey } from "../intent/attempt-keys.ts";
import type { ApprovalAttempt } from "../intent/approval-attempt.ts";
import { intentStates, type Intent } from "../intent/intent.ts";
import { routeFields } from "../../engine/attempt/sending.ts";

const reversalSchema = attemptKindSchema("reversal", {
  ...routeFields,
  intentKey: z.string(),
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  methods: z.number(),
  /** The cancellation in its place, once the gateway has refused the reversal as too late. */
  cancellationKey: z.string().nullable(),
  /** Whether that cancellation was sent, or was about to be. */
  cancellationSent: z.boolean().default(true),
  /** Whether the gateway has reported the approval: otherwise it may have never arrived. */
  seen: z.boolean().default(false),
  /** The gateway's reference of the approval, once known. */
  reference: z.string().nullable().default(null),
});

export type ReversalAttempt = z.output<typeof reversalSchema>;

/** The net-cancel (망취소) of one approval. */
export const reversalRecord: IndexedKind<ReversalAttempt> = attemptKindRecord(reversalSchema);

export function openReversal(approval: ApprovalAttempt, key: string, time: CallTime): ReversalAttempt {
  const { intentKey, approvalKey, amount, methods, reference, gateway, credentials } = approval;
  const seen = approval.seen || approval.status === "DONE";
  const about = { intentKey, approvalKey, amount, methods, seen, reference, gateway, credentials };
  return { ...openUnsent({ key, kind: "reversal" }, time), ...about, cancellationKey: null, cancellationSent: false };
}

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
export function undo(
  { intent, approvals: before }: Approving,
  time: CallTime,
): Approving & { readonly reversals?: readonly ReversalAttempt[] } {
  const approvals = before.map((each) => (each.sendings === 0 ? concluded(each, "REFUSED") : each));
  const reversals = approvals.flatMap((approval) => {
    if (approval.status === "REFUSED" || approval.reversal !== null) return [];
    return [openReversal(approval, reversalKey(approval.key), time)];
  });
  if (reversals.length === 0) return abort({ intent, approvals });
  const waiting = approvals.map((approval): ApprovalAttempt => {
    const reversal = reversals.find(({ approvalKey }) => approvalKey === approval.approvalKey);
    if (reversal === undefined) return approval;
    const status = approval.status === "DONE" ? "DONE" : "UNKNOWN";
    return { ...approval, status, lookUpAt: null, reversal: reversal.key };
  });
  return { intent, approvals: waiting, reversals };
}

/** Ends a payment without a valid approval, by the first refusal; its order is free again. */
export function abort({ intent, approvals }: Approving): Approving {
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
