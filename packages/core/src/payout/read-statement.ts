import { callProvider } from "../attempt/call.ts";
import { dayAfter } from "../calendar/business-days.ts";
import { decideAndCommit, loadOnce } from "../commit.ts";
import type { Work } from "../due-work.ts";
import { noPayoutBank, payoutBankOf, type PayoutBankContext } from "../payout-bank/context.ts";
import type { BankMovement } from "../payout-bank/payout-bank.ts";
import { ok } from "../result.ts";
import { parseTenantId, tenantId, type Tenant } from "../tenant.ts";
import { concludePayout } from "./conclude.ts";
import { payoutAttemptKey, payoutAttemptRecord } from "./payout-attempt.ts";
import { slotRef } from "./payout.ts";
import { statementRecord, statementRef, statementWrite } from "./statement-schedule.ts";

const againAfterMs = 10 * 60_000;

/**
 * Reads the bank's statement of each day, by which late returns and payments that contradict what the bank said
 * before are learned. A day that can't be read is tried again; none is left out.
 */
export const statementWork: Work<PayoutBankContext> = {
  kind: statementRecord.name,
  limit: 10,
  async run(context, id) {
    const tenant = parseTenantId(id);
    if (tenant === undefined) throw new Error(`the statement schedule of ${id} belongs to no merchant`);
    const [schedule] = await loadOnce(context, id, (read) => read(statementRef));
    if (schedule === undefined) return;
    const { nextDay: day } = schedule;
    const statement = await askStatement(context, tenant, day);
    if (statement.outcome === "done") {
      for (const movement of statement.value) await learn(context, tenant, movement);
    }
    await decideAndCommit(context, {
      tenant: id,
      lane: statementRecord.name,
      load: (read) => read(statementRef),
      decide([current], decidedAt) {
        const answer = ok(undefined);
        if (current?.nextDay !== day) return { answer };
        const write =
          statement.outcome === "done" ? statementWrite(dayAfter(day)) : statementWrite(day, decidedAt + againAfterMs);
        return { answer, changes: { writes: [write] } };
      },
    });
  },
};

/** The bank's statement of a day that is over. */
export function askStatement(context: PayoutBankContext, tenant: Tenant, day: string) {
  const bank = payoutBankOf(context, tenantId(tenant));
  if (bank === undefined) return noPayoutBank;
  const deadline = context.clock.now() + context.settings.requestDeadlineMs;
  const question = { tenant: tenantId(tenant), deadline, day };
  return callProvider(context, { key: `statement.${day}`, deadline }, () => bank.statement(question));
}

/** Concludes the payout that money moved for; money that no payout of ours moved is told to people. */
async function learn(context: PayoutBankContext, tenant: Tenant, movement: BankMovement): Promise<void> {
  const { payee, payoutDate, key, amount, kind: status, at } = movement;
  const [slot, attempt] = await loadOnce(context, tenantId(tenant), async (read) => {
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
  if (!concluded.ok) throw new Error(`what the statement says of payout ${payoutId} was not booked`);
}
