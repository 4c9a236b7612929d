import { rateLimiterContract, type RateLimiterFixture } from "@wonflow/testkit";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { newDatabase, query, session, untilWaiting } from "../test/test-database.ts";
import type { Connection } from "./connection/connection.ts";
import { openInMemory } from "./connection/embedded.ts";
import { openServer } from "./connection/server.ts";
import { postgresStore } from "./postgres-store.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { migrate } from "./schema/migrations.ts";

const hour = 3_600_000;

/** The limiters of several processes, whose clocks the test moves. */
function fixtureOf(connections: readonly [Connection, ...Connection[]]): RateLimiterFixture {
  let now = 0;
  const limiterOf = ({ db }: Connection) => createRateLimiter(db, () => now);
  const [first, ...others] = connections;
  return {
    limiters: [limiterOf(first), ...others.map(limiterOf)],
    async advance(ms) {
      now += ms;
      await sql`update wonflow.rates set full_at = full_at - ${Math.round(ms * 1_000)}`.execute(first.db);
    },
    async close() {
      for (const connection of connections) await connection.close();
    },
  };
}

async function server(): Promise<readonly [Connection, Connection]> {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  const open = () => openServer({ url, poolSize: 2, answerTimeoutMs: 4_000 });
  return [open(), open()];
}

rateLimiterContract("two processes on a PostgreSQL server", async () => fixtureOf(await server()));

rateLimiterContract("PGlite in memory", async () => {
  const connection = await openInMemory();
  await migrate(connection.db);
  return fixtureOf([connection]);
});

/** A limiter of one process beside a session of another program, with the statements that the limiter has run. */
async function watched() {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  const { db, close } = openServer({ url, poolSize: 2, answerTimeoutMs: 4_000 });
  onTestFinished(close);
  let now = 0;
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const other = await session(url);
  const limiter = createRateLimiter(counted, () => now);
  const keys = async () => (await query(url, "select key from wonflow.rates order by key")).map(({ key }) => key);
  return { url, limiter, other, keys, statements: () => statements, pass: (ms: number) => (now += ms) };
}

const limit = { count: 2, perMs: hour };

test("takes that come while others are on their way wait for one statement together", async () => {
  const { url, limiter, other, statements } = await watched();
  await limiter.take("a", limit);
  await other.query("begin; lock table wonflow.rates");
  const first = limiter.take("b", limit);
  await untilWaiting(url);
  const rest = ["a", "c", "c", "c"].map((key) => limiter.take(key, limit));
  await other.query("commit");
  const waits = [await first, ...(await Promise.all(rest))];
  expect(waits.map((waitMs) => waitMs === 0)).toEqual([true, true, true, true, false]);
  // One for the first, one for the second, and one for all others.
  expect(statements()).toBe(3);
});

test("a key that was refused is not asked about again until there is something to have", async () => {
  const { limiter, other, pass } = await watched();
  const waits = await Promise.all([1, 2, 3].map(() => limiter.take("a", limit)));
  expect(waits).toEqual([0, 0, expect.closeTo(hour / 2, -4)]);
  await other.query("delete from wonflow.rates");
  pass(60_000);
  expect(await limiter.take("a", limit)).toBeCloseTo(hour / 2 - 60_000, -4);
  expect(await limiter.take("b", limit)).toBe(0);
  pass(hour / 2);
  expect(await limiter.take("a", limit)).toBe(0);
});

test("keys that have all of their limit again are deleted, once a minute", async () => {
  const { url, limiter, keys, pass } = await watched();
  await limiter.take("old", limit);
  await limiter.take("new", limit);
  await query(url, "update wonflow.rates set full_at = 1 where key = 'old'");
  await query(url, "insert into wonflow.rates select 'oldest ' || n, n from generate_series(1, 20000) n");
  pass(59_999);
  await limiter.take("new", limit);
  expect(await keys()).toHaveLength(20_002);
  pass(1);
  await limiter.take("other", limit);
  await expect.poll(keys).toEqual(["new", "other"]);
});

test("a statement that fails rejects the calls that asked for it, and no later one", async () => {
  const { limiter, other } = await watched();
  await other.query("alter table wonflow.rates rename to gone");
  const failed = await Promise.allSettled(["a", "a", "b"].map((key) => limiter.take(key, limit)));
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await other.query("alter table wonflow.gone rename to rates");
  expect(await limiter.take("a", limit)).toBe(0);
});

test("no take waits for a disk: its table is not logged", async () => {
  const { url } = await watched();
  const [table] = await query(url, "select relpersistence from pg_class where oid = 'wonflow.rates'::regclass");
  expect(table).toEqual({ relpersistence: "u" });
});

test("stores that share a database share what they count, each over its own connections", async () => {
  const url = await newDatabase();
  const stores = await Promise.all([postgresStore({ url }), postgresStore({ url })]);
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  const takes = stores.flatMap(({ rateLimiter }) =>
    Array.from({ length: 20 }, () => rateLimiter.take("a", { count: 15, perMs: hour })),
  );
  expect((await Promise.all(takes)).filter((waitMs) => waitMs === 0)).toHaveLength(15);
});
