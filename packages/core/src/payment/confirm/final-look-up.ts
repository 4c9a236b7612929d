import { isConcluded } from "../../engine/attempt/attempt.ts";
import type { Found } from "../../engine/attempt/call.ts";
import { commitOutcome, type Flagged } from "../../engine/attempt/flag.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Approval } from "../../gateway/gateway.ts";
import type { ApprovalRefusal } from "../../gateway/refusals.ts";
import { ok, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalRecord, seenDone, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { reversalAgainKey, reversalKey } from "../intent/attempt-keys.ts";
import { openReversal, reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";

interface FinalLookUp {
  /** An approval that its gateway has refused, or the reversal that `not-found` has concluded. */
  readonly attempt: ApprovalAttempt | ReversalAttempt;
  readonly found: Found<Approval, ApprovalRefusal>;
}

interface Denied {
  readonly approval: ApprovalAttempt;
  /** Null if the approval itself was refused. */
  readonly reversal: ReversalAttempt | null;
  readonly again: ReversalAttempt | undefined;
}

interface Moment {
  readonly now: number;
  readonly deadline: number;
}

const askAgainMs = 60 * 60 * 1000;

/**
 * The final look-up of an approval that was refused, or never found. One that was made after all is undone by a reversal
 * of its own, and is flagged: the gateway took longer than it promises, or its answer was wrong. Another payment of the
 * order is unchanged. If an operator has opened that reversal meanwhile, it decides about the approval, and the look-up
 * ends.
 */
export function concludeFinalLookUp(context: Context, tenant: Tenant, { attempt, found }: FinalLookUp) {
  const { requestDeadlineMs } = context.settings;
  const { key, approvalKey, intentKey } = attempt;
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    async load(read): Promise<Denied> {
      const [approval, again, reversal] = await read(
        approvalRecord.ref(approvalKey),
        reversalRecord.ref(reversalAgainKey(reversalKey(approvalKey))),
        attempt.kind === "reversal" ? reversalRecord.ref(key) : undefined,
      );
      if (approval === undefined) throw new Error(`attempt ${key} has no approval`);
      if (attempt.kind === "reversal" && reversal === undefined) throw new Error(`reversal ${key} has no record`);
      return { approval, reversal: reversal ?? null, again };
    },
    decide: (denied, now) => decideFinalLookUp(denied, found, { now, deadline: now + requestDeadlineMs }),
  });
}

function decideFinalLookUp(
  { approval, reversal, again: undoing }: Denied,
  found: FinalLookUp["found"],
  time: Moment,
): Decision<Ok<Flagged<null>>> {
  const denied = reversal ?? approval;
  if (denied.lookUpAt === null || !isConcluded(denied)) return { answer: ok({ after: null }) };
  // An answer about another approval is no answer: the outcome of this one is not known yet.
  const isForeign = found.outcome === "done" && found.value.key !== approval.key;
  const isUnknown = found.outcome === "unknown" || isForeign;
  const next = nextLookUp(denied, { isUnknown, now: time.now });
  const looks = undoing === undefined ? next : noLookUp;
  const looked = reversal === null ? approvalRecord.write({ ...approval, ...looks }) : lookedAt(reversal, looks);
  if (found.outcome !== "done" || undoing !== undefined) {
    return { answer: ok({ after: null }), changes: { writes: [looked] } };
  }
  const { amount } = found.value;
  // The amount of one that was never found is unknown until now, and the whole of it is undone.
  if (isForeign || (reversal === null && amount !== approval.amount)) {
    const other = isForeign ? "approval" : "amount";
    const reason = `the gateway's answer at the final look-up names another ${other}`;
    return { answer: ok({ after: null, flag: { key: denied.key, reason } }), changes: { writes: [looked] } };
  }
  const seen = seenDone(approval, found.value);
  const known = approvalRecord.write({ ...seen, ...(reversal === null && noLookUp) });
  const again = { ...openReversal(seen, reversalAgainKey(reversalKey(approval.key)), time), flagged: true };
  const wrong = reversal === null ? "although it had refused it" : "later than it promises";
  const reason = `the gateway approved it after all, ${wrong}: it is being undone`;
  return {
    answer: ok({ after: null, flag: { key: again.key, reason } }),
    changes: {
      writes: [...(reversal === null ? [] : [lookedAt(reversal, noLookUp)]), known, reversalRecord.make(again)],
    },
  };
}

type LookUps = Pick<ApprovalAttempt, "lookUpAt" | "finalLookUpAt">;

const noLookUp: LookUps = { lookUpAt: null, finalLookUpAt: null };

/** After a look-up that a message has brought forward the final one is still due: a call may arrive in between. */
function nextLookUp(
  { finalLookUpAt }: LookUps,
  { isUnknown, now }: { readonly isUnknown: boolean; readonly now: number },
): LookUps {
  const pending = finalLookUpAt !== null && finalLookUpAt > now ? finalLookUpAt : null;
  if (!isUnknown) return { lookUpAt: pending, finalLookUpAt: null };
  return { lookUpAt: Math.min(now + askAgainMs, pending ?? Infinity), finalLookUpAt: pending };
}

function lookedAt(reversal: ReversalAttempt, looks: LookUps) {
  return reversalRecord.write({ ...reversal, ...looks });
}
