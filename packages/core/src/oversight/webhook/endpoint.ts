import { z } from "zod";

import type { Context } from "../../context.ts";
import { recordKind, type RecordKind } from "../../engine/commit/record.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { type Merchant, merchantRef } from "../../merchant/merchant.ts";
import { webhookEvents, type WebhookEventName } from "./events.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { ok, refuse } from "../../result.ts";

/** A secret as it is stored. */
const sealedSchema = z.string().meta({ description: "Sealed by the vault" });

const formerSecretSchema = z.object({ secret: sealedSchema, until: z.number() });

/** A secret that was replaced, and until when messages are signed with it as well. */
export type FormerSecret = z.output<typeof formerSecretSchema>;

/** How many former secrets sign at once, at most. */
export const mostFormerSecrets = 4;

const endpointSchema = z.looseObject({
  url: z.string(),
  /** Whether test mode too sends to public addresses only, as for an address that a merchant's operator has set. */
  publicOnly: z.boolean().default(false),
  secret: sealedSchema,
  secretSince: z.number(),
  /** The secret before this one. */
  formerSecret: formerSecretSchema.nullable(),
  /** Those before that one, the newest first. */
  earlierSecrets: z.array(formerSecretSchema).default([]),
});

/** Where a merchant receives its webhooks. Times are in milliseconds since 1970. */
export type StoredEndpoint = z.output<typeof endpointSchema>;

export const endpointRecord: RecordKind<StoredEndpoint> = recordKind("webhookEndpoint", endpointSchema);

export const endpointRef = endpointRecord.ref("self");

/** Whether messages may go to addresses that are not public: of a laptop, or of the service's own network. */
export function allowsPrivate({ mode }: Tenant, { publicOnly }: Pick<StoredEndpoint, "publicOnly">): boolean {
  return mode === "test" && !publicOnly;
}

/** The line in which changes of an endpoint wait for each other. */
export const endpointLane = "webhook endpoint";

const dayMs = 24 * 60 * 60 * 1000;

/** An endpoint is due for its secrets to be resealed a day after it was written. */
export function endpointWrite(endpoint: StoredEndpoint, now: number) {
  return endpointRecord.write(endpointRef.id, endpoint, { dueAt: now + dayMs });
}

/** The former secrets that still sign at a moment, the newest first. */
export function formerSecretsAt(
  { formerSecret, earlierSecrets }: Pick<StoredEndpoint, "formerSecret" | "earlierSecrets">,
  now: number,
): readonly FormerSecret[] {
  return [...(formerSecret === null ? [] : [formerSecret]), ...earlierSecrets].filter(({ until }) => until > now);
}

/** Former secrets, the newest first, as an endpoint stores them. */
export function storedFormer(secrets: readonly FormerSecret[]) {
  const [formerSecret = null, ...earlierSecrets] = secrets;
  return { formerSecret, earlierSecrets };
}

/** A new secret: 24 random bytes, as Standard Webhooks writes them. Answered once, and kept sealed. */
export async function newSecret({
  ids,
  vault,
}: Context): Promise<{ readonly secret: string; readonly sealed: string }> {
  const base64 = ids.random(32).replaceAll("-", "+").replaceAll("_", "/");
  const secret = `whsec_${base64}`;
  return { secret, sealed: await vault.seal(secret) };
}

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
  const sent = webhookEvents.filter(({ name, bySubscription }) => !bySubscription || subscribed.includes(name));
  return { url, secretSince, formerSecretsUntil, events: sent.map(({ name }) => name), contracted: contracts.webhook };
}

export const getEndpointErrors = ["NOT_FOUND_WEBHOOK"] as const;

/** Reads a merchant's endpoint. */
export async function getEndpoint(context: Context, tenant: Tenant) {
  const [merchant, endpoint] = await loadOnce(context, tenant, (read) => read(merchantRef, endpointRef));
  if (merchant === undefined || endpoint === undefined) return refuse("NOT_FOUND_WEBHOOK");
  return ok(viewEndpoint(endpoint, { merchant, now: context.clock.now() }));
}
