import type { RateLimit, RateLimiter } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/** How often keys that have all of their limit again are deleted, and how many by a statement, which must be short. */
const purgeEveryMs = 60_000;
const purgedAtOnce = 10_000;

/** The most keys of which a refusal is remembered. The database is queried again about all others. */
const mostRefused = 10_000;

interface Asked {
  readonly limit: RateLimit;
  readonly takers: PromiseWithResolvers<number>[];
}

/** How many were taken from a key, and how long the next one takes to come. */
interface Taken {
  readonly taken_from: string;
  readonly taken: number;
  readonly wait_us: number;
}

/**
 * The rate limiter of all processes that share a database, by the clock of the database. Takes that arrive while a
 * statement runs go together in the next one, so a process runs one at a time. A refused key is not asked about again
 * until its next take is due. No statement is tried again, as a request should not wait for it.
 *
 * @param now milliseconds of this process, which never go back
 */
export function createRateLimiter(db: Kysely<Tables>, now: () => number = () => performance.now()): RateLimiter {
  const refusedUntil = new Map<string, number>();
  let waiting = new Map<string, Asked>();
  let isUnderWay = false;
  let purgesAt = now() + purgeEveryMs;

  function refuse(key: string, waitMs: number): void {
    if (refusedUntil.size >= mostRefused) refusedUntil.clear();
    refusedUntil.set(key, now() + waitMs);
  }

  function answer(asked: ReadonlyMap<string, Asked>, rows: readonly Taken[]): void {
    for (const { taken_from: key, taken, wait_us: waitUs } of rows) {
      const takers = asked.get(key)?.takers ?? [];
      const waitMs = Math.max(waitUs, 1) / 1_000;
      if (takers.length > taken) refuse(key, waitMs);
      takers.forEach(({ resolve }, index) => resolve(index < taken ? 0 : waitMs));
    }
  }

  async function takeAll(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      try {
        answer(asked, await take(db, asked));
      } catch (error) {
        for (const { takers } of asked.values()) for (const { reject } of takers) reject(error);
      }
    }
    isUnderWay = false;
    if (now() < purgesAt) return;
    purgesAt = now() + purgeEveryMs;
    // A failure does no harm: the next round purges these keys too.
    await purge(db).catch(() => {});
  }

  return {
    async take(key, limit) {
      const waitMs = (refusedUntil.get(key) ?? -Infinity) - now();
      if (waitMs > 0) return waitMs;
      const asked = waiting.get(key) ?? { limit, takers: [] };
      waiting.set(key, asked);
      const taker = Promise.withResolvers<number>();
      asked.takers.push(taker);
      void takeAll();
      return taker.promise;
    },
  };
}

async function take(db: Kysely<Tables>, asked: ReadonlyMap<string, Asked>): Promise<readonly Taken[]> {
  const all = [...asked].map(([key, { limit, takers }]) => ({ key, ...limit, wanted: takers.length }));
  const { rows } = await sql<Taken>`
    select taken_from, taken, wait_us from wonflow.take_rates_1(
      ${all.map(({ key }) => key)}::text[], ${all.map(({ perMs }) => perMs * 1_000)}::bigint[],
      ${all.map(({ count }) => count)}::bigint[], ${all.map(({ wanted }) => wanted)}::bigint[]
    )
  `.execute(db);
  return rows;
}

/** Purges keys that have all of their limit again: a new key has as much. */
async function purge(db: Kysely<Tables>): Promise<void> {
  let purged: number;
  do {
    const { numAffectedRows = 0n } = await sql`
    delete from wonflow.rates where ctid = any (array(
      select ctid from wonflow.rates where full_at < extract(epoch from clock_timestamp()) * 1000000
      limit ${purgedAtOnce} for update skip locked
    ))
  `.execute(db);
    purged = Number(numAffectedRows);
  } while (purged === purgedAtOnce);
}
