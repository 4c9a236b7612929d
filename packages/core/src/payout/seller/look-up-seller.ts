import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { isSellerId, sellerRecord } from "./seller.ts";
import { viewSeller } from "./view.ts";

export const lookUpSellerErrors = ["NOT_FOUND_SELLER"] as const;

export async function lookUpSeller(context: Context, tenant: Tenant, sellerId: string) {
  if (!isSellerId(sellerId)) return refuse("NOT_FOUND_SELLER");
  const [seller] = await loadOnce(context, tenant, (read) => read(sellerRecord.ref(sellerId)));
  return seller === undefined || seller.status === "DELETED" ? refuse("NOT_FOUND_SELLER") : ok(viewSeller(seller));
}
