import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { merchantRef } from "../../merchant/merchant.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { endpointRef } from "./endpoint.ts";
import { viewEndpoint } from "./view-endpoint.ts";

export const getEndpointErrors = ["NOT_FOUND_WEBHOOK"] as const;

/** Reads a merchant's endpoint. */
export async function getEndpoint(context: Context, tenant: Tenant) {
  const [merchant, endpoint] = await loadOnce(context, tenant, (read) => read(merchantRef, endpointRef));
  if (merchant === undefined || endpoint === undefined) return refuse("NOT_FOUND_WEBHOOK");
  return ok(viewEndpoint(endpoint, { merchant, now: context.clock.now() }));
}
