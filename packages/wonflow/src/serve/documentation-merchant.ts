import { documentationMerchant, type Payments } from "@wonflow/core";

import { SettingError } from "../environment.ts";

/** With an account of its own, which shows the daily transfer. Buyers see `name` at checkout. */
export async function registerDocumentationMerchant(
  payments: Payments,
  name = documentationMerchant.name,
): Promise<void> {
  const registered = await payments.merchants.register({ ...documentationMerchant, name });
  if (!registered.ok) throw new SettingError("--name must be 1 to 100 characters that people can read");
  const present = await payments.payouts.getTransferAccount(documentationMerchant);
  if (present.ok) return;
  await payments.payouts.setTransferAccount(documentationMerchant, {
    account: { bankCode: "004", accountNumber: "110-000-000001", holderName: documentationMerchant.name },
  });
}
