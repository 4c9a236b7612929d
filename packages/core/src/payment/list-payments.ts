import { loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import { earningRecord } from "../earning/earning.ts";
import { readPage } from "../commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { intentList, intentRecord } from "./intent.ts";
import { viewIntent, viewingOf, type PaymentIntent } from "./view.ts";

export const listPaymentsErrors = ["INVALID_REQUEST"] as const;

export async function listPayments(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant, list: intentList, order: "descending" } as const;
  // Take `now` before reading, so that a slow read cannot expire what was still valid.
  const at = { ...viewingOf(context, tenant), now: context.clock.now() };
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const intents = page.value.items.map(({ body }) => intentRecord.schema.parse(body));
  const earnings = await loadOnce(context, tenant, (read) =>
    read(
      ...intents.map(({ intentKey, approvedAt }) => (approvedAt === null ? undefined : earningRecord.ref(intentKey))),
    ),
  );
  const items = intents.map((intent, index) => viewIntent(intent, { ...at, earning: earnings[index] }));
  return ok<Page<PaymentIntent>>({ ...page.value, items });
}
