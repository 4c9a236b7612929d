import { setTimeout as pause } from "node:timers/promises";

import { Client } from "pg";

import type { Chance } from "../chance.ts";

/** The shards of a database on Citus, which are moved from node to node. */
export interface Shards {
  /** Moves one of them to another node, if all nodes are up. What a broken move leaves behind is cleaned up later. */
  move(chance: Chance): Promise<"moved" | "broken" | "not begun">;
  isMoving(): boolean;
  /** Cleans up what broken moves left behind, and returns what is still wrong with the shards. */
  tidy(): Promise<readonly string[]>;
}

interface Placement {
  readonly shard: string;
  readonly node: number;
  readonly host: string;
  readonly port: number;
}

/** Without the shard of `platform`, which stays on the coordinator. */
const listPlacements = `
  select shardid as shard, groupid as node, nodename as host, nodeport as port
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
  where logicalrelid = 'wonflow.records'::regclass and groupid <> 0 order by shardid`;

const listNodes = `
  select groupid as node, nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' and isactive and shouldhaveshards order by groupid`;

const checkHealth = "select bool_and(result) as healthy from citus_check_cluster_node_health()";

/** A move waits for open writes, which may wait for a worker that was killed. */
const moveTimeout = "set statement_timeout = '60s'";

const tidyingMs = 60_000;

/** The shards of a database, by the URL of its coordinator and those of its workers. */
export function shardsOf(url: string, workers: readonly string[]): Shards {
  let isMoving = false;
  return {
    isMoving: () => isMoving,
    async move(chance) {
      try {
        return await connected(url, async (client) => {
          const move = await chosenMove(client, chance);
          if (move === undefined) return "not begun";
          isMoving = true;
          await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, $6)", [...move]);
          return "moved";
        });
      } catch {
        return isMoving ? "broken" : "not begun";
      } finally {
        isMoving = false;
      }
    },
    async tidy() {
      const began = performance.now();
      for (;;) {
        const problems = await tidyOnce(url, workers);
        if (problems.length === 0 || performance.now() - began > tidyingMs) return problems;
        await pause(500);
      }
    },
  };
}

/** A shard, its source and target, and how it moves; undefined while a node is down. */
async function chosenMove(client: Client, chance: Chance): Promise<readonly unknown[] | undefined> {
  const { rows: health } = await client.query<{ healthy: boolean | null }>(checkHealth);
  if (health[0]?.healthy !== true) return undefined;
  const { rows: placements } = await client.query<Placement>(listPlacements);
  const { rows: nodes } = await client.query<Placement>(listNodes);
  const [from, ...more] = placements;
  if (from === undefined) return undefined;
  const { shard, node, host, port } = chance.pick([from, ...more]);
  const [first, ...others] = nodes.filter((other) => other.node !== node);
  if (first === undefined) return undefined;
  const target = chance.pick([first, ...others]);
  await client.query(moveTimeout);
  return [shard, host, port, target.host, target.port, chance.pick(["force_logical", "block_writes"])];
}

/** Shard ranges whose tables are not all stored exactly once, on the same node. */
const misplaced = `
  select shardmaxvalue as until, count(*)::int as places, count(distinct groupid)::int as nodes
  from pg_dist_shard join pg_dist_placement using (shardid)
  where logicalrelid::text like 'wonflow.%' group by shardminvalue, shardmaxvalue
  having count(distinct groupid) > 1 or count(*) <> count(distinct logicalrelid)`;

interface Misplaced {
  readonly until: string;
  readonly places: number;
  readonly nodes: number;
}

const shardTables = `
  select count(*)::int as tables from pg_class
  where relnamespace = 'wonflow'::regnamespace and relkind = 'r' and relname ~ '^[a-z]+_\\d+$'`;

const ownShards = `
  select count(*)::int as shards from pg_dist_placement join pg_dist_local_group using (groupid)
  join pg_dist_shard using (shardid) where logicalrelid::text like 'wonflow.%'`;

async function tidyOnce(url: string, workers: readonly string[]): Promise<readonly string[]> {
  try {
    const problems = await connected(url, async (client) => {
      // Citus also does both itself, once a minute and at the next move.
      await client.query("select recover_prepared_transactions()");
      await client.query("call citus_cleanup_orphaned_resources()");
      const { rows: left } = await client.query<{ name: string }>("select object_name as name from pg_dist_cleanup");
      const { rows: wrong } = await client.query<Misplaced>(misplaced);
      return [
        ...left.map((row) => `a broken move has left ${row.name}`),
        ...wrong.map((row) => `the shards until ${row.until} are in ${row.places} places of ${row.nodes} nodes`),
      ];
    });
    const nodes = await Promise.all([url, ...workers].map(problemsOfNode));
    return [...problems, ...nodes.flat()];
  } catch (error) {
    return [`the shards could not be checked: ${String(error)}`];
  }
}

async function problemsOfNode(url: string): Promise<readonly string[]> {
  return connected(url, async (client) => {
    // By default Citus hides shard tables.
    await client.query("set citus.override_table_visibility = off");
    const { rows: tables } = await client.query<{ tables: number }>(shardTables);
    const { rows: shards } = await client.query<{ shards: number }>(ownShards);
    const { rows: prepared } = await client.query<{ gid: string }>(
      "select gid from pg_prepared_xacts where database = current_database()",
    );
    const [found, known] = [tables[0]?.tables, shards[0]?.shards];
    const { host } = new URL(url);
    return [
      ...(found === known ? [] : [`${host} has ${found} tables of shards, and should have ${known}`]),
      ...prepared.map((row) => `${host} has an open transaction, ${row.gid}`),
    ];
  });
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A server that is killed meanwhile fails only the query.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
