import { askPayoutBank, type PayoutBankContext } from "./bank/context.ts";
import type { BankAccount } from "./bank/bank-account.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { isTooLate } from "./cut-off.ts";
import { payeeOf, payoutAttemptKey } from "./payout-attempt.ts";
import { concludePayout, type Said } from "./payout-outcome.ts";
import type { Payout } from "./payout.ts";

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
  const found: Said = isTooLate(payoutDate, { now: clock.now(), bankCutOffMs: settings.bankCutOffMs })
    ? { outcome: "refused", code: "PAYOUT_DATE_PASSED" }
    : await askPayoutBank(context, { tenant, key }, (bank, question) => bank.submit({ ...question, ...request }));
  await concludePayout(context, tenant, { payoutId: id, found, source: "submission" });
}
