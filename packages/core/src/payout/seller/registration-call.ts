import { loadOnce } from "../../engine/commit/commit.ts";
import { openedAccount } from "../bank/bank-account.ts";
import { askPayoutBank, type PayoutBankContext } from "../bank/context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import type { RegistrationAttempt } from "./registration-attempt.ts";
import { concludeRegistration, type RegistrationOutcome } from "./registration-outcome.ts";
import { sellerRecord } from "./seller.ts";

/** Calls the bank for a committed registration; undefined if its outcome could not be committed. */
export async function registerAtBank(
  context: PayoutBankContext,
  tenant: Tenant,
  attempt: RegistrationAttempt,
): Promise<RegistrationAttempt | undefined> {
  const found = await askToRegister(context, tenant, attempt);
  const concluded = await concludeRegistration(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Asks the bank to register a seller, which it does once under this key. A deleted seller is not registered any more. */
export async function askToRegister(
  context: PayoutBankContext,
  tenant: Tenant,
  { key, sellerId, deadline }: { readonly key: string; readonly sellerId: string; readonly deadline?: number },
): Promise<RegistrationOutcome["found"]> {
  const [seller] = await loadOnce(context, tenant, (read) => read(sellerRecord.ref(sellerId)));
  if (seller === undefined) throw new Error(`seller ${sellerId} has no record`);
  const { name, businessType, businessRegistrationNumber, account: stored, sealedNumber } = seller;
  if (sealedNumber === null) return { outcome: "refused", code: "PROVIDER_ERROR" };
  const account = await openedAccount(context.vault, stored, sealedNumber);
  const request = { key, name, businessType, businessRegistrationNumber, account };
  return askPayoutBank(context, { tenant, key, deadline }, (bank, question) =>
    bank.registerSeller({ ...question, ...request }),
  );
}
