import type { Merchant } from "../merchant/merchant.ts";
import type { StoredEndpoint } from "./endpoint.ts";

/** A merchant's endpoint without its secrets. Times are in milliseconds since 1970. */
export interface WebhookEndpoint {
  readonly url: string;
  /** Since when the present secret signs. */
  readonly secretSince: number;
  /** Until when the secret before it signs as well; null where none does. */
  readonly formerSecretUntil: number | null;
  /** Whether the merchant's contract has the webhook. Without it nothing is sent. */
  readonly contracted: boolean;
}

export function viewEndpoint(
  { url, secretSince, formerSecret }: StoredEndpoint,
  { merchant, now }: { readonly merchant: Pick<Merchant, "contracts">; readonly now: number },
): WebhookEndpoint {
  const formerSecretUntil = formerSecret !== null && formerSecret.until > now ? formerSecret.until : null;
  return { url, secretSince, formerSecretUntil, contracted: merchant.contracts.webhook };
}
