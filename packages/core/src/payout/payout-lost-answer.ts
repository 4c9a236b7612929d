import type { AttemptKind } from "../engine/attempt/lost-answer.ts";
import { loadOnce } from "../engine/commit/commit.ts";
import { askPayoutBank, type PayoutBankContext } from "./bank/context.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { concludePayout, type Said } from "./payout-outcome.ts";
import { payeeOf, payoutAttemptKind, payoutAttemptRecord, type PayoutAttempt } from "./payout-attempt.ts";
import { payoutRecord } from "./payout.ts";
import { statementRef } from "./next-statement.ts";

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
    const found: Said =
      outcome === "done"
        ? { outcome: "done", value: { key, amount, status: "PAID", at, reason: null } }
        : { outcome: "refused", code: "PAYOUT_REJECTED" };
    const concluded = await concludePayout(context, tenant, { payoutId, found, source: "people" });
    return concluded.ok ? ok(undefined) : concluded;
  },
};

export async function lookUpAtBank(
  context: PayoutBankContext,
  tenant: Tenant,
  { key, payoutId }: Pick<PayoutAttempt, "key" | "payoutId">,
): Promise<Said> {
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
