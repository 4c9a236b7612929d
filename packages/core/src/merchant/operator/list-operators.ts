import type { Context } from "../../context.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import type { PageInput } from "../../engine/request/page.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";
import { operatorList, operatorRecord, viewOperator } from "./operator.ts";

export const listOperatorsErrors = ["INVALID_REQUEST"] as const;

/** By name. */
export function listOperators(context: Context, tenant: Owner, input: PageInput) {
  const list = { tenant, list: operatorList, order: "ascending" } as const;
  return listPage(context, { ...list, kind: operatorRecord, view: viewOperator }, input);
}
