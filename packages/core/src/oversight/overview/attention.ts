import { z } from "zod";

import { aboutOf, attemptRecord, flaggedList, unknownList } from "../../engine/attempt/attempt.ts";
import { dayAfter } from "../../ledger/calendar/business-days.ts";
import { startOfDayInSeoul } from "../../engine/time/seoul-time.ts";
import { listRecords } from "../../engine/commit/list-page.ts";
import type { ListRequest, StoredRecord } from "../../engine/commit/store.ts";
import type { Context } from "../../context.ts";
import { payoutList, payoutRecord } from "../../payout/payout.ts";
import { undated, type TallyName } from "../../engine/posting/tally.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryList, deliveryRecord } from "../../engine/outbox/delivery.ts";

const mostItems = 20;

/** The most records of one day that are searched for those that need an operator. */
const mostOfADay = 2_000;

const itemSchema = z.object({
  id: z.string(),
  kind: z.string().meta({ description: "approval, cancellation …, webhook or payout" }),
  about: z.string().meta({ description: "The payment, payout or settlement that it is about" }),
  since: z.iso.datetime(),
});

const mattersSchema = z.object({
  count: z.int().meta({ description: "How many there are; of attempts, how many are listed" }),
  hasMore: z.boolean().meta({ description: "Whether there are more than are listed" }),
  items: z
    .array(itemSchema)
    .readonly()
    .meta({ description: `At most ${mostItems}` }),
});

type Matters = z.output<typeof mattersSchema>;
type Item = z.output<typeof itemSchema>;

/** All that needs an operator. */
export interface Attention {
  readonly unknownOutcomes: Matters;
  readonly flaggedAttempts: Matters;
  readonly undeliveredWebhooks: Matters;
  readonly payoutsToReview: Matters;
}

export const attentionSchema: z.ZodType<Attention> = z
  .object({
    unknownOutcomes: mattersSchema.meta({
      description: "Calls to a provider without an answer so far, the oldest first",
    }),
    flaggedAttempts: mattersSchema.meta({ description: "Calls that need an operator, the oldest first" }),
    undeliveredWebhooks: mattersSchema.meta({ description: "Webhooks that ran out of retries, the newest first" }),
    payoutsToReview: mattersSchema.meta({ description: "Payouts to review, the newest first" }),
  })
  .meta({ id: "Attention" });

const iso = (at: number) => new Date(at).toISOString();

export async function attention(context: Context, tenant: Tenant): Promise<Attention> {
  const [unknownOutcomes, flaggedAttempts, undeliveredWebhooks, payoutsToReview] = await Promise.all([
    attempts(context, tenant, unknownList),
    attempts(context, tenant, flaggedList),
    tallied(context, tenant, undelivered),
    tallied(context, tenant, toReview),
  ]);
  return { unknownOutcomes, flaggedAttempts, undeliveredWebhooks, payoutsToReview };
}

async function attempts(context: Context, tenant: Tenant, list: string): Promise<Matters> {
  const found = await listRecords(context, tenant, { list, limit: mostItems + 1, order: "ascending" });
  const items = found.slice(0, mostItems).map(({ body }): Item => {
    const attempt = attemptRecord.schema.parse(body);
    return { id: attempt.key, kind: attempt.kind, about: aboutOf(attempt), since: iso(attempt.openedAt) };
  });
  return { count: items.length, hasMore: found.length > items.length, items };
}

/** Records that a tally counts, found in a list that is in the order of its days. */
interface Tallied {
  readonly name: TallyName;
  readonly list: string;
  readonly boundsOf: (day: string) => Pick<ListRequest, "from" | "to">;
  readonly itemOf: (record: StoredRecord) => Item | undefined;
}

const undelivered: Tallied = {
  name: "undelivered",
  list: deliveryList,
  boundsOf: (day) => ({ from: iso(startOfDayInSeoul(day)), to: iso(startOfDayInSeoul(dayAfter(day))) }),
  itemOf({ body }) {
    const { id, about, createdAt, status } = deliveryRecord.schema.parse(body);
    return status === "EXHAUSTED" ? { id, kind: "webhook", about, since: iso(createdAt) } : undefined;
  },
};

const toReview: Tallied = {
  name: "review",
  list: payoutList,
  boundsOf: (day) => ({ from: day, to: dayAfter(day) }),
  itemOf({ body }) {
    const { id, reconciliationRequired, statusUpdatedAt } = payoutRecord.schema.parse(body);
    return reconciliationRequired ? { id, kind: "payout", about: id, since: iso(statusUpdatedAt) } : undefined;
  },
};

async function tallied(context: Context, tenant: Tenant, { name, list, boundsOf, itemOf }: Tallied): Promise<Matters> {
  const tallies = await context.store.tallies(tenantId(tenant), { names: [name], from: "0000-01-01", to: undated });
  const items: Item[] = [];
  for (const { day, count } of tallies.toReversed()) {
    if (items.length >= mostItems) break;
    if (count > 0) {
      const bounds = { list, ...boundsOf(day), limit: mostOfADay, order: "descending" } as const;
      const found = (await listRecords(context, tenant, bounds)).map(itemOf);
      items.push(...found.filter((item) => item !== undefined));
    }
  }
  const count = tallies.reduce((sum, tally) => sum + tally.count, 0);
  const listed = items.slice(0, mostItems);
  return { count, hasMore: count > listed.length, items: listed };
}
