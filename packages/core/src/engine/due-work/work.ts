import type { Context } from "../../context.ts";
import type { DueRecord } from "../commit/store.ts";
import { parseTenantId, platform, type Owner, type Tenant, type TenantId } from "../tenant/tenant.ts";
import { changeRecord } from "../commit/commit.ts";
import type { RecordKind } from "../commit/record.ts";

interface DueRecords<Reach extends Context> {
  /** The kind of record. */
  readonly kind: string;
  /** How many records of this kind one process works on at the same time. */
  readonly limit: number;
  /** Whether it is upkeep, which no person waits for. */
  readonly upkeep?: boolean;
  /** Creates the missing records of recurring work. */
  readonly schedule?: (context: Reach) => Promise<unknown>;
}

export interface MerchantWork<Reach extends Context> extends DueRecords<Reach> {
  readonly run: (context: Reach, tenant: Tenant, id: string) => Promise<unknown>;
}

interface PlatformWork<Reach extends Context> extends DueRecords<Reach> {
  readonly runForPlatform: (context: Reach, id: string) => Promise<unknown>;
}

/** Work on records that merchants have, and the platform too. */
interface OwnersWork<Reach extends Context> extends DueRecords<Reach> {
  readonly runForOwner: (context: Reach, owner: Owner, id: string) => Promise<unknown>;
}

/** Work that is done when a record of this kind is due: a merchant's, the platform's or that of either. */
export type Work<Reach extends Context> = MerchantWork<Reach> | PlatformWork<Reach> | OwnersWork<Reach>;

/** The result of a run of due work. */
export interface WorkDone {
  /** The number of records that were due and taken. */
  readonly taken: number;
  /** The number of them that failed; they are due again after the lease. */
  readonly failed: number;
}

/** Due work: look-ups of attempts without an outcome, expiry, purging, feeds. */
export interface WorkOperations {
  /** The kinds of work, each with its most records at the same time in one process; no person waits for upkeep. */
  readonly kinds: readonly { readonly kind: string; readonly limit: number; readonly upkeep?: boolean }[];

  /**
   * Takes up to `limit` records of one kind that are due now, and starts to work on them; no other process takes them
   * meanwhile. Each promise resolves to whether its record's work succeeded; none rejects. Use it in a loop that must
   * not wait for the slowest record.
   *
   * @example
   * const started = await payments.work.start("session", 10);
   * await Promise.all(started);
   */
  start(kind: string, limit: number): Promise<readonly Promise<boolean>[]>;

  /**
   * Runs the work that is due now, all kinds side by side, up to `limit` records of each kind (by default the kind's
   * own limit), and waits for it. Call it again and again.
   *
   * @example
   * const { taken, failed } = await payments.work.runDue();
   */
  runDue(limit?: number): Promise<WorkDone>;
}

/** Runs the due work of one record of a kind and passes its answer on: whether it succeeded. It never rejects. */
export type AroundWork = (
  due: { readonly kind: string; readonly tenant: TenantId },
  run: () => Promise<boolean>,
) => Promise<boolean>;

export function workOperations<Reach extends Context>(
  context: Reach,
  works: readonly Work<Reach>[],
  around: AroundWork = (_due, run) => run(),
): WorkOperations {
  const scheduled = new Set<Work<Reach>>();

  async function start(work: Work<Reach>, limit: number): Promise<readonly Promise<boolean>[]> {
    if (work.schedule !== undefined && !scheduled.has(work)) {
      await work.schedule(context);
      scheduled.add(work);
    }
    const now = context.clock.now();
    // Longer than the work of one record takes, so that no other process takes it while it runs.
    const until = now + 2 * context.settings.requestDeadlineMs;
    const due = await context.store.claimDue(work.kind, { now, until, limit });
    return due.map((record) => around({ kind: work.kind, tenant: record.tenant }, () => run(context, work, record)));
  }

  return {
    kinds: works.map(({ kind, limit, upkeep = false }) => ({ kind, limit, upkeep })),
    start(kind, limit) {
      const work = works.find((each) => each.kind === kind);
      if (work === undefined) throw new RangeError(`there is no work of kind ${kind}`);
      return start(work, limit);
    },
    async runDue(limit) {
      const runs = works.map(async (work) => Promise.all(await start(work, limit ?? work.limit)));
      const done = (await Promise.all(runs)).flat();
      return { taken: done.length, failed: done.filter((succeeded) => !succeeded).length };
    },
  };
}

async function run<Reach extends Context>(context: Reach, work: Work<Reach>, due: DueRecord): Promise<boolean> {
  const { kind, id } = due.key;
  try {
    const tenant = parseTenantId(due.tenant);
    if ("runForPlatform" in work) await work.runForPlatform(context, id);
    else if ("runForOwner" in work) await work.runForOwner(context, tenant ?? platform, id);
    else if (tenant === undefined) throw new Error(`${kind} ${id} belongs to no merchant`);
    else await work.run(context, tenant, id);
    return true;
  } catch (error) {
    context.notify({ kind: "work-failed", work: work.kind, id, error });
    return false;
  }
}

interface Lifetime<Body> {
  readonly kind: RecordKind<Body>;
  readonly laneOf?: (id: string) => string;
  readonly isOver: (record: Body, now: number) => boolean;
}

/** Purges records whose time is over. A record whose time was extended meanwhile stays. */
export function purgeWork<Body>({ kind, laneOf = (id) => id, isOver }: Lifetime<Body>): Work<Context> {
  return {
    kind: kind.name,
    limit: 100,
    upkeep: true,
    runForOwner: (context, owner, id) =>
      changeRecord(context, owner, {
        ref: kind.ref(id),
        lane: laneOf(id),
        change: (record, now) => (record === undefined || !isOver(record, now) ? [] : [kind.remove(id)]),
      }),
  };
}
