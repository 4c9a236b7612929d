import { dayAfter } from "../ledger/calendar/business-days.ts";
import { loadOnce, changeRecord } from "../engine/commit/commit.ts";
import type { Work } from "../engine/due-work/work.ts";
import { askPayoutBank, type PayoutBankContext } from "./bank/context.ts";
import type { BankMovement } from "./bank/payout-bank.ts";
import { tenantId, type Tenant } from "../engine/tenant/tenant.ts";
import { concludePayout } from "./payout-outcome.ts";
import { payoutAttemptKey, payoutAttemptRecord } from "./payout-attempt.ts";
import { slotRef } from "./payout.ts";
import { statementRecord, statementRef, nextStatement } from "./next-statement.ts";

const againAfterMs = 10 * 60_000;

/**
 * Reads the bank's statement of each day, to find late returns, and payments that contradict an earlier answer of the
 * bank. A day that can't be read is tried again; none is left out.
 */
export const statementWork: Work<PayoutBankContext> = {
  kind: statementRecord.name,
  limit: 10,
  async run(context, tenant) {
    const [schedule] = await loadOnce(context, tenant, (read) => read(statementRef));
    if (schedule === undefined) return;
    const { nextDay: day } = schedule;
    const statement = await askStatement(context, tenant, day);
    if (statement.outcome === "done") {
      for (const movement of statement.value) await learn(context, tenant, movement);
    }
    await changeRecord(context, tenant, {
      ref: statementRef,
      lane: statementRecord.name,
      change(current, now) {
        if (current?.nextDay !== day) return [];
        const isRead = statement.outcome === "done";
        const next = isRead ? nextStatement(dayAfter(day)) : nextStatement(day, now + againAfterMs);
        return [statementRecord.write(...next)];
      },
    });
  },
};

export function askStatement(context: PayoutBankContext, tenant: Tenant, day: string) {
  return askPayoutBank(context, { tenant, key: `statement.${day}` }, (bank, question) =>
    bank.statement({ ...question, day }),
  );
}

async function learn(context: PayoutBankContext, tenant: Tenant, movement: BankMovement): Promise<void> {
  const { payee, payoutDate, key, amount, kind: status, at } = movement;
  const [slot, attempt] = await loadOnce(context, tenant, async (read) => {
    const [taken] = await read(slotRef(payee, payoutDate));
    const [submitted] = await read(taken && payoutAttemptRecord.ref(payoutAttemptKey(taken.payoutId)));
    return [taken, submitted] as const;
  });
  if (slot === undefined || attempt === undefined) {
    context.notify({ kind: "bank-movement-unknown", tenant: tenantId(tenant), key, day: payoutDate });
    return;
  }
  const { payoutId } = slot;
  const found = { outcome: "done", value: { key, amount, status, at, reason: null } } as const;
  const concluded = await concludePayout(context, tenant, { payoutId, found, source: "statement" });
  if (!concluded.ok) throw new Error(`the statement's movement of payout ${payoutId} was not booked`);
}
