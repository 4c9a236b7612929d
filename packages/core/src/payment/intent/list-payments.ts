import { dayAfter } from "../../ledger/calendar/business-days.ts";
import { startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import { recordsARead, searchPage } from "../../engine/commit/list-page.ts";
import type { StoredRecord } from "../../engine/commit/store.ts";
import type { Context } from "../../context.ts";
import { earningRecord } from "../../ledger/earning/earning.ts";
import { validate } from "../../engine/request/validate.ts";
import type { Page } from "../../engine/request/page.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { intentList, intentRecord, soughtIntentSchema } from "./intent.ts";
import { readNamed } from "./look-up-payment.ts";
import { fits, listPaymentsSchema, type ListPaymentsInput, type PaymentFilters } from "./payment-filters.ts";
import { viewIntent, viewingOf, type PaymentIntent, type Viewing } from "./view.ts";

/** The most payments that one page looks through for those that fit. */
export const mostLookedThrough = 10_000;

export const listPaymentsErrors = ["INVALID_REQUEST", "INVALID_ORDER_ID"] as const;

export async function listPayments(context: Context, tenant: Tenant, input: ListPaymentsInput) {
  const asked = validate(listPaymentsSchema, input);
  if (!asked.ok) return asked;
  const { limit, startingAfter, ...filters } = asked.value;
  const at = viewingOf(context, tenant);
  if (filters.orderId !== undefined || filters.intentKey !== undefined) {
    const items = await named(context, tenant, { filters, at });
    return ok<Page<PaymentIntent>>({ hasMore: false, size: items.length, nextCursor: null, items });
  }
  const page = await searchPage(context, searchOf(tenant, filters), { limit, startingAfter });
  if (!page.ok) return page;
  const items: PaymentIntent[] = [];
  for (let from = 0; from < page.value.size; from += recordsARead) {
    const part = page.value.items.slice(from, from + recordsARead);
    items.push(...(await viewAll(context, tenant, { part, at })));
  }
  return ok<Page<PaymentIntent>>({ ...page.value, items });
}

interface Part {
  readonly part: readonly StoredRecord[];
  readonly at: Viewing;
}

/** Some payments with their earnings, parsed and read at once: a long page is viewed in several such parts. */
async function viewAll(context: Context, tenant: Tenant, { part, at }: Part): Promise<readonly PaymentIntent[]> {
  const intents = part.map(({ body }) => intentRecord.schema.parse(body));
  const earnings = await loadOnce(context, tenant, (read) =>
    read(
      ...intents.map(({ intentKey, approvedAt }) => (approvedAt === null ? undefined : earningRecord.ref(intentKey))),
    ),
  );
  return intents.map((intent, index) => viewIntent(intent, { ...at, earning: earnings[index] }));
}

function searchOf(tenant: Tenant, { from, to, ...filters }: PaymentFilters) {
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return {
    tenant,
    list: intentList,
    ...(from !== undefined && { from: positionAt(from) }),
    ...(to !== undefined && { to: positionAt(dayAfter(to)) }),
    order: "descending",
    filter: isFiltered ? filters : null,
    fits: (record: StoredRecord) => !isFiltered || fits(soughtIntentSchema.parse(record.body), filters),
    most: isFiltered ? mostLookedThrough : Infinity,
  } as const;
}

/** Where the payments of a day begin in the list. */
function positionAt(date: string): string {
  return new Date(startOfDayInSeoul(date)).toISOString();
}

interface Naming {
  readonly filters: PaymentFilters;
  readonly at: Viewing;
}

/** The one payment that is named, if it fits the other filters too. */
async function named(context: Context, tenant: Tenant, { filters, at }: Naming): Promise<readonly PaymentIntent[]> {
  const { orderId, intentKey, from, to } = filters;
  const name = intentKey === undefined ? { orderId: orderId ?? "" } : { intentKey };
  const { intent, earning } = await loadOnce(context, tenant, (read) => readNamed(read, name));
  if (intent === undefined || (orderId !== undefined && intent.orderId !== orderId)) return [];
  const position = new Date(intent.requestedAt).toISOString();
  const isOfDays =
    (from === undefined || position >= positionAt(from)) && (to === undefined || position < positionAt(dayAfter(to)));
  return isOfDays && fits(intent, filters) ? [viewIntent(intent, { ...at, earning })] : [];
}
