import { z } from "zod";

import { dayAfter } from "../calendar/business-days.ts";
import type { Context } from "../context.ts";
import { readPage } from "../commit/list-page.ts";
import { daySchema } from "../calendar/days.ts";
import { pageSchema, type Page } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { optional, validate } from "../request/validate.ts";
import { payoutList, payoutRecord } from "./payout.ts";
import { viewPayout, type PayoutView } from "./view.ts";

/** The first and last payout date of a list, both inclusive (interface: List query parameters). */
export const payoutDatesSchema = z.object({ payoutDateGte: optional(daySchema), payoutDateLte: optional(daySchema) });

const listPayoutsSchema = z
  .object({ ...payoutDatesSchema.shape, ...pageSchema.shape })
  .refine(({ payoutDateGte: from, payoutDateLte: to }) => from === undefined || to === undefined || from <= to, {
    path: ["payoutDateGte"],
    error: "must not be later than payoutDateLte",
  });

export type ListPayoutsInput = z.input<typeof listPayoutsSchema>;

export const listPayoutsErrors = ["INVALID_REQUEST"] as const;

export async function listPayouts(context: Context, tenant: Tenant, input: ListPayoutsInput) {
  const asked = validate(listPayoutsSchema, input);
  if (!asked.ok) return asked;
  const { payoutDateGte: from, payoutDateLte: to, ...page } = asked.value;
  const list = {
    tenant,
    list: payoutList,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to: dayAfter(to) }),
    order: "descending",
  } as const;
  const found = await readPage(context, list, page);
  if (!found.ok) return found;
  const items = found.value.items.map(({ body }) => viewPayout(payoutRecord.schema.parse(body)));
  return ok<Page<PayoutView>>({ ...found.value, items });
}
