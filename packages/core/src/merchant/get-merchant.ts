import { loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { merchantRef, merchantSchema } from "./merchant.ts";

export const getMerchantErrors = ["FORBIDDEN_REQUEST"] as const;

/** Reads a merchant as it was registered, with what it left to defaults. */
export async function getMerchant(context: Context, tenant: Tenant) {
  const [merchant] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef));
  return merchant === undefined ? refuse("FORBIDDEN_REQUEST") : ok(merchantSchema.parse(merchant));
}
