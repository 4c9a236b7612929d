import { loadOnce } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { logoRef } from "./logo.ts";
import { merchantAt, merchantRef, merchantSchema, notRegistered } from "./merchant.ts";

export const getMerchantErrors = ["FORBIDDEN_REQUEST"] as const;

export async function getMerchant(context: Context, tenant: Tenant) {
  const [merchant, look] = await loadOnce(context, tenant, (read) => read(merchantRef, logoRef));
  if (merchant === undefined) return notRegistered;
  const registered = merchantSchema.parse({ ...merchant, logo: look?.logo ?? null });
  const { suspended } = merchant;
  return ok(merchantAt({ ...registered, suspended }, context.clock.now()));
}
