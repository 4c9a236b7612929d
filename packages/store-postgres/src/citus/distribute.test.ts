import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { changeSet, transfer, write } from "../../test/change-sets.ts";
import { citusUrl, newCitusDatabase, newOwnedCitusDatabase } from "../../test/citus-database.ts";
import { query } from "../../test/test-database.ts";
import { openServer } from "../connection/server.ts";
import { readyForMigrations } from "./distribute.ts";
import { inspectDatabase } from "../inspect.ts";
import { postgresStore } from "../postgres-store.ts";
import { migrate, migrations, type Migrations } from "../schema/migrations.ts";

async function opened(url: string) {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

const tenants = Array.from({ length: 40 }, (_, index) => `${index + 1}:test` as const);
const key = { kind: "order", id: "A" };

/** What is in a database, row by row. */
async function contents(url: string): Promise<readonly unknown[]> {
  const tables = ["records", "accounts", "entries", "commits", "tallies"];
  return Promise.all(tables.map((table) => query(url, `select t::text as row from wonflow.${table} as t order by 1`)));
}

describe.skipIf(citusUrl === undefined)("on Citus", () => {
  const given = citusUrl ?? "";

  test("a database with data is distributed at the next opening, and told before", async () => {
    const { url, workers } = await newCitusDatabase(given);
    // As a version without Citus left it.
    const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 30_000 });
    expect(await migrate(db)).toBeUndefined();
    await close();
    for (const [index, tenant] of tenants.entries()) {
      const body = `'{"n": ${index}}'`;
      await query(
        url,
        `insert into wonflow.records (tenant, kind, id, version, body) values ('${tenant}', 'order', 'A', ${index + 1}, ${body})`,
      );
      await query(url, `insert into wonflow.commits (tenant, id, at) values ('${tenant}', 'old', 5)`);
      await query(url, `insert into wonflow.accounts (tenant, account, balance) values ('${tenant}', 'available', -7)`);
      await query(
        url,
        `insert into wonflow.entries (tenant, commit_id, at, reference, postings) values ('${tenant}', 'old', 5, 'r', '[]')`,
      );
    }
    const before = await contents(url);
    expect(await inspectDatabase({ url })).toMatchObject({ citus: { workers: workers.length, isDistributed: false } });
    const store = await opened(url);
    expect(await inspectDatabase({ url })).toMatchObject({ citus: { isDistributed: true } });
    expect(await contents(url)).toEqual(before);
    // Nothing stays behind on the coordinator.
    expect(await query(url, "select pg_relation_size('wonflow.records')::int as size")).toEqual([{ size: 0 }]);
    for (const [index, tenant] of tenants.entries()) {
      const write2 = { expect: [{ key, version: index + 1 }], writes: [write(key, { n: -1 })], postings: transfer(1) };
      expect(await store.commit(changeSet({ tenant, id: `new ${tenant}`, ...write2 }))).toMatchObject({
        status: "committed",
      });
      expect(await store.commit(changeSet({ tenant, id: "old", writes: [] }))).toEqual({ status: "committed" });
      const { records, balances } = await store.read(tenant, { keys: [key], accounts: ["available"] });
      expect(records[0]?.version).toBeGreaterThan(1_000_000);
      expect(balances.available).toBe(8);
      expect((await store.entries(tenant, "r")).map(({ commitId }) => commitId)).toEqual(["old", `new ${tenant}`]);
    }
    const held = await Promise.all(
      workers.map((worker) =>
        query(worker, "select count(*)::int as shards from pg_dist_placement join pg_dist_local_group using (groupid)"),
      ),
    );
    for (const [row] of held) expect(row?.["shards"]).toBeGreaterThan(0);
  });

  test("merchants of all shards that read at once are each answered with their own", async () => {
    const { url } = await newCitusDatabase(given);
    const store = await opened(url);
    for (const tenant of tenants) {
      const made = { expect: [{ key, version: "absent" as const }], writes: [write(key, { tenant })] };
      await store.commit(changeSet({ tenant, id: "made", ...made, postings: transfer(tenants.indexOf(tenant) + 1) }));
    }
    const snapshots = await Promise.all(
      tenants.map((tenant) => store.read(tenant, { keys: [key, { ...key, id: "B" }], accounts: ["available"] })),
    );
    expect(snapshots.map(({ records, balances }) => [records[0]?.body, records[1], balances.available])).toEqual(
      tenants.map((tenant, index) => [{ tenant }, undefined, index + 1]),
    );
  });

  test("the ledger stays append-only on every node", async () => {
    const { url, workers } = await newCitusDatabase(given);
    const store = await opened(url);
    for (const tenant of tenants) await store.commit(changeSet({ tenant, id: tenant, postings: transfer(1) }));
    const refused = "the ledger is append only";
    for (const statement of [
      "update wonflow.entries set at = 2",
      "delete from wonflow.entries",
      "truncate wonflow.entries",
    ]) {
      await expect(query(url, statement)).rejects.toThrow(refused);
    }
    const shards = await query(
      url,
      "select shard_name(logicalrelid, shardid) as name, nodeport as port from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid) where logicalrelid = 'wonflow.entries'::regclass",
    );
    for (const { name, port } of shards) {
      const node = [url, ...workers].find((each) => each.includes(`:${String(port)}/`)) ?? "";
      await expect(
        query(node, `set citus.enable_manual_changes_to_shards = on; update ${String(name)} set at = 2`),
      ).rejects.toThrow(refused);
    }
  });

  test("several processes that open at once distribute it once", async () => {
    const { url } = await newCitusDatabase(given);
    const stores = await Promise.all([opened(url), opened(url), opened(url)]);
    for (const [index, store] of stores.entries()) {
      expect(await store.commit(changeSet({ id: `${index}`, postings: transfer(1) }))).toMatchObject({
        status: "committed",
      });
    }
    expect((await stores[0]?.read("1:test", { keys: [], accounts: ["available"] }))?.balances).toEqual({
      available: 3,
    });
  });

  test("a role that only owns the database suffices", async () => {
    const { own } = await newOwnedCitusDatabase(given);
    const store = await opened(own);
    expect(await store.commit(changeSet({ id: "c", postings: transfer(1) }))).toMatchObject({ status: "committed" });
    expect(await store.claimDue("order", { now: 1, until: 2, limit: 1 })).toEqual([]);
    expect(await store.purgeCommits({ before: 9, limit: 9 })).toBe(1);
  });

  test("the next migration reaches every shard, while this version keeps running", async () => {
    const { url } = await newCitusDatabase(given);
    const store = await opened(url);
    for (const tenant of tenants) await store.commit(changeSet({ tenant, id: "before", postings: transfer(1) }));
    const next: Migrations = {
      ...migrations,
      "9998-note": [
        "alter table wonflow.records add column note text collate \"C\" not null default ''",
        "create function wonflow.count_records_9998() returns bigint language sql as 'select count(*) from wonflow.records'",
      ],
    };
    const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 30_000 });
    await readyForMigrations(db);
    expect(await migrate(db, next)).toBeUndefined();
    await close();
    for (const tenant of tenants) {
      const made = { expect: [{ key, version: "absent" as const }], writes: [write(key)] };
      expect(await store.commit(changeSet({ tenant, id: "after", ...made }))).toMatchObject({ status: "committed" });
      expect((await store.read(tenant, { keys: [key] })).records[0]?.body).toEqual({});
    }
    expect(await query(url, "select wonflow.count_records_9998()::int as count")).toEqual([{ count: tenants.length }]);
  });

  test("a merchant's numbers continue when its shard moves, and moves back", async () => {
    const { url, workers } = await newCitusDatabase(given);
    const store = await opened(url);
    const tenant = "1:test";
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const shardOf = `get_shard_id_for_distribution_column('wonflow.records', '${tenant}')`;
    let last = 0;
    let version: number | "absent" = "absent";
    const ids: string[] = [];
    for (let move = 0; move < 4; move += 1) {
      for (const id of [`${move} a`, `${move} b`]) {
        const result = await store.commit(
          changeSet({ tenant, id, expect: [{ key, version }], writes: [write(key, { id })], postings: transfer(1) }),
        );
        const [given2 = 0] = result.status === "committed" ? (result.versions ?? []) : [];
        expect(given2).toBeGreaterThan(last);
        version = last = given2;
        ids.push(id);
      }
      // A removed record must not have an earlier version again either.
      const removed = await store.commit(
        changeSet({ tenant, id: `${move} c`, expect: [{ key, version }], writes: [write(key, null)] }),
      );
      expect(removed).toMatchObject({ status: "committed" });
      const made = await store.commit(
        changeSet({ tenant, id: `${move} d`, expect: [{ key, version: "absent" }], writes: [write(key, {})] }),
      );
      const [again = 0] = made.status === "committed" ? (made.versions ?? []) : [];
      expect(again).toBeGreaterThan(last);
      version = last = again;
      const { rows } = await client.query<{ host: string; port: number; to_host: string; to_port: number }>(
        `select o.nodename as host, o.nodeport as port, n.nodename as to_host, n.nodeport as to_port
        from pg_dist_placement p join pg_dist_node o using (groupid), pg_dist_node n
        where shardid = ${shardOf} and n.groupid not in (0, o.groupid) limit 1`,
      );
      const [place] = rows;
      if (place === undefined) throw new Error("the cluster has one worker");
      await client.query(
        `select citus_move_shard_placement(${shardOf}, '${place.host}', ${place.port}, '${place.to_host}', ${place.to_port}, '${move % 2 === 0 ? "block_writes" : "force_logical"}')`,
      );
    }
    expect((await store.entries(tenant, "r")).map(({ commitId }) => commitId)).toEqual(ids);
    await expect(query(url, "update wonflow.entries set at = 2")).rejects.toThrow("append only");
    expect(workers.length).toBeGreaterThan(1);
  });

  test("due records of every node are found after a shard has moved, and of a merchant with a shard of its own", async () => {
    const { url } = await newCitusDatabase(given);
    const store = await opened(url);
    /** All that is due, by as many claims as it takes. */
    const due = async (now: number) => {
      const found: string[] = [];
      const claim = async () => {
        const claimed = await store.claimDue("order", { now, until: now + 1, limit: 100 });
        found.push(...claimed.map(({ tenant }) => tenant));
        return found.length;
      };
      await expect.poll(claim).toBe(tenants.length);
      return found.toSorted();
    };
    for (const tenant of tenants) {
      const made = { expect: [{ key, version: "absent" as const }], writes: [{ ...write(key), dueAt: 1 }] };
      await store.commit(changeSet({ tenant, id: tenant, ...made }));
    }
    const all = tenants.toSorted();
    expect(await due(1)).toEqual(all);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    // All go to one node, the store not having met any of the moves.
    const { rows: shards } = await client.query<{ id: string; host: string; port: number }>(`
      select shardid as id, nodename as host, nodeport as port
      from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
      where logicalrelid = 'wonflow.records'::regclass order by nodeport desc`);
    const [last] = shards;
    for (const { id, host, port } of shards.filter((shard) => shard.port !== last?.port)) {
      await client.query(
        `select citus_move_shard_placement(${id}, '${host}', ${port}, '${last?.host}', ${last?.port}, 'block_writes')`,
      );
    }
    expect(await due(2)).toEqual(all);
    await client.query("select isolate_tenant_to_new_shard('wonflow.records', '7:test', 'CASCADE', 'block_writes')");
    expect(await due(3)).toEqual(all);
    expect(await store.purgeCommits({ before: 9, limit: 100 })).toBe(tenants.length);
    expect((await store.read("7:test", { keys: [key] })).records[0]?.body).toEqual({});
    expect(await store.commit(changeSet({ tenant: "7:test", id: "after" }))).toEqual({
      status: "committed",
      versions: [],
    });
  });
});
