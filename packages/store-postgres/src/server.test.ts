import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ChangeSet } from "@wonflow/core";
import { sql } from "kysely";
import type { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { available, changeSet, tenant, transfer, versionOf, withdrawal, write } from "../test/change-sets.ts";
import { isOnCitus, newDatabase, query, session, untilWaiting } from "../test/test-database.ts";
import { Batch, waitingCommit } from "./batch.ts";
import { openServer } from "./connection/server.ts";
import { StoreUnavailable } from "./errors.ts";
import { postgresStore, type PostgresStore } from "./postgres-store.ts";
import { migrations } from "./schema/migrations.ts";

const key = { kind: "order", id: "A" };

async function opened(url: string): Promise<PostgresStore> {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

/** Commits a change set by a session of its own, in the transaction of that session. */
async function commitIn(other: Client, change: ChangeSet): Promise<void> {
  const { columns } = new Batch([waitingCommit(change)]);
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  await other.query(`select wonflow.commit_change_sets_3(true, ${places})`, [...columns]);
}

test.skipIf(isOnCitus).for(["commit", "rollback"])(
  "a commit whose id is under way elsewhere waits for the %s of that, and is done once",
  async (ending) => {
    const url = await newDatabase();
    const store = await opened(url);
    const other = await session(url);
    await store.commit(changeSet({ id: "deposit", postings: transfer(10) }));
    const change = withdrawal("c1", 7);
    await other.query("begin");
    await commitIn(other, change);
    const result = store.commit(change);
    await untilWaiting(url);
    await other.query(ending);
    expect(await result).toMatchObject({ status: "committed" });
    expect(await available(store)).toBe(3);
  },
);

// Citus ends the other program's session, which is the younger one.
test.skipIf(isOnCitus)("a deadlock with a session of another program is tried again", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  const other = await session(url);
  const keys = ["a", "b"].map((id) => ({ kind: "order", id }));
  const bodies = keys.map((each) => write(each));
  await store.commit(
    changeSet({ id: "new", expect: keys.map((each) => ({ key: each, version: "absent" })), writes: bodies }),
  );

  const expectations = await Promise.all(
    keys.map(async (each) => ({ key: each, version: await versionOf(store, each) })),
  );
  await other.query("set deadlock_timeout = '30s'");
  await other.query("begin");
  await other.query("select from wonflow.records where tenant = '1:test' and id = 'b' for update");
  const result = store.commit(changeSet({ id: "c1", expect: expectations, writes: bodies }));
  await untilWaiting(url);
  await other.query("select from wonflow.records where tenant = '1:test' and id = 'a' for update");
  await other.query("commit");
  expect(await result).toMatchObject({ status: "committed" });
});

test("commits of the same keys in any order never wait in a circle", async () => {
  const url = await newDatabase();
  const store = await postgresStore({ url });
  const keys = Array.from({ length: 200 }, (_, index) => ({ kind: "order", id: String(index) }));
  const expectations = keys.map((each) => ({ key: each, version: "absent" as const }));
  const writes = keys.map((each) => write(each));
  // All connections are there already, so that the commits really meet.
  await Promise.all(keys.slice(0, 10).map(() => store.ping()));
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const shift = index * 20;
      const turned = [...expectations.slice(shift), ...expectations.slice(0, shift)];
      return store.commit(changeSet({ id: `c${index}`, expect: turned, writes, postings: transfer(1) }));
    }),
  );
  expect(results.filter(({ status }) => status === "committed")).toHaveLength(1);
  await store.close();
  const other = await session(url);
  const sessions = "select from pg_stat_activity where datname = current_database() and application_name = 'wonflow'";
  while ((await other.query(sessions)).rowCount !== 0);
  const statistics = "select deadlocks::int from pg_stat_database where datname = current_database()";
  expect((await other.query(statistics)).rows).toEqual([{ deadlocks: 0 }]);
});

test("two stores on one database race for each version", async () => {
  const url = await newDatabase();
  const stores = await Promise.all([opened(url), opened(url)]);
  await stores[0].commit(changeSet({ id: "new", expect: [{ key, version: "absent" }], writes: [write(key)] }));
  const work = Array.from({ length: 40 }, async (_, index) => {
    const store = stores[index % 2] ?? stores[0];
    for (let attempt = 1; ; attempt += 1) {
      const expectation = { key, version: await versionOf(store, key) };
      const writes = [write(key, { index })];
      const change = changeSet({ id: `c${index}-${attempt}`, expect: [expectation], writes, postings: transfer(1) });
      if ((await store.commit(change)).status === "committed") return;
    }
  });
  await Promise.all(work);
  expect(await available(stores[1])).toBe(40);
  expect(await stores[0].entries(tenant, "r")).toHaveLength(40);
});

