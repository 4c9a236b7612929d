import { z } from "zod";

import { dayAfter } from "../ledger/calendar/business-days.ts";
import { loadOnce, changeRecord } from "../engine/commit/commit.ts";
import type { Work } from "../engine/due-work/work.ts";
import { askPayoutBank, type PayoutBankContext } from "./bank/context.ts";
import type { BankMovement } from "./bank/payout-bank.ts";
import { tenantId, type Tenant } from "../engine/tenant/tenant.ts";
import { concludePayout } from "./payout-outcome.ts";
import { payoutAttemptKey, payoutAttemptRecord } from "./payout-attempt.ts";
import { slotRef } from "./payout.ts";
import { dayInSeoul, startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import { recordKind, type Change } from "../engine/commit/record.ts";

/** The day of the bank statement that a merchant's due work reads next; made with the merchant's first payout. */
export const statementRecord = recordKind("payoutStatement", z.looseObject({ nextDay: z.string() }));

export const statementRef = statementRecord.ref("self");

export type StatementSchedule = z.output<typeof statementRecord.schema>;

/** Gives a bank time to get its statement ready after midnight. */
const readyAfterMs = 60 * 60 * 1000;

/** The record that says which day's statement is read next, and when: once it is ready, unless `dueAt` says otherwise. */
function nextStatement(nextDay: string, dueAt = startOfDayInSeoul(dayAfter(nextDay)) + readyAfterMs) {
  return [statementRef.id, { nextDay }, { dueAt }] as const;
}

export function beginStatements(schedule: StatementSchedule | undefined, now: number): readonly Change[] {
  return schedule === undefined ? [statementRecord.make(...nextStatement(dayInSeoul(now)))] : [];
}

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
