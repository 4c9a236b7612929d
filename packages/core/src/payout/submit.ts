import { callProvider } from "../attempt/call.ts";
import { attemptWrite } from "../attempt/attempt.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import type { Work } from "../due-work.ts";
import type { BankAccount } from "../payout-bank/bank-account.ts";
import { payoutBankOf, type PayoutBankContext } from "../payout-bank/context.ts";
import type { PayoutBank } from "../payout-bank/payout-bank.ts";
import type { ErrorCode } from "../errors.ts";
import { ok, type Ok } from "../result.ts";
import { advance } from "../state-table.ts";
import { parseTenantId, type Tenant, type TenantId } from "../tenant.ts";
import { concludePayout, restoring, type Said } from "./conclude.ts";
import { openPayoutAttempt, payeeOf, payoutAttemptKey, payoutAttemptRecord } from "./payout-attempt.ts";
import { takenUntil } from "./payout-date.ts";
import { payoutRecord, payoutStates, payoutWrite, type Payout } from "./payout.ts";
import { openedAccount, transferAccountRef } from "./transfer-account.ts";

/** Submits payouts that are reserved, each by itself: one that the bank is slow about holds up no other. */
export function payoutWork(submissions: number): Work<PayoutBankContext> {
  return {
    kind: payoutRecord.name,
    limit: submissions,
    async run(context, id, payoutId) {
      const tenant = parseTenantId(id);
      if (tenant === undefined) throw new Error(`payout ${payoutId} belongs to no merchant`);
      const bank = payoutBankOf(context, id);
      const begun = await begin(context, { tenant: id, payoutId, hasBank: bank !== undefined });
      if (!begun.ok || begun.value === undefined || bank === undefined) return;
      await submit(context, tenant, { bank, ...begun.value });
    },
  };
}

/** A payout that is to be sent, and where to, where that is the merchant itself. */
interface Submission {
  readonly payout: Payout;
  readonly account: BankAccount | undefined;
}

/**
 * Commits that a payout is being sent, before it is: from then on nobody sends it again. What may go wrong in the
 * service itself, such as opening the account, comes before.
 */
function begin(
  context: PayoutBankContext,
  { tenant, payoutId, hasBank }: { readonly tenant: TenantId; readonly payoutId: string; readonly hasBank: boolean },
) {
  const { requestDeadlineMs, bankCutOffMs } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: payoutId,
    async load(read) {
      const [payout] = await read(payoutRecord.ref(payoutId), payoutAttemptRecord.ref(payoutAttemptKey(payoutId)));
      if (payout === undefined) throw new Error(`payout ${payoutId} has no record`);
      if (payout.destination.type === "SELLER") return { payout, account: undefined };
      const [stored] = await read(transferAccountRef);
      return { payout, account: stored && (await openedAccount(context, stored)) };
    },
    decide({ payout, account }, now): Decision<Ok<Submission | undefined>> {
      if (payout.status !== "PENDING") return { answer: ok(undefined) };
      if (now >= takenUntil(payout.payoutDate, bankCutOffMs))
        return neverSent(payout, { error: "PAYOUT_DATE_PASSED", now });
      const toMerchant = payout.destination.type === "MERCHANT";
      if (toMerchant && account === undefined) return neverSent(payout, { error: "PAYOUT_ACCOUNT_UNUSABLE", now });
      // Without a bank it waits, until its time is over.
      if (!hasBank) return { answer: ok(undefined) };
      const sent = {
        ...payout,
        status: advance(payoutStates, payout.status, "submit"),
        statusUpdatedAt: now,
        submittedAt: now,
      };
      const attempt = openPayoutAttempt(sent, { now, deadline: now + requestDeadlineMs });
      const writes = [payoutWrite(sent), attemptWrite(payoutAttemptRecord, attempt)];
      return { answer: ok({ payout: sent, account }), changes: { writes } };
    },
  });
}

/** A payout that can't be sent any more: what it reserved is available again. */
function neverSent(
  payout: Payout,
  { error, now }: { readonly error: ErrorCode; readonly now: number },
): Decision<Ok<undefined>> {
  const status = advance(payoutStates, payout.status, "fail");
  const ended: Payout = { ...payout, status, statusUpdatedAt: now, error };
  const postings = restoring(payout);
  return { answer: ok(undefined), changes: { writes: [payoutWrite(ended)], reference: payout.id, postings } };
}

/** Sends a payout and concludes it. Only this process may send it, so what it does not send was never sent. */
async function submit(
  context: PayoutBankContext,
  tenant: Tenant,
  { bank, payout, account }: Submission & { readonly bank: PayoutBank },
): Promise<void> {
  const { id, payoutDate, amount } = payout;
  const now = context.clock.now();
  const deadline = now + context.settings.requestDeadlineMs;
  const request = { tenant: `${tenant.mId}:${tenant.mode}`, key: payoutAttemptKey(id), deadline } as const;
  const slot = { payee: payeeOf(payout), payoutDate };
  const found: Said =
    now >= takenUntil(payoutDate, context.settings.bankCutOffMs)
      ? { outcome: "refused", code: "PAYOUT_DATE_PASSED" }
      : await callProvider(context, request, () =>
          bank.submit({ ...request, ...slot, amount, ...(account && { account }) }),
        );
  await concludePayout(context, tenant, { payoutId: id, found, source: "submission" });
}