test("processes that start at once on a new database all come up", async () => {
  const url = await newDatabase();
  const module = new URL("index.ts", import.meta.url).href;
  const program = `
    import { postgresStore } from ${JSON.stringify(module)};
    const store = await postgresStore({ url: process.env.DATABASE_URL });
    await store.ping();
    await store.close();`;
  const exits = Array.from({ length: 2 }, async () => {
    const flags = ["--conditions=source", "--input-type=module", "--eval", program];
    const child = spawn(process.execPath, flags, { env: { ...process.env, DATABASE_URL: url }, stdio: "inherit" });
    return (await once(child, "exit"))[0] as unknown;
  });
  await Promise.all(Array.from({ length: 5 }, () => opened(url)));
  expect(await Promise.all(exits)).toEqual([0, 0]);
  expect(await query(url, "select name from wonflow.migrations")).toHaveLength(Object.keys(migrations).length);
});

test("stores that open at once on a new database all come up", async () => {
  for (let round = 0; round < 5; round += 1) {
    const url = await newDatabase();
    await Promise.all(Array.from({ length: 4 }, () => opened(url)));
  }
});

test("a connection that did not answer in time is not used again", async () => {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  const other = await session(url);
  await other.query("begin");
  await other.query("lock table wonflow.records");
  const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 300 });
  onTestFinished(close);
  await expect(sql`select from wonflow.records`.execute(db)).rejects.toThrow("timeout");
  await expect(sql`select from wonflow.accounts`.execute(db)).resolves.toMatchObject({ rows: [] });
});

test("a statement that does a lot has longer than one that waits for a lock", async () => {
  const url = await newDatabase();
  const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 2_000, workTimeoutMs: 60_000 });
  onTestFinished(close);
  const settings = sql<{ readonly name: string; readonly setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`;
  expect((await settings.execute(db)).rows).toEqual([
    { name: "lock_timeout", setting: "1000" },
    { name: "statement_timeout", setting: "54000" },
  ]);
  await expect(sql`select pg_sleep(2.1)`.execute(db)).resolves.toMatchObject({ rows: [{}] });
});

test("a session that holds a record holds up no other change set, and leaves none waiting at the server", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  const other = await session(url);
  const keys = Array.from({ length: 30 }, (_, index) => ({ kind: "order", id: `${index}` }));
  const made = keys.map((each) => write(each));
  await store.commit(
    changeSet({ id: "n", expect: keys.map((each) => ({ key: each, version: "absent" })), writes: made }),
  );
  const versions = await Promise.all(keys.map((each) => versionOf(store, each)));
  const writing = (index: number, id: string) => {
    const [each = key, version = 0] = [keys[index], versions[index]];
    return store.commit(
      changeSet({ id, expect: [{ key: each, version }], writes: [write(each)], postings: transfer(1) }),
    );
  };
  await other.query("begin");
  await other.query("select from wonflow.records where tenant = '1:test' and id = '0' for update");
  const heldUp = Array.from({ length: 20 }, (_, index) => writing(0, `held-up-${index}`));
  const outcomes = Promise.allSettled(heldUp);
  const free = await Promise.all(keys.slice(1).map((_, index) => writing(index + 1, `free-${index}`)));
  expect(free.filter(({ status }) => status === "committed")).toHaveLength(29);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'wonflow' and wait_event_type = 'Lock'`;
  expect((await other.query(waiting)).rowCount).toBeLessThanOrEqual(4);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(StoreUnavailable) as unknown });
  }
  expect((await other.query(waiting)).rowCount).toBe(0);
  await other.query("commit");
  expect(await writing(0, "afterwards")).toMatchObject({ status: "committed" });
  expect(await available(store)).toBe(30);
});

