import type { Ids } from "../../ports.ts";
import { partsOfToken, tenantToken, platform, type Tenant } from "../../engine/tenant/tenant.ts";
import { intentKeyLength } from "./intent.ts";

/** Names tenant and payment, so that both are found without a search, and ends in an unguessable part. */
export function newReceiptToken(ids: Ids, tenant: Tenant, intentKey: string): string {
  return tenantToken("rc", tenant, intentKey + ids.random(22));
}

/** The payment that a token names; the caller must still compare the token with the payment's own. */
export function paymentOfReceiptToken(
  token: string,
): { readonly tenant: Tenant; readonly intentKey: string } | undefined {
  const parts = partsOfToken(token);
  if (parts === undefined || parts.owner === platform) return undefined;
  return { tenant: parts.owner, intentKey: parts.rest.slice(0, intentKeyLength) };
}

/**
 * The address of a payment's receipts, next to the checkout page's: one service serves both.
 *
 * @example
 * receiptAddress("https://shop.example/pay/checkout", "rc_1_test_…"); // "https://shop.example/pay/receipts/rc_1_test_…"
 */
export function receiptAddress(checkoutUrl: string, token: string): string {
  const page = checkoutUrl.replace(/[?#].*/, "").replace(/\/+$/, "");
  // Removes the last part of the path. An address without a path stays: there the last slash follows another.
  const folder = page.replace(/(?<!\/)\/[^/]*$/, "");
  return `${folder}/receipts/${token}`;
}
