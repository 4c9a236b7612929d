import { z } from "zod";

import { addBusinessDays, dayAfter, isBusinessDay, type BankHolidays } from "../ledger/calendar/business-days.ts";
import { listRecords } from "../engine/commit/list-page.ts";
import { decideAndCommit, type Decision, loadOnce } from "../engine/commit/commit.ts";
import type { Work } from "../engine/due-work/work.ts";
import { unsettledList } from "../ledger/earning/earning.ts";
import type { PayoutBankContext } from "./bank/context.ts";
import { ok, type Ok, refuse, type Result } from "../result.ts";
import { isTooLate } from "./cut-off.ts";
import { newPayout, newPayoutBatchId, newPayoutId, ownRefPrefix, payoutRefRecord, slotRef } from "./payout.ts";
import { statementRef, type StatementSchedule } from "./read-statement.ts";
import { reservation } from "./create-batch.ts";
import { dayInSeoul, startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import type { Context } from "../context.ts";
import {
  bankAccountSchema,
  masked,
  storedAccountSchema,
  type BankAccountInput,
  type MaskedAccount,
} from "./bank/bank-account.ts";
import { recordKind } from "../engine/commit/record.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { validate } from "../engine/request/validate.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";

const transferAccountSchema = z.looseObject({
  account: storedAccountSchema,
  /** The account's number under the service's secret. */
  sealedNumber: z.string(),
  /** Whether the rest of the available balance is transferred there on each business day. */
  daily: z.boolean(),
  /** The day in Seoul whose transfer comes next. */
  nextDay: z.string(),
});

type TransferAccount = z.output<typeof transferAccountSchema>;

export const transferAccountRecord = recordKind("transferAccount", transferAccountSchema);

export const transferAccountRef = transferAccountRecord.ref("self");

function transferAccountWrite(stored: TransferAccount, dueAt: number) {
  return transferAccountRecord.write(transferAccountRef.id, stored, { dueAt });
}

export function transferDueAt({ nextDay }: Pick<TransferAccount, "nextDay">, dailyTransferMs: number): number {
  return startOfDayInSeoul(nextDay) + dailyTransferMs;
}

const setTransferAccountSchema = z.object({ account: bankAccountSchema, daily: z.boolean().optional() });

/** The merchant's own account, and whether the daily transfer goes to it: as before by default, and true for a first account. */
export interface TransferAccountInput {
  readonly account: BankAccountInput;
  readonly daily?: boolean;
}

export interface TransferAccountView {
  readonly account: MaskedAccount;
  readonly daily: boolean;
}

export const setTransferAccountErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

type SetCode = (typeof setTransferAccountErrors)[number];

/** Sets the account of the daily transfer. Payouts under way still go to the account that they were sent to. */
export async function setTransferAccount(
  context: Context,
  tenant: Tenant,
  input: TransferAccountInput,
): Promise<Result<TransferAccountView, SetCode>> {
  const valid = validate(setTransferAccountSchema, input);
  if (!valid.ok) return valid;
  const { account } = valid.value;
  const sealedNumber = await context.vault.seal(account.accountNumber);
  const { dailyTransferMs } = context.settings;
  return decideAndCommit(context, {
    tenant,
    lane: "transfer account",
    load: (read) => read(merchantRef, transferAccountRef),
    decide([merchant, before], now) {
      if (merchant === undefined) return { answer: notRegistered };
      const nextDay = before?.nextDay ?? dayInSeoul(now);
      const daily = valid.value.daily ?? before?.daily ?? true;
      const stored: TransferAccount = { ...before, account: masked(account), sealedNumber, daily, nextDay };
      const dueAt = transferDueAt(stored, dailyTransferMs);
      return { answer: ok(view(stored)), changes: { writes: [transferAccountWrite(stored, dueAt)] } };
    },
  });
}

export const getTransferAccountErrors = ["NOT_FOUND_TRANSFER_ACCOUNT"] as const;

export async function getTransferAccount(
  context: Context,
  tenant: Tenant,
): Promise<Result<TransferAccountView, "NOT_FOUND_TRANSFER_ACCOUNT">> {
  const [stored] = await loadOnce(context, tenant, (read) => read(transferAccountRef));
  return stored === undefined ? refuse("NOT_FOUND_TRANSFER_ACCOUNT") : ok(view(stored));
}

function view({ account: { bankCode, accountNumber, holderName }, daily }: TransferAccount): TransferAccountView {
  return { account: { bankCode, accountNumber, holderName }, daily };
}

const minuteMs = 60_000;

/**
 * Transfers the rest of the available balance to the merchant's own account, on the evening of each business day
 * (interface: What the service does, 5). One commit makes a day's transfer and moves on to the next day, so that a
 * repeat makes no second one. A transfer that is too late for its bank day is left out, and so is one without a bank: the
 * money stays available.
 */
export const dailyTransferWork: Work<PayoutBankContext> = {
  kind: transferAccountRecord.name,
  limit: 10,
  async run(context, tenant) {
    const holidays = await context.calendar.refresh(context);
    const { clock, ids, settings, vault } = context;
    const hasBank = context.payoutBanks[tenant.mode] !== undefined;
    const made = { id: newPayoutId(ids, clock.now()), batchId: newPayoutBatchId(ids, clock.now()) };
    const unsettled = (day: string) =>
      listRecords(context, tenant, { list: unsettledList, to: dayAfter(day), limit: 1, order: "ascending" });
    await decideAndCommit(context, {
      tenant,
      lane: "payouts",
      accounts: ["available"],
      async load(read) {
        const [before, statements] = await read(transferAccountRef, statementRef);
        if (before === undefined) throw new Error("a transfer is due without an account");
        const payoutDate = payoutDateOf(before, holidays);
        const [earlier] = await read(
          payoutDate === undefined ? undefined : payoutRefRecord.ref(transferRef(payoutDate)),
          payoutDate === undefined ? undefined : slotRef({ type: "MERCHANT" }, payoutDate),
        );
        const waitsForSettlement = (await unsettled(before.nextDay)).length > 0;
        // Reseal the number each day, so that the service's secret can be rotated.
        const account = { ...before, sealedNumber: await vault.seal(await vault.open(before.sealedNumber)) };
        return { account, statements, payoutDate, isMade: earlier !== undefined, waitsForSettlement };
      },
      decide: (loaded, now, { available }) =>
        decideTransfer({ ...loaded, ...made, hasBank, available }, { now, ...settings }),
    });
  },
};

/** The bank day of a day's transfer; undefined without a transfer on that day, or where the calendar ends before. */
function payoutDateOf({ daily, nextDay }: TransferAccount, holidays: BankHolidays): string | undefined {
  return daily && isBusinessDay(holidays, nextDay) === true ? addBusinessDays(holidays, nextDay, 1) : undefined;
}

/** The reference of the transfer that arrives on a day. */
export function transferRef(payoutDate: string): string {
  return `${ownRefPrefix}transfer.${payoutDate}`;
}

interface Transferring {
  readonly account: TransferAccount;
  readonly statements: StatementSchedule | undefined;
  readonly payoutDate: string | undefined;
  readonly isMade: boolean;
  readonly hasBank: boolean;
  /** Whether earnings that are due by that day are not settled yet. */
  readonly waitsForSettlement: boolean;
  /** Won. */
  readonly available: number;
  readonly id: string;
  readonly batchId: string;
}

function decideTransfer(
  { account, statements, payoutDate, isMade, hasBank, waitsForSettlement, available, id, batchId }: Transferring,
  at: { readonly now: number; readonly dailyTransferMs: number; readonly bankCutOffMs: number },
): Decision<Ok<undefined>> {
  const { now, dailyTransferMs } = at;
  const answer = ok(undefined);
  if (now < transferDueAt(account, dailyTransferMs)) return { answer };
  const next = { ...account, nextDay: dayAfter(account.nextDay) };
  const goOn = transferAccountWrite(next, transferDueAt(next, dailyTransferMs));
  if (payoutDate === undefined || isMade || !hasBank || isTooLate(payoutDate, at)) {
    return { answer, changes: { writes: [goOn] } };
  }
  if (waitsForSettlement) return { answer, changes: { writes: [transferAccountWrite(account, now + minuteMs)] } };
  if (available <= 0) return { answer, changes: { writes: [goOn] } };
  const refPayoutId = transferRef(payoutDate);
  const destination = { type: "MERCHANT" } as const;
  const payout = newPayout({ id, batchId, refPayoutId, destination, payoutDate, amount: available }, now);
  const { writes, ...reserved } = reservation([payout], { batchId, statements, now });
  return { answer, changes: { ...reserved, writes: [goOn, ...writes] } };
}