test("a list is in order also when the planner does not go by its index", async () => {
  const url = await newDatabase();
  for (const way of ["indexscan", "indexonlyscan", "bitmapscan"]) {
    await query(url, `alter database ${new URL(url).pathname.slice(1)} set enable_${way} = off`);
  }
  const store = await opened(url);
  const keys = ["c", "a", "d", "b"].map((id) => ({ kind: "order", id }));
  const writes = keys.map((each) => ({ ...write(each), place: { list: "orders", position: "same" } }));
  const absences = keys.map((each) => ({ key: each, version: "absent" as const }));
  await store.commit(changeSet({ id: "new", expect: absences, writes: writes.slice(0, 1) }));
  await store.commit(changeSet({ id: "others", expect: absences.slice(1), writes: writes.slice(1) }));
  for (const order of ["ascending", "descending"] as const) {
    const records = await store.list(tenant, { list: "orders", limit: 9, order });
    const ids = ["a", "b", "c", "d"];
    expect(records.map((record) => record.key.id)).toEqual(order === "ascending" ? ids : ids.toReversed());
  }
});

test("the ledger can't be altered, and the database checks what it is given", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  await store.commit(changeSet({ id: "c1", postings: transfer(5) }));
  for (const statement of [
    "update wonflow.entries set postings = '[]'",
    "truncate wonflow.entries",
    "delete from wonflow.entries",
  ]) {
    await expect(query(url, statement)).rejects.toThrow("append only");
  }
  for (const statement of ["update wonflow.postings set amount = 6", "delete from wonflow.postings"]) {
    await expect(query(url, statement)).rejects.toThrow("cannot");
  }
  await expect(query(url, "truncate wonflow.postings")).rejects.toThrow("not a table");
  const sound = { version: "2", body: "'{}'", due_at: "1", list: "'orders'", position: "'1'" };
  const wrong = { version: "0", body: "'[]'", due_at: "9007199254740992", list: "null", position: "null" };
  const insert = (row: Record<string, string>) =>
    query(
      url,
      `insert into wonflow.records (tenant, kind, id, ${Object.keys(row).join(", ")})
        values ('1:test', 'order', '${Object.values(row).join("").replaceAll("'", "")}', ${Object.values(row).join(", ")})`,
    );
  await insert(sound);
  for (const [column, value] of Object.entries(wrong)) {
    await expect(insert({ ...sound, [column]: value })).rejects.toThrow("record_is_sound");
  }
});

test.skipIf(isOnCitus)("the database refuses postings that are not balanced", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  await store.commit(changeSet({ id: "c1", postings: transfer(5) }));
  const unbalanced = changeSet({ id: "c2", postings: transfer(5).slice(1) });
  await expect(commitIn(await session(url), unbalanced)).rejects.toThrow("not balanced");
  expect(await available(store)).toBe(5);
});

interface Refusal {
  readonly url: (good: URL) => string;
  readonly message: RegExp;
}

const refusals: Readonly<Record<string, Refusal>> = {
  "no URL at all": { url: () => "my database secret", message: /must look like postgres:/ },
  "another protocol": { url: () => "mysql://u:secret@localhost/db", message: /must look like postgres:/ },
  "a password that is not encoded": { url: () => "postgres://u:sec/ret#@localhost/db", message: /percent-encoded/ },
  "a closed port": {
    url: (good) => changed(good, { port: "1", password: "secret" }),
    message: /Can't reach the database postgres:\/\/127.0.0.1:1\/\w+ \(.*ECONNREFUSED.*\): start it/,
  },
  "a name that leads nowhere": {
    url: (good) => changed(good, { hostname: "nowhere.invalid", password: "secret" }),
    message: /Can't reach the database postgres:\/\/nowhere.invalid/,
  },
  "a wrong password": {
    url: (good) => changed(good, { password: "secret" }),
    message: /refused \(password authentication failed.*\): check the user and the password/,
  },
  "a database that is not there": {
    url: (good) => changed(good, { pathname: "/secretless" }),
    message: /create the database/,
  },
};

function changed(url: URL, parts: Partial<Record<"port" | "password" | "hostname" | "pathname", string>>): string {
  return Object.assign(new URL(url), parts).href;
}

/** The cluster of a developer may trust all its clients. */
const tried = Object.entries(refusals).filter(([name]) => !(isOnCitus && name === "a wrong password"));

test.for(tried)("%s is refused in one line without the password", async ([, refusal]) => {
  const url = refusal.url(new URL(await newDatabase()));
  const error: unknown = await postgresStore({ url }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreUnavailable);
  const { message } = error as Error;
  expect(message).toMatch(refusal.message);
  expect(message).not.toMatch(/\n|secret\b|sec\/ret/);
});

test("a database that a newer version has set up is refused", async () => {
  const url = await newDatabase();
  await (await postgresStore({ url })).close();
  await query(url, "insert into wonflow.migrations (name, timestamp) values ('9999-later', '2026')");
  await expect(postgresStore({ url })).rejects.toThrow(/another version of Wonflow/);
});
