import { z } from "zod";

import { dayAfter, daySchema } from "../ledger/calendar/business-days.ts";
import type { Context } from "../context.ts";
import { readPage } from "../engine/commit/list-page.ts";
import { pageSchema, type Page } from "../engine/request/page.ts";
import { ok, refuse } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { optionalOrNull, validate } from "../engine/request/validate.ts";
import { payoutList, payoutRecord, isPayoutId } from "./payout.ts";
import { viewPayout, type PayoutView } from "./view.ts";
import { loadOnce } from "../engine/commit/commit.ts";

/**
 * The first and last payout date of a list, both inclusive: by the names that every list has, or by those of the
 * interface (List query parameters).
 */
const payoutDatesSchema = z.object({
  from: optionalOrNull(daySchema),
  to: optionalOrNull(daySchema),
  payoutDateGte: optionalOrNull(daySchema),
  payoutDateLte: optionalOrNull(daySchema),
});

type Dates = z.output<typeof payoutDatesSchema>;

const boundsOf = ({ from, to, payoutDateGte, payoutDateLte }: Dates) => ({
  first: from ?? payoutDateGte,
  last: to ?? payoutDateLte,
});

export const listPayoutsSchema = z
  .object({ ...payoutDatesSchema.shape, ...pageSchema.shape })
  .superRefine((dates, check) => {
    const { from, to, payoutDateGte = from, payoutDateLte = to } = dates;
    const refuse = (field: keyof Dates, message: string) => check.addIssue({ code: "custom", path: [field], message });
    if (from !== undefined && from !== payoutDateGte)
      refuse("from", "must be the day of payoutDateGte, its other name");
    if (to !== undefined && to !== payoutDateLte) refuse("to", "must be the day of payoutDateLte, its other name");
    const { first, last } = boundsOf(dates);
    if (first === undefined || last === undefined || first <= last) return;
    const [start, end] = [from ? "from" : "payoutDateGte", to ? "to" : "payoutDateLte"] as const;
    refuse(start, `must not be later than ${end}`);
  });

export type ListPayoutsInput = z.input<typeof listPayoutsSchema>;

export const listPayoutsErrors = ["INVALID_REQUEST"] as const;

export async function listPayouts(context: Context, tenant: Tenant, input: ListPayoutsInput) {
  const asked = validate(listPayoutsSchema, input);
  if (!asked.ok) return asked;
  const { limit, startingAfter, ...dates } = asked.value;
  const { first: from, last: to } = boundsOf(dates);
  const list = {
    tenant,
    list: payoutList,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to: dayAfter(to) }),
    order: "descending",
  } as const;
  const found = await readPage(context, list, { limit, startingAfter });
  if (!found.ok) return found;
  const items = found.value.items.map(({ body }) => viewPayout(payoutRecord.schema.parse(body)));
  return ok<Page<PayoutView>>({ ...found.value, items });
}

export const lookUpPayoutErrors = ["NOT_FOUND_PAYOUT"] as const;

export async function lookUpPayout(context: Context, tenant: Tenant, payoutId: string) {
  if (!isPayoutId(payoutId)) return refuse("NOT_FOUND_PAYOUT");
  const [payout] = await loadOnce(context, tenant, (read) => read(payoutRecord.ref(payoutId)));
  return payout === undefined ? refuse("NOT_FOUND_PAYOUT") : ok(viewPayout(payout));
}
