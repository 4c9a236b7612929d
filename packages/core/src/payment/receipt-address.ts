import type { Ids } from "../ports.ts";
import { partsOfToken, tenantToken } from "../tenant/tenant-token.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { intentKeyLength } from "./intent.ts";

/**
 * A new token for a payment's receipts: it names tenant and payment, so that both are found without a search, and ends
 * in a part that nobody can guess.
 */
export function newReceiptToken(ids: Ids, tenant: Tenant, intentKey: string): string {
  return tenantToken("rc", tenant, intentKey + ids.random(22));
}

/** The payment that a token names, or undefined where it names none; whether it is that payment's is not said. */
export function paymentOfReceiptToken(
  token: string,
): { readonly tenant: Tenant; readonly intentKey: string } | undefined {
  const parts = partsOfToken(token);
  return parts && { tenant: parts.tenant, intentKey: parts.rest.slice(0, intentKeyLength) };
}

/**
 * Where a payment's receipts are: beside the checkout page, as one service serves both.
 *
 * @example
 * receiptAddress("https://shop.example/pay/checkout", "rc_1_test_…"); // "https://shop.example/pay/receipts/rc_1_test_…"
 */
export function receiptAddress(checkoutUrl: string, token: string): string {
  const page = checkoutUrl.replace(/[?#].*/, "").replace(/\/+$/, "");
  // The last part of its path goes, of an address without a path nothing: there it follows "//".
  const folder = page.replace(/(?<!\/)\/[^/]*$/, "");
  return `${folder}/receipts/${token}`;
}
