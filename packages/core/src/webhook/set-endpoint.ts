import { z } from "zod";

import { absoluteUrlSchema } from "../absolute-url.ts";
import { decideAndCommit, loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { ok, refuse, refuseField } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { optional, validate } from "../validate.ts";
import { endpointRef, endpointRemoval, endpointWrite, newSecret, type StoredEndpoint } from "./endpoint.ts";

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

export const setEndpointSchema = z.object({ url: absoluteUrlSchema }).meta({ id: "WebhookEndpointRequest" });

export type SetEndpointInput = z.input<typeof setEndpointSchema>;

export const setEndpointErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

const lane = "webhook endpoint";

/** Sets where a merchant receives its webhooks; a new endpoint gets a secret, another URL keeps it. */
export async function setEndpoint(context: Context, tenant: Tenant, input: SetEndpointInput) {
  const valid = validate(setEndpointSchema, input);
  if (!valid.ok) return valid;
  const { url } = valid.value;
  if (tenant.mode === "live" && !url.startsWith("https:")) {
    return refuseField("INVALID_REQUEST", "url", "must be an https URL in live mode");
  }
  const { secret, sealed } = await newSecret(context);
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane,
    load: (read) => read(merchantRef, endpointRef),
    decide: ([merchant, before], now) => {
      if (merchant === undefined) return { answer: refuse("FORBIDDEN_REQUEST") };
      const fresh: StoredEndpoint = { url, secret: sealed, secretSince: now, formerSecret: null };
      const endpoint = before === undefined ? fresh : { ...before, url };
      const shown = viewEndpoint(endpoint, { merchant, now });
      const answer = ok({ ...shown, secret: before === undefined ? secret : null });
      return { answer, changes: { writes: [endpointWrite(endpoint, now)] } };
    },
  });
}

export const getEndpointErrors = ["NOT_FOUND_WEBHOOK"] as const;

/** Reads a merchant's endpoint. */
export async function getEndpoint(context: Context, tenant: Tenant) {
  const [merchant, endpoint] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef, endpointRef));
  if (merchant === undefined || endpoint === undefined) return refuse("NOT_FOUND_WEBHOOK");
  return ok(viewEndpoint(endpoint, { merchant, now: context.clock.now() }));
}

function viewEndpoint(
  { url, secretSince, formerSecret }: StoredEndpoint,
  { merchant, now }: { readonly merchant: Pick<Merchant, "contracts">; readonly now: number },
): WebhookEndpoint {
  const formerSecretUntil = formerSecret !== null && formerSecret.until > now ? formerSecret.until : null;
  return { url, secretSince, formerSecretUntil, contracted: merchant.contracts.webhook };
}

export const removeEndpointErrors = ["NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Removes a merchant's endpoint with its secrets. */
export function removeEndpoint(context: Context, tenant: Tenant) {
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane,
    load: (read) => read(endpointRef),
    decide: ([endpoint]) => {
      if (endpoint === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      return { answer: ok({ removed: true as const }), changes: { writes: [endpointRemoval()] } };
    },
  });
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

const rotateSecretSchema = z.object({
  overlapMs: optional(
    z
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .max(30 * dayMs, "must be at most 30 days"),
  ),
});

export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

export const rotateSecretErrors = ["INVALID_REQUEST", "NOT_FOUND_WEBHOOK", "CONCURRENT_REQUEST"] as const;

/** Gives an endpoint a new secret; for a while the one before it signs as well. */
export async function rotateSecret(context: Context, tenant: Tenant, input: RotateSecretInput) {
  const valid = validate(rotateSecretSchema, input);
  if (!valid.ok) return valid;
  const { overlapMs = dayMs } = valid.value;
  const { secret, sealed } = await newSecret(context);
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane,
    load: (read) => read(endpointRef),
    decide: ([before], now) => {
      if (before === undefined) return { answer: refuse("NOT_FOUND_WEBHOOK") };
      const formerSecretUntil = now + overlapMs;
      const formerSecret = { secret: before.secret, until: formerSecretUntil };
      const endpoint = { ...before, secret: sealed, secretSince: now, formerSecret };
      return { answer: ok({ secret, formerSecretUntil }), changes: { writes: [endpointWrite(endpoint, now)] } };
    },
  });
}
