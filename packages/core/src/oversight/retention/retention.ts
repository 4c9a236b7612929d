import { z } from "zod";
import { listRecords } from "../../engine/commit/list-page.ts";
import { loadOnce, changeRecord } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { merchantList, merchantOfIndex } from "../../merchant/merchant.ts";
import { findIdentities } from "../../payment/payer-identity.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { isStoreUnavailable, type StoredRecord } from "../../engine/commit/store.ts";
import { platform, tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { purgeDelivered } from "../webhook/purge.ts";

const spotSchema = z.object({ position: z.string(), key: z.object({ kind: z.string(), id: z.string() }) });

type Spot = z.output<typeof spotSchema>;

/** The state of the round of all merchants; due when the round continues. */
export const retentionRecord = recordKind(
  "retention",
  z.looseObject({
    /** Counts all turns, so that only the first of two processes at the same turn moves on. */
    turn: z.number(),
    begunAt: z.number(),
    /** The last merchant that was done; null before the first one of a round. */
    done: spotSchema.nullable(),
    /** Of the next merchant: the last webhook that was looked at. */
    delivery: spotSchema.nullable(),
  }),
);

type Round = z.output<typeof retentionRecord.schema>;

const ref = retentionRecord.ref("all");

const dayMs = 24 * 60 * 60 * 1000;

/** The most merchants of one turn, and the most records that it looks at in each list of a merchant. */
const merchantsATurn = 20;
const recordsATurn = 200;

/**
 * Visits all merchants once a day, and purges records whose time is over. Each turn is small; the next one is due at
 * once. A lost turn is repeated, and checks each record's age again.
 */
export const retentionWork: Work<Context> = {
  kind: retentionRecord.name,
  limit: 1,
  upkeep: true,
  schedule: (context) =>
    changeRecord(context, platform, {
      ref,
      change: (round, now) =>
        round === undefined
          ? [retentionRecord.make(ref.id, { turn: 0, begunAt: now, done: null, delivery: null }, { dueAt: now })]
          : [],
    }),
  async runForPlatform(context) {
    const [round] = await loadOnce(context, platform, (read) => read(ref));
    if (round === undefined) return;
    const next = await takeTurn(context, round);
    await changeRecord(context, platform, {
      ref,
      change: (current, now) => {
        if (current?.turn !== round.turn) return [];
        const dueAt = next === undefined ? Math.max(now, round.begunAt + dayMs) : now;
        const body = { ...current, ...(next ?? { begunAt: dueAt, done: null, delivery: null }), turn: round.turn + 1 };
        return [retentionRecord.write(ref.id, body, { dueAt })];
      },
    });
  },
};

async function takeTurn(context: Context, { done, delivery }: Round) {
  const merchants = await listRecords(context, platform, {
    list: merchantList,
    order: "ascending",
    limit: merchantsATurn,
    ...(done && { after: done }),
  });
  let from = { done, delivery };
  for (const entry of merchants) {
    const left = await prune(context, merchantOfIndex(entry.body), from.delivery);
    if (left !== undefined) return { ...from, delivery: left.delivery };
    from = { done: spotOf(entry), delivery: null };
  }
  return merchants.length < merchantsATurn ? undefined : from;
}

/**
 * Examines some of a merchant's records; undefined if none are left for today. A record that can't be read holds up no
 * other merchant: it is reported each day.
 */
async function prune(
  context: Context,
  tenant: Tenant,
  delivery: Spot | null,
): Promise<{ readonly delivery: Spot | null } | undefined> {
  const { deliveredWebhookLifetimeMs: lifetimeMs } = context.settings;
  try {
    const part = { lifetimeMs: lifetimeMs ?? 0, after: delivery ?? undefined, limit: recordsATurn };
    const last = lifetimeMs === null ? undefined : await purgeDelivered(context, tenant, part);
    const more = await findIdentities(context, tenant, recordsATurn);
    return last === undefined && !more ? undefined : { delivery: last ?? delivery };
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    context.notify({ kind: "work-failed", work: retentionRecord.name, id: tenantId(tenant), error });
    return undefined;
  }
}

function spotOf({ key, place }: StoredRecord): Spot {
  return { position: place?.position ?? "", key };
}
