import { claimSending, isSettled, inFlight } from "../../engine/attempt/sending.ts";
import type { AboutApproval, Approval } from "../../gateway/gateway.ts";
import { askGateway, promisesOf, renewedRoute } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalRecord, lookUpApproval, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { askToCancel, lookUpCancellation } from "../cancel/cancellation-call.ts";
import type { PaymentContext } from "../intent/intent.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { concludeFinalLookUp } from "./final-look-up.ts";
import { concludeReversal, type ReversalOutcome } from "./reversal-outcome.ts";
import { isConcluded } from "../../engine/attempt/attempt.ts";
import { doneOr } from "../../engine/attempt/evidence.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";

type FoundReversal = ReversalOutcome["found"];

const mismatch = { outcome: "unknown", reason: "the answer does not match" } as const;

/** An approval that is being undone. */
interface Undoing {
  readonly attempt: ReversalAttempt;
  readonly approval: ApprovalAttempt;
}

async function loadUndoing(context: PaymentContext, tenant: Tenant, attempt: ReversalAttempt): Promise<Undoing> {
  const [approval] = await loadOnce(context, tenant, (read) => read(approvalRecord.ref(attempt.approvalKey)));
  if (approval === undefined) throw new Error(`reversal ${attempt.key} has no approval`);
  return { attempt, approval };
}

/**
 * Undoes an approval. One that the gateway never reported is looked up before, as it may still arrive, and afterwards,
 * as a gateway without tombstones ignores a reversal that came first. A repeated reversal waits until the previous one
 * has settled; meanwhile a look-up may show that it took effect.
 */
async function reverse(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, approval }: Undoing,
): Promise<ReversalAttempt> {
  let { seen, reference } = attempt;
  const conclude = async (found: FoundReversal, isSeen: boolean, isRefused = false) => {
    const known = { ...attempt, reference };
    const concluded = await concludeReversal(context, tenant, { attempt: known, found, seen: isSeen, isRefused });
    return concluded.ok ? concluded.value : attempt;
  };
  const { approvalKey } = attempt;
  const undone = { outcome: "done", value: { approvalKey } } as const;
  if (!seen || attempt.sendings > 0) {
    const standing = await lookUpApproval(context, tenant, { ...approval, reference });
    // A refusal is an undone approval, or one that was never made where nothing has undone it.
    if (standing.outcome === "refused") return conclude(undone, true, !seen && attempt.sendings === 0);
    if (standing.outcome === "done" && standing.value.key === approvalKey) {
      seen = true;
      reference = referenceOf(attempt, standing.value);
    } else if (standing.outcome !== "not-found" && !seen) return conclude(orMismatch(standing), seen);
  }
  if (!isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now())) return conclude(inFlight, seen);
  const claimed = await claimSending(context, tenant, {
    record: reversalRecord,
    attempt,
    change: { ...news(seen, reference), ...(await renewedRoute(context, tenant, attempt)) },
  });
  if (claimed === undefined) return attempt;
  const { amount, deadline: until } = claimed;
  ({ seen, reference } = claimed);
  const about = aboutApproval(approval, reference);
  const found = await askGateway(context, { tenant, attempt: claimed, until }, (gateway, question) =>
    gateway.reverse({ ...question, ...about, amount }),
  );
  const isSaidUndone = found.outcome === "not-found" || (found.outcome === "done" && isOf(found.value, approvalKey));
  if (seen || !isSaidUndone) return conclude(found, seen);
  const standing = await lookUpApproval(context, tenant, { ...approval, reference });
  if (standing.outcome === "refused") return conclude(undone, true);
  if (standing.outcome === "not-found") return conclude(standing, false);
  if (standing.outcome === "done" && standing.value.key === approvalKey) {
    seen = true;
    reference = referenceOf(attempt, standing.value);
  }
  return conclude(orMismatch(standing), seen);
}

function isOf(value: { readonly approvalKey: string }, approvalKey: string): boolean {
  return value.approvalKey === approvalKey;
}

/** An approval that is found, or whose outcome is unknown, is not undone yet. */
function orMismatch(standing: Awaited<ReturnType<typeof lookUpApproval>>) {
  return standing.outcome === "unknown" ? standing : mismatch;
}

function aboutApproval(
  { approvalKey, authentication, openedAt }: ApprovalAttempt,
  approvalReference: string | null,
): AboutApproval {
  return { approvalKey, authentication, approvalReference, approvalAskedAt: openedAt };
}

