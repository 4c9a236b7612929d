import { platform } from "@wonflow/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { changeSet, transfer, write } from "../../test/change-sets.ts";
import { citusUrl, newCitusDatabase, newOwnedCitusDatabase } from "../../test/citus-database.ts";
import { query } from "../../test/test-database.ts";
import { inspectDatabase } from "../inspect.ts";
import { postgresStore } from "../postgres-store.ts";

async function opened(url: string) {
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  return store;
}

const key = { kind: "apiKey", id: "A" };
const made = { expect: [{ key, version: "absent" as const }], writes: [{ ...write(key), dueAt: 1 }] };

/** Moves the platform's shard from where it is to the coordinator, as docs/scaling.md says. */
const toCoordinator = `
  select citus_move_shard_placement(shardid, o.nodename, o.nodeport, n.nodename, n.nodeport, 'block_writes')
  from pg_dist_placement p join pg_dist_node o using (groupid), pg_dist_node n
  where n.groupid = 0 and shardid = get_shard_id_for_distribution_column('wonflow.records', 'platform')`;

async function takeShards(url: string, does: boolean): Promise<void> {
  await query(
    url,
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', ${does}) from pg_dist_node where groupid = 0`,
  );
}

describe.skipIf(citusUrl === undefined)("on Citus", () => {
  const given = citusUrl ?? "";

  test("the platform's records are on the coordinator alone, and are found, due and deleted there", async () => {
    const { url, workers } = await newCitusDatabase(given);
    const store = await opened(url);
    expect(store.citus).toMatchObject({ workers: workers.length, isDistributed: true, platform: "on the coordinator" });
    const shards = `select from pg_dist_placement join pg_dist_shard using (shardid)
      where groupid = 0 and logicalrelid = 'wonflow.records'::regclass`;
    expect(await query(url, shards)).toHaveLength(1);
    expect(await store.commit(changeSet({ tenant: platform, id: "p", ...made }))).toMatchObject({
      status: "committed",
    });
    expect(await store.commit(changeSet({ tenant: "1:test", id: "m", ...made }))).toMatchObject({
      status: "committed",
    });
    expect((await store.read(platform, { keys: [key] })).records[0]?.body).toEqual({});
    const due = await store.claimDue(key.kind, { now: 1, until: 2, limit: 9 });
    expect(due.map(({ tenant }) => tenant).toSorted()).toEqual(["1:test", platform]);
    expect(await store.purgeCommits({ before: 9, limit: 9 })).toBe(2);
    // A rebalance is to bring no merchant there.
    expect(await query(url, "select shouldhaveshards as takes from pg_dist_node where groupid = 0")).toEqual([
      { takes: false },
    ]);
  });

  test("a role without the right leaves them on a worker, from where they can be moved", async () => {
    const { url, own } = await newOwnedCitusDatabase(given);
    const store = await opened(own);
    expect(store.citus?.platform).toBe("on a worker");
    expect(await store.commit(changeSet({ tenant: platform, id: "p", ...made }))).toMatchObject({
      status: "committed",
    });
    await takeShards(url, true);
    await query(url, toCoordinator);
    await takeShards(url, false);
    expect((await inspectDatabase({ url })).citus?.platform).toBe("on the coordinator");
    expect((await store.read(platform, { keys: [key] })).records[0]?.body).toEqual({});
    expect(await store.commit(changeSet({ tenant: platform, id: "q", postings: transfer(1) }))).toMatchObject({
      status: "committed",
    });
  });

  test("where an operator has moved them afterwards, the next process leaves them", async () => {
    const { url } = await newCitusDatabase(given);
    await opened(url);
    await query(
      url,
      `select citus_move_shard_placement(shardid, o.nodename, o.nodeport, n.nodename, n.nodeport, 'block_writes')
      from pg_dist_placement p join pg_dist_node o using (groupid), lateral (
        select nodename, nodeport from pg_dist_node where shouldhaveshards order by groupid limit 1
      ) n
      where shardid = get_shard_id_for_distribution_column('wonflow.records', 'platform')`,
    );
    expect((await opened(url)).citus?.platform).toBe("on a worker");
  });

  test("a coordinator that is not among its nodes takes no shards", async () => {
    const { url } = await newCitusDatabase(given);
    await query(url, "select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid = 0");
    const first = await opened(url);
    expect(first.citus).toMatchObject({ isDistributed: true, platform: "on a worker" });
  });

  test("a merchant that has a shard of its own and nothing in it yet is served like any other", async () => {
    const { url } = await newCitusDatabase(given);
    await opened(url);
    await query(
      url,
      "select isolate_tenant_to_new_shard('wonflow.records', '7:live', 'CASCADE', shard_transfer_mode => 'block_writes')",
    );
    const store = await opened(url);
    expect(await store.claimDue(key.kind, { now: 1, until: 2, limit: 9 })).toEqual([]);
    expect(await store.commit(changeSet({ tenant: "7:live", id: "m", ...made }))).toMatchObject({
      status: "committed",
    });
    expect(await store.claimDue(key.kind, { now: 1, until: 2, limit: 9 })).toHaveLength(1);
    expect(await store.purgeCommits({ before: 9, limit: 9 })).toBe(1);
  });
});
