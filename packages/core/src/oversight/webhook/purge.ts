import { listRecords } from "../../engine/commit/list-page.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok } from "../../result.ts";
import type { ListRequest } from "../../engine/commit/store.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { deliveryList, deliveryRecord, type Delivery } from "../../engine/outbox/delivery.ts";

/** Which of a merchant's deliveries to look at. */
interface Part {
  readonly lifetimeMs: number;
  /** The one that was looked at last; undefined for the oldest. */
  readonly after: ListRequest["after"];
  /** The most webhooks of one turn. */
  readonly limit: number;
}

/**
 * Purges webhooks that ended long enough ago, among the oldest ones behind `after`. Returns the last one that it
 * examined; undefined if no more are old enough. An undelivered settlement is kept, however old it is. A payment or
 * payout is not: its message holds a copy of it, and there are many.
 */
export async function purgeDelivered(context: Context, tenant: Tenant, { lifetimeMs, after, limit }: Part) {
  const list = { list: deliveryList, order: "ascending", limit } as const;
  // A webhook is never delivered before it is made, so its place in the list bounds its age.
  const to = new Date(context.clock.now() - lifetimeMs + 1).toISOString();
  const old = await listRecords(context, tenant, { ...list, to, ...(after && { after }) });
  const found = old.filter(({ body }) => isEnded(deliveryRecord.schema.parse(body)));
  const refs = found.map(({ key }) => deliveryRecord.ref(key.id));
  await decideAndCommit(context, {
    tenant,
    lane: "purge webhooks",
    load: (read) => read(...refs),
    decide: (deliveries, now) => {
      const over = deliveries.filter((each) => each !== undefined).filter((each) => isOver(each, now - lifetimeMs));
      const answer = ok(undefined);
      return over.length === 0
        ? { answer }
        : { answer, changes: { writes: over.map(({ id }) => deliveryRecord.remove(id)) } };
    },
  });
  const last = old.at(-1);
  return old.length < limit || last === undefined ? undefined : { position: last.place?.position ?? "", key: last.key };
}

function isEnded({ status, body }: Delivery): boolean {
  return status === "DELIVERED" || (status === "EXHAUSTED" && body !== null);
}

/** One that was sent again is kept from then on. */
function isOver(delivery: Delivery, since: number): boolean {
  return isEnded(delivery) && Math.max(delivery.createdAt, delivery.log.at(-1)?.at ?? 0) <= since;
}
