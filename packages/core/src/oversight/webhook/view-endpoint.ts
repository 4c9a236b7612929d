import type { Merchant } from "../../merchant/merchant.ts";
import { formerSecretsAt, type StoredEndpoint } from "./endpoint.ts";
import { webhookEvents, type WebhookEventName } from "./events.ts";

/** A merchant's endpoint without its secrets. Times are in milliseconds since 1970. */
export interface WebhookEndpoint {
  readonly url: string;
  /** Since when the present secret signs. */
  readonly secretSince: number;
  /** Until when each secret before it signs as well, the newest first; at most four. */
  readonly formerSecretsUntil: readonly number[];
  /** The events that it receives: settlements, and those of payments and payouts that it subscribes to. */
  readonly events: readonly WebhookEventName[];
  /** Whether the merchant's contract has the webhook. Without it nothing is sent. */
  readonly contracted: boolean;
}

export function viewEndpoint(
  endpoint: StoredEndpoint,
  { merchant, now }: { readonly merchant: Pick<Merchant, "contracts" | "webhookEvents">; readonly now: number },
): WebhookEndpoint {
  const { url, secretSince } = endpoint;
  const { contracts, webhookEvents: subscribed } = merchant;
  const formerSecretsUntil = formerSecretsAt(endpoint, now).map(({ until }) => until);
  const told = webhookEvents.filter(({ name, bySubscription }) => !bySubscription || subscribed.includes(name));
  return { url, secretSince, formerSecretsUntil, events: told.map(({ name }) => name), contracted: contracts.webhook };
}
