import type { Context } from "../context.ts";
import type { DueRecord } from "../commit/store.ts";
import { parseTenantId, type Tenant, type TenantId } from "../tenant/tenant.ts";

interface DueRecords<Reach extends Context> {
  /** The kind of record. */
  readonly kind: string;
  /** How many records of this kind one process works on at the same time. */
  readonly limit: number;
  /** Whether it is upkeep, whose time nobody sees. */
  readonly upkeep?: boolean;
  /** Makes the records of recurring work, where they are not there yet. */
  readonly schedule?: (context: Reach) => Promise<unknown>;
}

/** Something that happens by itself, when a merchant's record of this kind is due for it. */
export interface MerchantWork<Reach extends Context> extends DueRecords<Reach> {
  /** Does what is due for one record. */
  readonly run: (context: Reach, tenant: Tenant, id: string) => Promise<unknown>;
}

/** The same for records of the platform. */
export interface PlatformWork<Reach extends Context> extends DueRecords<Reach> {
  readonly runForPlatform: (context: Reach, id: string) => Promise<unknown>;
}

export type Work<Reach extends Context> = MerchantWork<Reach> | PlatformWork<Reach>;

/** What a run of due work did. */
export interface WorkDone {
  /** How many records were due and taken. */
  readonly taken: number;
  /** How many of them failed; they are due again after the lease. */
  readonly failed: number;
}

/** Due work: look-ups of attempts without an outcome, expiry, forgetting, feeds. */
export interface WorkOperations {
  /** The kinds of work, each with how many records one process works on at the same time, and whether it is upkeep, which nobody sees the time of. */
  readonly kinds: readonly { readonly kind: string; readonly limit: number; readonly upkeep?: boolean }[];

  /**
   * Takes up to `limit` records of one kind that are due by now and begins to work on them; no other
   * process takes them meanwhile. Each promise tells whether its record's work succeeded; none rejects.
   * This is what a loop calls that must not wait for the slowest.
   *
   * @example
   * const started = await payments.work.start("session", 10);
   * await Promise.all(started);
   */
  start(kind: string, limit: number): Promise<readonly Promise<boolean>[]>;

  /**
   * Does what is due by now, all kinds side by side, up to `limit` records of each kind (by default as
   * many as the kind works on at the same time), and waits for it. Call it again and again.
   *
   * @example
   * const { taken, failed } = await payments.work.runDue();
   */
  runDue(limit?: number): Promise<WorkDone>;
}

/** One record's due work, as whoever runs around it is told of it. */
export interface DueWork {
  /** The kind of record. */
  readonly kind: string;
  readonly tenant: TenantId;
}

/** Runs one record's due work, and answers what it answers: whether it succeeded. It never rejects. */
export type AroundWork = (due: DueWork, run: () => Promise<boolean>) => Promise<boolean>;

/** Binds the list of all work. */
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
    // Longer than any one piece of work takes, so that nobody else takes it while it runs.
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
  try {
    await runOne(context, work, due);
    return true;
  } catch (error) {
    context.notify({ kind: "work-failed", work: work.kind, id: due.key.id, error });
    return false;
  }
}

function runOne<Reach extends Context>(context: Reach, work: Work<Reach>, { tenant: owner, key }: DueRecord) {
  if ("runForPlatform" in work) return work.runForPlatform(context, key.id);
  const tenant = parseTenantId(owner);
  if (tenant === undefined) throw new Error(`${key.kind} ${key.id} belongs to no merchant`);
  return work.run(context, tenant, key.id);
}
