import { documentationMerchant, type Payments } from "@wonflow/core";
import { allPages } from "../all-pages.ts";
import { documentationOperator } from "../console.ts";
import { SettingError } from "../settings/setting-error.ts";

/**
 * With an account of its own, which shows the daily transfer, and an operator for the console. Buyers see `name` at
 * checkout.
 */
export async function registerDocumentationMerchant(
  payments: Payments,
  name = documentationMerchant.name,
): Promise<void> {
  const registered = await payments.merchants.register({ ...documentationMerchant, name });
  if (!registered.ok) throw new SettingError("--name must be 1 to 100 readable characters");
  await addOperator(payments);
  const present = await payments.payouts.getTransferAccount(documentationMerchant);
  if (present.ok) return;
  await payments.payouts.setTransferAccount(documentationMerchant, {
    account: { bankCode: "004", accountNumber: "110-000-000001", holderName: documentationMerchant.name },
  });
}

/** Only once: setting the password again would end the open sessions. */
async function addOperator({ operators }: Payments): Promise<void> {
  const { mId, mode, name, password } = documentationOperator;
  const tenant = { mId, mode };
  const known = await allPages((page) => operators.list(tenant, page));
  if (known.some((operator) => operator.name === name)) return;
  const added = await operators.set(tenant, { name, password, role: "owner" });
  if (!added.ok)
    throw new SettingError(`the documentation merchant's operator could not be added: ${added.error.code}`);
}
