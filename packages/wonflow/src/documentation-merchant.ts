import { documentationMerchant, type Payments } from "@wonflow/core";

/**
 * Registers the merchant of the documentation keys, with an account of its own where it has none yet: what remains
 * available is transferred there in the evening, as a merchant would see it.
 */
export async function registerDocumentationMerchant(payments: Payments): Promise<void> {
  await payments.merchants.register(documentationMerchant);
  const present = await payments.payouts.getTransferAccount(documentationMerchant);
  if (present.ok) return;
  await payments.payouts.setTransferAccount(documentationMerchant, {
    account: { bankCode: "004", accountNumber: "110-000-000001", holderName: documentationMerchant.name },
  });
}
