import { askPayoutBank, type PayoutBankContext } from "../payout-bank/context.ts";
import type { BankAccount } from "../payout-bank/bank-account.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { payeeOf, payoutAttemptKey } from "./payout-attempt.ts";
import { takenUntil } from "./payout-date.ts";
import { concludePayout, type Said } from "./payout-outcome.ts";
import type { Payout } from "./payout.ts";

/** A payout that is to be sent, and where to, where that is the merchant itself. */
export interface Submission {
  readonly payout: Payout;
  readonly account: BankAccount | undefined;
}

/** Sends a payout and concludes it. Only this process may send it, so what it does not send was never sent. */
export async function sendPayout(
  context: PayoutBankContext,
  tenant: Tenant,
  { payout, account }: Submission,
): Promise<void> {
  const { id, payoutDate, amount } = payout;
  const key = payoutAttemptKey(id);
  const request = { key, payee: payeeOf(payout), payoutDate, amount, ...(account && { account }) };
  const found: Said =
    context.clock.now() >= takenUntil(payoutDate, context.settings.bankCutOffMs)
      ? { outcome: "refused", code: "PAYOUT_DATE_PASSED" }
      : await askPayoutBank(context, { tenant, key }, (bank, question) => bank.submit({ ...question, ...request }));
  await concludePayout(context, tenant, { payoutId: id, found, source: "submission" });
}
