import { concluded, isConcluded, type CallTime } from "../attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../attempt/flag.ts";
import { knownRefusal, type Found } from "../attempt/outcome.ts";
import type { CancellationRefusal, Reversal, ReversalRefusal } from "../card-network/card-network.ts";
import type { Decision } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { errorCodes } from "../errors.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { ok, type Ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";

import { approvalKeys, approvalRecord, type ApprovalAttempt } from "./approval-attempt.ts";
import { intentRecord } from "./intent.ts";
import { reversalKeys, reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { abort, type Approving } from "./undo.ts";
import { viewingOf, type Viewing } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

/** The outcome of a net-cancel, or of the cancellation in its place. */
export interface ReversalOutcome {
  readonly attempt: ReversalAttempt;
  readonly found: Found<Reversal, ReversalRefusal | CancellationRefusal>;
}

interface Reversing extends Approving {
  readonly reversals: readonly ReversalAttempt[];
  readonly merchant: Merchant | undefined;
}

interface ReversalMoment extends CallTime, Viewing {
  readonly flagAfterMs: number;
}

/**
 * Applies the outcome of a net-cancel. Idempotent. The approval counts as standing until the network acknowledges the
 * reversal, which is repeated until then. When none of the payment's approvals stands any more, the payment is aborted.
 * A reversal that is refused as too late becomes a cancellation under its own key; only when that is refused too,
 * people must look.
 */
export function concludeReversal(context: Context, tenant: Tenant, outcome: ReversalOutcome) {
  const { key, intentKey, methods } = outcome.attempt;
  const { flagAfterMs, requestDeadlineMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    async load(read) {
      const approvalRefs = approvalKeys(intentKey, methods).map((each) => approvalRecord.ref(each));
      const reversalRefs = reversalKeys(intentKey, methods).map((each) => reversalRecord.ref(each));
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
  { attempt, found }: ReversalOutcome,
  at: ReversalMoment,
): Decision<Ok<Flagged<ReversalAttempt>>> {
  const mine = reversals.find(({ key }) => key === attempt.key);
  if (mine === undefined) throw new Error(`reversal ${attempt.key} has no record`);
  if (isConcluded(mine)) return { answer: ok({ after: mine }) };
  if (found.outcome === "refused" && found.code === "NOT_CANCELABLE_PAYMENT") {
    // This caller goes on with the cancellation; no look-up does before the deadline.
    const cancellationKey = `${mine.key}.cancellation`;
    const late: ReversalAttempt = { ...mine, status: "UNKNOWN", lookUpAt: at.deadline, cancellationKey };
    return { answer: ok({ after: late }), changes: { writes: [reversalRecord.write(late)] } };
  }
  if (found.outcome !== "done" || found.value.approvalKey !== mine.approvalKey) {
    const finding =
      found.outcome === "refused"
        ? `the network refuses to undo the approval: ${knownRefusal(errorCodes, found.code)}`
        : undefined;
    return decideUnknown(reversalRecord, mine, { ...at, needsPeople: found.outcome === "refused", finding });
  }
  const done = concluded(mine, "DONE");
  const undone = (approval: ApprovalAttempt) =>
    approval.reversal === done.key ||
    reversals.some(({ key, status }) => key === approval.reversal && status === "DONE");
  const after = approvals.map((approval) =>
    approval.reversal === done.key && approval.status !== "DONE" ? concluded(approval, "REFUSED") : approval,
  );
  const allOut = after.every((approval) => approval.status === "REFUSED" || undone(approval));
  const ended = allOut ? abort({ intent, approvals: after }) : { intent, approvals: after };
  const changed = ended.approvals.filter((approval, index) => approval !== approvals[index]);
  const writes = [
    reversalRecord.write(done),
    ...changed.map((approval) => approvalRecord.write(approval)),
    ...(allOut ? writeAndTell(ended.intent, { ...at, merchant, earning: undefined }) : []),
  ];
  return { answer: ok({ after: done }), changes: { writes } };
}
