import { loadOnce } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { merchantAt, merchantRef, merchantSchema } from "./merchant.ts";

export const getMerchantErrors = ["FORBIDDEN_REQUEST"] as const;

/** Reads a merchant as it is now, with what it left to defaults. */
export async function getMerchant(context: Context, tenant: Tenant) {
  const [merchant] = await loadOnce(context, tenantId(tenant), (read) => read(merchantRef));
  if (merchant === undefined) return refuse("FORBIDDEN_REQUEST");
  return ok(merchantAt(merchantSchema.parse(merchant), context.clock.now()));
}
