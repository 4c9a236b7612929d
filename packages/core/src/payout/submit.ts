import { decideAndCommit, type Decision } from "../engine/commit/commit.ts";
import type { Work } from "../engine/due-work/work.ts";
import { openedAccount } from "./bank/bank-account.ts";
import type { PayoutBankContext } from "./bank/context.ts";
import type { ErrorCode } from "../error-messages.ts";
import { merchantRef } from "../merchant/merchant.ts";
import { ok, type Ok } from "../result.ts";
import { advance } from "../engine/commit/state-table.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { restoring } from "./payout-outcome.ts";
import { sendPayout, type Submission } from "./payout-call.ts";
import { openPayoutAttempt, payoutAttemptRecord } from "./payout-attempt.ts";
import { isTooLate } from "./cut-off.ts";
import { payoutRecord, payoutStates, type Payout } from "./payout.ts";
import { transferAccountRef } from "./daily-transfer.ts";
import { writeAndNotify, type PayoutTransition } from "./webhook.ts";

/** Submits reserved payouts, each by itself, so that a slow bank call holds up no other payout. */
export function payoutWork(submissions: number): Work<PayoutBankContext> {
  return {
    kind: payoutRecord.name,
    limit: submissions,
    async run(context, tenant, payoutId) {
      const begun = await begin(context, tenant, payoutId);
      if (begun.ok && begun.value !== undefined) await sendPayout(context, tenant, begun.value);
    },
  };
}

/**
 * Commits that a payout is being sent, before it is: from then on no process sends it again. Steps that may fail in
 * the service itself, such as opening the account, come before this commit.
 */
function begin(context: PayoutBankContext, tenant: Tenant, payoutId: string) {
  const { requestDeadlineMs, bankCutOffMs } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: payoutId,
    async load(read) {
      const [payout, merchant] = await read(payoutRecord.ref(payoutId), merchantRef);
      if (payout === undefined) throw new Error(`payout ${payoutId} has no record`);
      if (payout.destination.type === "SELLER") return { payout, merchant, account: undefined };
      const [stored] = await read(transferAccountRef);
      const account = stored && (await openedAccount(context.vault, stored.account, stored.sealedNumber));
      return { payout, merchant, account };
    },
    decide({ payout, merchant, account }, now): Decision<Ok<Submission | undefined>> {
      if (payout.status !== "PENDING") return { answer: ok(undefined) };
      if (isTooLate(payout.payoutDate, { now, bankCutOffMs })) {
        return neverSent("PAYOUT_DATE_PASSED", { before: payout, merchant, now });
      }
      const toMerchant = payout.destination.type === "MERCHANT";
      if (toMerchant && account === undefined)
        return neverSent("PAYOUT_ACCOUNT_UNUSABLE", { before: payout, merchant, now });
      // Without a bank the payout waits until it is too late.
      if (context.payoutBanks[tenant.mode] === undefined) return { answer: ok(undefined) };
      const sent = {
        ...payout,
        status: advance(payoutStates, payout.status, "submit"),
        statusUpdatedAt: now,
        submittedAt: now,
      };
      const attempt = openPayoutAttempt(sent, { now, deadline: now + requestDeadlineMs });
      const writes = [payoutRecord.write(sent), payoutAttemptRecord.make(attempt)];
      return { answer: ok({ payout: sent, account }), changes: { writes } };
    },
  });
}

/** Ends a payout that can't be sent any more, and releases its reserved amount. */
function neverSent(error: ErrorCode, transition: PayoutTransition): Decision<Ok<undefined>> {
  const { before: payout, now } = transition;
  const status = advance(payoutStates, payout.status, "fail");
  const ended: Payout = { ...payout, status, statusUpdatedAt: now, error };
  const postings = restoring(payout);
  return {
    answer: ok(undefined),
    changes: { writes: writeAndNotify(ended, transition), reference: payout.id, postings },
  };
}
