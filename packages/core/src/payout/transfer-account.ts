import { z } from "zod";

import { dayInSeoul, startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import { decideAndCommit, loadOnce } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import {
  bankAccountSchema,
  masked,
  storedAccountSchema,
  type BankAccountInput,
  type MaskedAccount,
} from "./bank/bank-account.ts";
import { recordKind } from "../engine/commit/record.ts";
import { ok, refuse, type Result } from "../result.ts";
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

export type TransferAccount = z.output<typeof transferAccountSchema>;

export const transferAccountRecord = recordKind("transferAccount", transferAccountSchema);

export const transferAccountRef = transferAccountRecord.ref("self");

export function transferAccountWrite(stored: TransferAccount, dueAt: number) {
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
