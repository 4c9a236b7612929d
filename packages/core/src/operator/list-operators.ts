import type { Context } from "../context.ts";
import { readPage } from "../commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { operatorList, operatorRecord, viewOperator, type ListedOperator } from "./operator.ts";

export const listOperatorsErrors = ["INVALID_REQUEST"] as const;

export async function listOperators(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant, list: operatorList, order: "ascending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ body }) => viewOperator(operatorRecord.schema.parse(body)));
  return ok<Page<ListedOperator>>({ ...page.value, items });
}
