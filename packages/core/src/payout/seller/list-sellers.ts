import type { Context } from "../../context.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import type { PageInput } from "../../engine/request/page.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { sellerList, sellerRecord } from "./seller.ts";
import { viewSeller } from "./view.ts";

export const listSellersErrors = ["INVALID_REQUEST"] as const;

/** The sellers that are not deleted, the oldest first. */
export function listSellers(context: Context, tenant: Tenant, input: PageInput) {
  const list = { tenant, list: sellerList, order: "ascending" } as const;
  return listPage(context, { ...list, kind: sellerRecord, view: viewSeller }, input);
}