/** Never overwrites what another process has found out meanwhile. */
function news(seen: boolean, reference: string | null): Partial<ReversalAttempt> {
  return { ...(seen && { seen }), ...(reference !== null && { reference }) };
}

/** With another amount it may be the reference of another approval. */
function referenceOf({ amount, reference }: ReversalAttempt, approval: Approval): string | null {
  return approval.amount === amount ? (approval.reference ?? reference) : reference;
}

/**
 * Refunds in full after a reversal came too late, by a cancellation that is sent once. If the gateway has approved
 * nothing, or nothing remains of the approval, nothing is refunded; another amount than ours counts as no answer.
 */
async function refundLate(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, approval, cancellationKey }: Undoing & { readonly cancellationKey: string },
): Promise<ReversalAttempt> {
  const conclude = async (found: FoundReversal, seen: boolean) => {
    const concluded = await concludeReversal(context, tenant, { attempt, found, seen });
    return concluded.ok ? concluded.value : attempt;
  };
  const { approvalKey, amount } = attempt;
  const undone = { outcome: "done", value: { approvalKey } } as const;
  const standing = await lookUpApproval(context, tenant, { ...approval, reference: attempt.reference });
  if (standing.outcome === "refused") return conclude(undone, true);
  if (standing.outcome !== "done") return conclude(standing, attempt.seen);
  if (standing.value.key !== approvalKey || standing.value.amount !== amount) return conclude(mismatch, true);
  if (standing.value.remainingAmount === 0) return conclude(undone, true);
  const promises = promisesOf(context, tenant, attempt);
  const reference = referenceOf(attempt, standing.value);
  const part = { ...aboutApproval(approval, reference), amount };
  const asUndone = (found: Awaited<ReturnType<typeof askToCancel>>): FoundReversal => {
    if (found.outcome !== "done") return found;
    return found.value.key === cancellationKey && found.value.amount === amount ? undone : mismatch;
  };
  if (attempt.cancellationSent) {
    const sent = { ...attempt, key: cancellationKey };
    const about = { ...part, knownReferences: [] };
    const earlier = await lookUpCancellation(context, tenant, { attempt: sent, about });
    if (earlier.outcome === "not-found" && !promises.repeatsCancellations) return conclude(neverRefunded, true);
    if (earlier.outcome !== "not-found") return conclude(asUndone(earlier), true);
  }
  const change = {
    cancellationSent: true,
    ...news(true, reference),
    ...(await renewedRoute(context, tenant, attempt)),
  };
  const claimed = await claimSending(context, tenant, { record: reversalRecord, attempt, change });
  if (claimed === undefined) return attempt;
  const { taxFreeAmount } = approval;
  const found = await askToCancel(context, tenant, {
    attempt: { ...claimed, key: cancellationKey },
    request: { ...part, taxFreeAmount, remainingAmount: amount, reason: lateReason },
  });
  return conclude(asUndone(found), true);
}

/** The reason of a cancellation in place of a reversal, as the merchant sees it at the gateway. */
const lateReason = "payment was not completed";

const neverRefunded = { outcome: "refused", code: "REFUND_REJECTED" } as const;

/** Sends a reversal until the gateway acknowledges it; one that came too late continues as a cancellation. */
export const reversalKind: AttemptKind<PaymentContext, ReversalAttempt> = {
  name: "reversal",
  record: reversalRecord,
  async findOut(context, tenant, attempt) {
    const undoing = await loadUndoing(context, tenant, attempt);
    const known = attempt.cancellationKey === null ? await reverse(context, tenant, undoing) : attempt;
    const { cancellationKey } = known;
    if (cancellationKey === null || isConcluded(known)) return known;
    return refundLate(context, tenant, { ...undoing, attempt: known, cancellationKey });
  },
  async lookAgain(context, tenant, attempt) {
    const { approval } = await loadUndoing(context, tenant, attempt);
    const found = await lookUpApproval(context, tenant, { ...approval, reference: attempt.reference });
    return concludeFinalLookUp(context, tenant, { attempt, found });
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { approvalKey } = attempt;
    const found = doneOr(evidence, { approvalKey }, "PROVIDER_ERROR");
    return concludeReversal(context, tenant, { attempt, found, seen: true });
  },
};
