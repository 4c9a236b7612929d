import {
  answerOf,
  evidenceKeyErrors,
  replayEvidence,
  dated,
  readEvidence,
  type Evidence,
  type EvidenceInput,
} from "../engine/attempt/evidence.ts";
import { bindKind, type Since } from "../engine/attempt/lost-answer.ts";
import { endAttempt } from "../engine/attempt/resolve.ts";
import { decideAndCommit, loadOnce } from "../engine/commit/commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotentRequest,
  type RequestOptions,
} from "../engine/idempotency/idempotency.ts";
import { merchantRef } from "../merchant/merchant.ts";
import type { PayoutBankContext } from "./bank/context.ts";
import type { Posting } from "../engine/posting/posting.ts";
import { ok, refuse, type Result } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { comingBack, leaving } from "./payout-outcome.ts";
import { isStatementRead, payoutKind } from "./payout-call.ts";
import { payoutAttemptKey } from "./payout-attempt.ts";
import { isFinal, isPayoutId, payoutRecord, type Payout } from "./payout.ts";
import { viewPayout, type PayoutView } from "./view.ts";
import { writeAndNotify } from "./webhook.ts";

export const resolvePayoutErrors = [
  "INVALID_REQUEST",
  "NOT_FOUND_PAYOUT",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "PAYOUT_STATEMENT_NOT_READ",
  "CONCURRENT_REQUEST",
  ...evidenceKeyErrors,
] as const;

type ResolveCode = (typeof resolvePayoutErrors)[number];

interface PayoutResolution {
  readonly payoutId: string;
  readonly input: EvidenceInput;
  readonly options: RequestOptions;
}

/**
 * Ends a payout by an operator's evidence: whether the payee has the money. For a payout without a final state,
 * evidence counts as an answer of the bank. An ended payout that is flagged is booked according to the evidence, and
 * its flag is removed. Repeated with the same idempotency key it books nothing again.
 */
export async function resolvePayout(
  context: PayoutBankContext,
  tenant: Tenant,
  { payoutId, input, options }: PayoutResolution,
): Promise<Result<PayoutView, ResolveCode>> {
  if (!isPayoutId(payoutId)) return refuse("NOT_FOUND_PAYOUT");
  const [payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  if (payout === undefined) return refuse("NOT_FOUND_PAYOUT");
  const typed = readEvidence(input);
  if (!typed.ok) return typed;
  const request = await prepareIdempotency(context, ["resolve-payout", { payoutId, ...typed.value }], options);
  if (!request.ok) return request;
  const evidence = dated(typed.value, { ...sinceOf(payout, typed.value), now: context.clock.now() });
  if (!evidence.ok) return evidence;
  const entering = { evidence: evidence.value, request: request.value };
  const resolved = isFinal(payout)
    ? await endReview(context, tenant, { payoutId, ...entering })
    : await endAttempt(context, tenant, {
        key: payoutAttemptKey(payoutId),
        kinds: [bindKind(payoutKind)],
        ...entering,
      });
  if (!resolved.ok) return resolved;
  const [after = payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  return ok(viewPayout(after));
}

/** Money comes back after it was paid, and is paid after the payout was sent. */
function sinceOf({ paidAt, submittedAt, requestedAt }: Payout, { outcome }: Pick<Evidence, "outcome">): Since {
  return outcome === "not-done" && paidAt !== null
    ? { earliest: paidAt, since: "when it was paid" }
    : { earliest: submittedAt ?? requestedAt, since: "when it was sent to the bank" };
}

/** Takes the flag of an ended payout down, and books the money where the evidence says. */
async function endReview(
  context: PayoutBankContext,
  tenant: Tenant,
  {
    payoutId,
    evidence,
    request,
  }: { readonly payoutId: string; readonly evidence: Evidence; readonly request: IdempotentRequest | undefined },
) {
  if (evidence.outcome === "not-done" && !(await isStatementRead(context, tenant, payoutId))) {
    return refuse("PAYOUT_STATEMENT_NOT_READ");
  }
  return decideAndCommit(context, {
    tenant,
    lane: payoutId,
    load: (records) => records(payoutRecord.ref(payoutId), merchantRef, request?.ref),
    decide([payout, merchant, record], now) {
      if (payout === undefined) throw new Error(`payout ${payoutId} has no record`);
      const earlier = replayEvidence(request, record);
      if (earlier !== undefined) return { answer: earlier };
      if (!payout.reconciliationRequired) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
      const { after, postings } = reviewed(payout, evidence);
      const writes = [
        ...writeAndNotify(after, { before: payout, merchant, now }),
        ...rememberRequest(request, answerOf(null)),
      ];
      return { answer: ok(undefined), changes: { writes, reference: payoutId, postings } };
    },
  });
}

function reviewed(
  payout: Payout,
  evidence: Evidence,
): { readonly after: Payout; readonly postings: readonly Posting[] } {
  const { paidAt, returnedAt } = payout;
  const isOut = paidAt !== null && returnedAt === null;
  const ended = { ...payout, reconciliationRequired: false, evidence: { ...evidence } };
  if (evidence.outcome === "done") {
    const after = { ...ended, paidAt: paidAt ?? evidence.at, returnedAt: null };
    return { after, postings: isOut ? [] : leaving(payout) };
  }
  return isOut
    ? { after: { ...ended, returnedAt: evidence.at }, postings: comingBack(payout) }
    : { after: ended, postings: [] };
}
