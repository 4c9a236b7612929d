import { z } from "zod";

import { absoluteUrlSchema } from "../../engine/request/fields.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { merchantRecord, merchantRef, notRegistered } from "../../merchant/merchant.ts";
import { ok, refuseField, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { type WebhookSender, refusalOf } from "./send.ts";
import {
  allowsPrivate,
  endpointLane,
  endpointRef,
  endpointWrite,
  newSecret,
  type StoredEndpoint,
  viewEndpoint,
  endpointRecord,
} from "./endpoint.ts";
import { webhookEvents, type WebhookEventName } from "./events.ts";

const names = webhookEvents.map(({ name }) => name);

export const setEndpointSchema = z
  .object({
    url: absoluteUrlSchema.optional().meta({ description: "Kept when left out; needed for a new endpoint" }),
    events: z
      .array(z.enum(names, `must be one of ${names.join(", ")}`))
      .max(100, "must be at most 100")
      .optional()
      .meta({ description: "The events to send besides settlements; unchanged if left out, [] for none" }),
  })
  .meta({ id: "WebhookEndpointRequest" });

export type SetEndpointInput = z.input<typeof setEndpointSchema>;

export interface SetEndpointOptions {
  /** Say so where others than the host set the address: then test mode sends to public addresses only, as live mode does. */
  readonly publicOnly?: boolean;
}

export const setEndpointErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

interface Setting {
  readonly input: SetEndpointInput;
  readonly sender: WebhookSender | undefined;
}

/** Sets where a merchant receives which webhooks; a new endpoint gets a secret, a changed one keeps it. */
export async function setEndpoint(
  context: Context,
  tenant: Tenant,
  { input, sender, publicOnly = false }: SetEndpointOptions & Setting,
) {
  const valid = validate(setEndpointSchema, input);
  if (!valid.ok) return valid;
  const asked = valid.value;
  if (tenant.mode === "live" && asked.url?.startsWith("https:") === false) {
    return refuseField("INVALID_REQUEST", "url", "must be an https URL in live mode");
  }
  const { url: given } = asked;
  const isFree = given === undefined || allowsPrivate(tenant, { publicOnly });
  const refusal = isFree ? undefined : await refusalOf(context, sender, given);
  const { secret, sealed } = await newSecret(context);
  return decideAndCommit(context, {
    tenant,
    lane: endpointLane,
    load: (read) => read(merchantRef, endpointRef),
    decide: ([merchant, before], now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const url = asked.url ?? before?.url;
      if (url === undefined) {
        return { answer: refuseField("INVALID_REQUEST", "url", "must be given, as there is no endpoint yet") };
      }
      // An address keeps the limit that it was given with.
      const address = asked.url === undefined ? {} : { url, publicOnly };
      const fresh = { url, publicOnly, secret: sealed, secretSince: now, formerSecret: null, earlierSecrets: [] };
      const endpoint: StoredEndpoint = before === undefined ? fresh : { ...before, ...address };
      if (refusal !== undefined && !allowsPrivate(tenant, endpoint)) {
        return { answer: refuseField("INVALID_REQUEST", "url", `must have public addresses only: ${refusal}`) };
      }
      const subscribed = {
        ...merchant,
        webhookEvents: asked.events ? subscriptionTo(asked.events) : merchant.webhookEvents,
      };
      const shown = viewEndpoint(endpoint, { merchant: subscribed, now });
      const answer = ok({ ...shown, secret: before === undefined ? secret : null });
      const writes = [
        endpointWrite(endpoint, now),
        ...(asked.events === undefined ? [] : [merchantRecord.write(subscribed)]),
      ];
      return { answer, changes: { writes } };
    },
  });
}

/** The events that need a subscription, each once and in their order. */
function subscriptionTo(asked: readonly WebhookEventName[]): string[] {
  return webhookEvents
    .filter(({ name, bySubscription }) => bySubscription && asked.includes(name))
    .map(({ name }) => name);
}

export const removeEndpointErrors = ["NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Removes a merchant's endpoint with its secrets and its subscription. */
export function removeEndpoint(context: Context, tenant: Tenant) {
  return decideAndCommit(context, {
    tenant,
    lane: endpointLane,
    load: (read) => read(endpointRef, merchantRef),
    decide: ([endpoint, merchant]) => {
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const isSubscribed = merchant !== undefined && merchant.webhookEvents.length > 0;
      const writes = [
        endpointRecord.remove(endpointRef.id),
        ...(isSubscribed ? [merchantRecord.write({ ...merchant, webhookEvents: [] })] : []),
      ];
      return { answer: ok({ removed: true as const }), changes: { writes } };
    },
  });
}
