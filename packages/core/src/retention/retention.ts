import { z } from "zod";

import { listRecords } from "../commit/list-page.ts";
import { decideAndCommit, loadOnce } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { merchantList, merchantOfIndex } from "../merchant/merchant.ts";
import { findIdentities } from "../payer-identity/find.ts";
import { recordKind } from "../commit/record.ts";
import { ok } from "../result.ts";
import { isStoreUnavailable } from "../commit/store-unavailable.ts";
import type { StoredRecord } from "../commit/store.ts";
import { platform, tenantId, type Tenant } from "../tenant/tenant.ts";
import { forgetDelivered } from "../webhook/forget.ts";

/** Where a record stands in the list that is gone through. */
const spotSchema = z.object({ position: z.string(), key: z.object({ kind: z.string(), id: z.string() }) });

type Spot = z.output<typeof spotSchema>;

/** Says how far the round of all merchants has come, and when it goes on, by being due. */
export const retentionRecord = recordKind(
  "retention",
  z.looseObject({
    /** Counts all turns, so that of two processes at the same one the first alone moves on. */
    turn: z.number(),
    /** When this round began. */
    begunAt: z.number(),
    /** The merchant that was done last; null before the first one of a round. */
    done: spotSchema.nullable(),
    /** The webhook that was looked at last of the merchant that comes next. */
    delivery: spotSchema.nullable(),
  }),
);

type Round = z.output<typeof retentionRecord.schema>;

const ref = retentionRecord.ref("all");

const dayMs = 24 * 60 * 60 * 1000;

/** How many merchants one turn comes to at most, and how many records of each list of a merchant it looks at. */
const merchantsATurn = 20;
const recordsATurn = 200;

/**
 * Goes round all merchants once a day, and forgets what their time is over of. Each turn is small; the next one is due
 * at once. A turn that was lost is made again: nothing is forgotten that is not old enough then.
 */
export const retentionWork: Work<Context> = {
  kind: retentionRecord.name,
  limit: 1,
  upkeep: true,
  schedule: (context) => begin(context),
  async runForPlatform(context) {
    const [round] = await loadOnce(context, platform, (read) => read(ref));
    if (round === undefined) return;
    const next = await takeTurn(context, round);
    await decideAndCommit(context, {
      tenant: platform,
      lane: ref.id,
      load: (read) => read(ref),
      decide: ([current], now) => {
        const answer = ok(undefined);
        if (current?.turn !== round.turn) return { answer };
        const isOver = next === undefined;
        const dueAt = isOver ? Math.max(now, round.begunAt + dayMs) : now;
        const body = { ...current, ...(next ?? { begunAt: dueAt, done: null, delivery: null }), turn: round.turn + 1 };
        return { answer, changes: { writes: [retentionRecord.write(ref.id, body, { dueAt })] } };
      },
    });
  },
};

function begin(context: Context) {
  return decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([round], now) => {
      const answer = ok(undefined);
      if (round !== undefined) return { answer };
      const first: Round = { turn: 0, begunAt: now, done: null, delivery: null };
      return { answer, changes: { writes: [retentionRecord.make(ref.id, first, { dueAt: now })] } };
    },
  });
}

/** What changes of the round by a turn; undefined where it was the last one. */
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
 * Looks at a part of what a merchant has; undefined where nothing is left to look at today. One merchant's record that
 * can't be read holds up no other's: people are told, each day.
 */
async function prune(
  context: Context,
  tenant: Tenant,
  delivery: Spot | null,
): Promise<{ readonly delivery: Spot | null } | undefined> {
  const { deliveredWebhookLifetimeMs: lifetimeMs } = context.settings;
  try {
    const part = { lifetimeMs: lifetimeMs ?? 0, after: delivery ?? undefined, limit: recordsATurn };
    const last = lifetimeMs === null ? undefined : await forgetDelivered(context, tenant, part);
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
