import { concluded, isConcluded, type CallTime } from "../../engine/attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import type { Reversal } from "../../gateway/gateway.ts";
import type { CancellationRefusal, ReversalRefusal } from "../../gateway/refusals.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { errorCodes } from "../../error-messages.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { ok, type Ok } from "../../result.ts";
import { nextStatus } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys, lateCancellationKey, reversalKey } from "../intent/attempt-keys.ts";
import { approvalRecord, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { intentRecord, intentStates } from "../intent/intent.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { abortPayment, type Approving } from "./reverse-approvals.ts";
import { viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

/** The outcome of a net-cancel, or of the cancellation in its place. */
export interface ReversalOutcome {
  readonly attempt: ReversalAttempt;
  readonly found: Found<Reversal, ReversalRefusal | CancellationRefusal>;
  /** Whether the gateway has reported the approval: otherwise `not-found` means that there is nothing to undo. */
  readonly seen: boolean;
  /** Whether the gateway has refused the approval, of which it had reported nothing before. */
  readonly isRefused?: boolean;
}

interface Reversing extends Approving {
  readonly reversals: readonly ReversalAttempt[];
  readonly merchant: Merchant | undefined;
}

interface ReversalMoment extends CallTime, Viewing {
  readonly flagAfterMs: number;
}

/**
 * Applies the outcome of a net-cancel. Idempotent. The approval counts as valid until the gateway acknowledges the
 * reversal, which is repeated until then. When all of the payment's approvals are undone, the payment is aborted. A
 * reversal that is refused as too late becomes a cancellation under its own key; any other refusal is flagged for the
 * operator.
 */
export function concludeReversal(context: Context, tenant: Tenant, outcome: ReversalOutcome) {
  const { key, approvalKey, intentKey, methods } = outcome.attempt;
  const { flagAfterMs, requestDeadlineMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    async load(read) {
      const keys = approvalKeys(approvalKey, methods);
      const approvalRefs = keys.map((each) => approvalRecord.ref(each));
      const reversalRefs = [...new Set([...keys.map(reversalKey), key])].map((each) => reversalRecord.ref(each));
      await read(...approvalRefs, ...reversalRefs, intentRecord.ref(intentKey), merchantRef);
      const [intent, merchant] = await read(intentRecord.ref(intentKey), merchantRef);
      const approvals = (await read(...approvalRefs)).filter((approval) => approval !== undefined);
      const reversals = (await read(...reversalRefs)).filter((reversal) => reversal !== undefined);
      if (intent === undefined || approvals.length < methods) throw new Error(`reversal ${key} has no record`);
      return { intent, approvals, reversals, merchant };
    },
    decide: (reversing, now) => {
      const deadline = now + requestDeadlineMs;
      return decideReversal(reversing, outcome, { ...viewingOf(context, tenant), now, flagAfterMs, deadline });
    },
  });
}

function decideReversal(
  { intent, approvals, reversals, merchant }: Reversing,
  { attempt, found, seen, isRefused = false }: ReversalOutcome,
  at: ReversalMoment,
): Decision<Ok<Flagged<ReversalAttempt>>> {
  const before = reversals.find(({ key }) => key === attempt.key);
  if (before === undefined) throw new Error(`reversal ${attempt.key} has no record`);
  if (isConcluded(before)) return { answer: ok({ after: before }) };
  const reference = before.reference ?? attempt.reference;
  const mine: ReversalAttempt = { ...withProviderMessage(before, found), seen: before.seen || seen, reference };
  if (found.outcome === "refused" && found.code === "NOT_CANCELABLE_PAYMENT") {
    // This caller continues with the cancellation; no look-up does before the deadline.
    const cancellationKey = lateCancellationKey(mine.key);
    const late: ReversalAttempt = { ...mine, status: "UNKNOWN", lookUpAt: at.deadline, cancellationKey };
    return { answer: ok({ after: late }), changes: { writes: [reversalRecord.write(late)] } };
  }
  const nothingToUndo = found.outcome === "not-found" && !mine.seen;
  if (!nothingToUndo && (found.outcome !== "done" || found.value.approvalKey !== mine.approvalKey)) {
    const finding =
      found.outcome === "refused"
        ? `the gateway refuses to undo the approval: ${knownRefusal(errorCodes, found.code)}`
        : undefined;
    return decideUnknown(reversalRecord, mine, { ...at, needsOperator: found.outcome === "refused", finding });
  }
  const done = concluded(mine, "DONE", { deniedAt: nothingToUndo || isRefused ? at.now : undefined });
  const undone = (approval: ApprovalAttempt) =>
    approval.reversal === done.key ||
    reversals.some(({ key, status }) => key === approval.reversal && status === "DONE");
  const after = approvals.map((approval) =>
    approval.reversal === done.key && approval.status !== "DONE" ? concluded(approval, "REFUSED") : approval,
  );
  const allOut = after.every((approval) => approval.status === "REFUSED" || undone(approval));
  const endsPayment = allOut && nextStatus(intentStates, intent.status, "refuse") !== undefined;
  const ended = endsPayment ? abortPayment({ intent, approvals: after }) : { intent, approvals: after };
  const changed = ended.approvals.filter((approval, index) => approval !== approvals[index]);
  const writes = [
    reversalRecord.write(done),
    ...changed.map((approval) => approvalRecord.write(approval)),
    ...(endsPayment ? writeAndNotify(ended.intent, { ...at, merchant, earning: undefined }) : []),
  ];
  return { answer: ok({ after: done }), changes: { writes } };
}
