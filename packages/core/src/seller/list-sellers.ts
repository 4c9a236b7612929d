import type { Context } from "../context.ts";
import { readPage } from "../commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { sellerList, sellerRecord } from "./seller.ts";
import { viewSeller, type SellerView } from "./view.ts";

export const listSellersErrors = ["INVALID_REQUEST"] as const;

export async function listSellers(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant, list: sellerList, order: "ascending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ body }) => viewSeller(sellerRecord.schema.parse(body)));
  return ok<Page<SellerView>>({ ...page.value, items });
}
