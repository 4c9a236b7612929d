import { z } from "zod";

import { absoluteUrlSchema } from "../text/absolute-url.ts";
import { decideAndCommit } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { ok, refuseField } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { endpointLane, endpointRef, endpointWrite, newSecret, type StoredEndpoint } from "./endpoint.ts";
import { viewEndpoint } from "./view-endpoint.ts";

export const setEndpointSchema = z.object({ url: absoluteUrlSchema }).meta({ id: "WebhookEndpointRequest" });

export type SetEndpointInput = z.input<typeof setEndpointSchema>;

export const setEndpointErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

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
    tenant,
    lane: endpointLane,
    load: (read) => read(merchantRef, endpointRef),
    decide: ([merchant, before], now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const fresh: StoredEndpoint = { url, secret: sealed, secretSince: now, formerSecret: null };
      const endpoint = before === undefined ? fresh : { ...before, url };
      const shown = viewEndpoint(endpoint, { merchant, now });
      const answer = ok({ ...shown, secret: before === undefined ? secret : null });
      return { answer, changes: { writes: [endpointWrite(endpoint, now)] } };
    },
  });
}
