import { askPayoutBank, type PayoutBankContext } from "./bank/context.ts";
import type { BankAccount } from "./bank/bank-account.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { isTooLate } from "./cut-off.ts";
import {
  payeeOf,
  payoutAttemptKey,
  payoutAttemptKind,
  payoutAttemptRecord,
  type PayoutAttempt,
} from "./payout-attempt.ts";
import { concludePayout, type FoundPayout } from "./payout-outcome.ts";
import { type Payout, payoutRecord } from "./payout.ts";
import type { AttemptKind } from "../engine/attempt/lost-answer.ts";
import { loadOnce } from "../engine/commit/commit.ts";
import { ok, refuse } from "../result.ts";
import { statementRef } from "./read-statement.ts";

/** A payout to be sent, with the merchant's own account if that is where it goes. */
export interface Submission {
  readonly payout: Payout;
  readonly account: BankAccount | undefined;
}

/** Sends a payout and concludes it. No other process may send it, so a payout that is too late here was never sent. */
export async function sendPayout(
  context: PayoutBankContext,
  tenant: Tenant,
  { payout, account }: Submission,
): Promise<void> {
  const { id, payoutDate, amount } = payout;
  const key = payoutAttemptKey(id);
  const request = { key, payee: payeeOf(payout), payoutDate, amount, ...(account && { account }) };
  const { clock, settings } = context;
  const found: FoundPayout = isTooLate(payoutDate, { now: clock.now(), bankCutOffMs: settings.bankCutOffMs })
    ? { outcome: "refused", code: "PAYOUT_DATE_PASSED" }
    : await askPayoutBank(context, { tenant, key }, (bank, question) => bank.submit({ ...question, ...request }));
  await concludePayout(context, tenant, { payoutId: id, found, source: "submission" });
}

/** A payout is looked up by its payee and day, and never sent again. */
export const payoutKind: AttemptKind<PayoutBankContext, PayoutAttempt> = {
  name: payoutAttemptKind,
  record: payoutAttemptRecord,
  async findOut(context, tenant, attempt) {
    const { key, payoutId } = attempt;
    const found = await lookUpAtBank(context, tenant, { key, payoutId });
    const concluded = await concludePayout(context, tenant, { payoutId, found, source: "look-up" });
    return concluded.ok ? concluded.value.attempt : attempt;
  },
  async mayResolve(context, tenant, { attempt: { payoutId }, evidence: { outcome } }) {
    const mayBePaid = outcome === "not-done" && !(await isStatementRead(context, tenant, payoutId));
    return mayBePaid ? refuse("PAYOUT_STATEMENT_NOT_READ") : ok(undefined);
  },
  async resolve(context, tenant, { attempt: { key, payoutId, amount }, evidence: { outcome, at } }) {
    const found: FoundPayout =
      outcome === "done"
        ? { outcome: "done", value: { key, amount, status: "PAID", at, reason: null } }
        : { outcome: "refused", code: "PAYOUT_REJECTED" };
    const concluded = await concludePayout(context, tenant, { payoutId, found, source: "operator" });
    return concluded.ok ? ok(undefined) : concluded;
  },
};

export async function lookUpAtBank(
  context: PayoutBankContext,
  tenant: Tenant,
  { key, payoutId }: Pick<PayoutAttempt, "key" | "payoutId">,
): Promise<FoundPayout> {
  const [payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  if (payout === undefined) throw new Error(`payout ${payoutId} has no record`);
  const slot = { payee: payeeOf(payout), payoutDate: payout.payoutDate };
  return askPayoutBank(context, { tenant, key }, (bank, question) => bank.lookUp({ ...question, ...slot }));
}

/** Whether the bank's statement of a payout's day has been read: only that can prove that it was not paid. */
export async function isStatementRead(context: PayoutBankContext, tenant: Tenant, payoutId: string): Promise<boolean> {
  const [payout, statements] = await loadOnce(context, tenant, (read) =>
    read(payoutRecord.ref(payoutId), statementRef),
  );
  return payout !== undefined && statements !== undefined && payout.payoutDate < statements.nextDay;
}
