import { z } from "zod";

import { dayAfter } from "../../ledger/calendar/business-days.ts";
import { startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import type { Context } from "../../context.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import { daysSchema } from "../../ledger/calendar/days.ts";
import { pageSchema } from "../../engine/request/page.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { settlementList, settlementPosition, settlementRecord } from "./settlement.ts";
import { viewSettlement } from "./view.ts";

/** The settlements were made on these days (interface: Settlements). */
const listSettlementsSchema = z
  .object({ ...daysSchema.shape, ...pageSchema.shape })
  .refine(({ from, to }) => from <= to, { path: ["from"], error: "must not be later than to" });

export type ListSettlementsInput = z.input<typeof listSettlementsSchema>;

export const listSettlementsErrors = ["INVALID_REQUEST"] as const;

/** The settlements that were made on these days, the oldest first. */
export async function listSettlements(context: Context, tenant: Tenant, input: ListSettlementsInput) {
  const asked = validate(listSettlementsSchema, input);
  if (!asked.ok) return asked;
  const { from, to, ...page } = asked.value;
  const bounds = {
    from: settlementPosition(startOfDayInSeoul(from)),
    to: settlementPosition(startOfDayInSeoul(dayAfter(to))),
  };
  const list = { tenant, list: settlementList, ...bounds, order: "ascending" } as const;
  return listPage(context, { ...list, kind: settlementRecord, view: viewSettlement }, page);
}
