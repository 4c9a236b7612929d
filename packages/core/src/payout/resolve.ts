import { readEvidence, type Evidence, type EvidenceInput } from "../attempt/evidence.ts";
import { bindKind } from "../attempt/lost-answer.ts";
import { endAttempt } from "../attempt/resolve.ts";
import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import { merchantRef } from "../merchant/merchant.ts";
import type { PayoutBankContext } from "../payout-bank/context.ts";
import type { Posting } from "../ledger/posting.ts";
import { ok, refuse, type Result } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { comingBack, leaving } from "./payout-outcome.ts";
import { isStatementRead, payoutKind } from "./payout-lost-answer.ts";
import { payoutAttemptKey } from "./payout-attempt.ts";
import { isFinal, isPayoutId, payoutRecord, type Payout } from "./payout.ts";
import { viewPayout, type PayoutView } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

export const resolvePayoutErrors = [
  "INVALID_REQUEST",
  "NOT_FOUND_PAYOUT",
  "NOT_FOUND_ATTEMPT",
  "ALREADY_CONCLUDED_ATTEMPT",
  "PAYOUT_STATEMENT_NOT_READ",
  "CONCURRENT_REQUEST",
] as const;

type ResolveCode = (typeof resolvePayoutErrors)[number];

export interface PayoutResolution {
  readonly payoutId: string;
  readonly input: EvidenceInput;
}

/**
 * Ends a payout by evidence that people have found: whether the payee has the money. For a payout without a final
 * state, evidence counts as an answer of the bank. An ended payout that is flagged is booked as the evidence says, and
 * its flag is taken down.
 */
export async function resolvePayout(
  context: PayoutBankContext,
  tenant: Tenant,
  { payoutId, input }: PayoutResolution,
): Promise<Result<PayoutView, ResolveCode>> {
  if (!isPayoutId(payoutId)) return refuse("NOT_FOUND_PAYOUT");
  const [payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  if (payout === undefined) return refuse("NOT_FOUND_PAYOUT");
  const read = readEvidence(input, context.clock.now());
  if (!read.ok) return read;
  const evidence = read.value;
  const key = payoutAttemptKey(payoutId);
  const resolved = isFinal(payout)
    ? await endReview(context, tenant, { payoutId, evidence })
    : await endAttempt(context, tenant, { key, evidence, kinds: [bindKind(payoutKind)] });
  if (!resolved.ok) return resolved;
  const [after = payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  return ok(viewPayout(after));
}

/** Takes the flag of an ended payout down, and books the money where the evidence says. */
async function endReview(
  context: PayoutBankContext,
  tenant: Tenant,
  { payoutId, evidence }: { readonly payoutId: string; readonly evidence: Evidence },
) {
  if (evidence.outcome === "not-done" && !(await isStatementRead(context, tenant, payoutId))) {
    return refuse("PAYOUT_STATEMENT_NOT_READ");
  }
  return decideAndCommit(context, {
    tenant,
    lane: payoutId,
    load: (records) => records(payoutRecord.ref(payoutId), merchantRef),
    decide([payout, merchant], now) {
      if (payout === undefined) throw new Error(`payout ${payoutId} has no record`);
      if (!payout.reconciliationRequired) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
      const { after, postings } = reviewed(payout, evidence);
      const writes = writeAndTell(after, { before: payout, merchant, now });
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
