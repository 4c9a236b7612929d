import { driveAttempt } from "./attempt/drive.ts";
import { refreshFeed, scheduleFeeds } from "./installment/feed.ts";
import { expireSession } from "./checkout/expire.ts";
import type { Context } from "./context.ts";
import { decideAndCommit } from "./commit.ts";
import { forgetWrite, idempotencyRef } from "./idempotency/idempotency.ts";
import { parseTenantId, type TenantId } from "./tenant.ts";
import { expireIntent } from "./payment/expire.ts";
import { ok } from "./result.ts";
import type { DueRecord } from "./store.ts";

type Work = (context: Context, tenant: TenantId, id: string) => Promise<unknown>;

/** What happens by itself, by the kind of record that is due for it, in the order in which it is done. */
const works: Readonly<Record<string, Work>> = {
  attempt: async (context, tenant, id) => {
    const merchant = parseTenantId(tenant);
    if (merchant === undefined) throw new Error(`attempt ${id} belongs to no merchant`);
    await driveAttempt(context, merchant, id);
  },
  session: expireSession,
  intent: expireIntent,
  idempotency: forgetRequest,
  installmentFeed: refreshFeed,
};

/** Forgets the request of an idempotency key whose time is over. */
async function forgetRequest(context: Context, tenant: TenantId, key: string): Promise<unknown> {
  const ref = idempotencyRef(key);
  return decideAndCommit(context, {
    tenant,
    lane: `idempotency ${key}`,
    load: (read) => read(ref),
    decide: ([record], now) => {
      const answer = ok(undefined);
      if (record === undefined || record.forgetAt > now) return { answer };
      return { answer, changes: { writes: [forgetWrite(ref, record, now)] } };
    },
  });
}

/** What a run of due work did. */
export interface WorkDone {
  /** How many records were due and taken. */
  readonly taken: number;
  /** How many of them failed; they are due again after the lease. */
  readonly failed: number;
}

/**
 * Does what is due by now: look-ups of attempts without an outcome, expiry of sessions and
 * payments, forgetting of idempotency keys, reading of installment feeds. Up to `limit` records of each kind are taken, and no
 * other process takes them meanwhile. Call it again and again; every call is short.
 *
 * @example
 * while (running) if ((await payments.work.runDue(100)).taken === 0) await pause();
 */
export async function runDue(context: Context, limit: number): Promise<WorkDone> {
  await scheduleFeeds(context);
  let taken = 0;
  let failed = 0;
  for (const [kind, work] of Object.entries(works)) {
    const now = context.clock.now();
    // Longer than any one piece of work takes, so that nobody else takes it while it runs.
    const until = now + 2 * context.settings.requestDeadlineMs;
    const due = await context.store.claimDue(kind, { now, until, limit });
    const results = await Promise.all(due.map((record) => doWork(context, work, record)));
    taken += due.length;
    failed += results.filter((done) => !done).length;
  }
  return { taken, failed };
}

async function doWork(context: Context, work: Work, { tenant, key }: DueRecord): Promise<boolean> {
  try {
    await work(context, tenant, key.id);
    return true;
  } catch (error) {
    context.notify({ kind: "work-failed", work: key.kind, id: key.id, error });
    return false;
  }
}
