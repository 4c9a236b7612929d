import { platform } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { serverError } from "../errors.ts";
import { schemaName } from "../schema/sql.ts";
import type { Tables } from "../schema/tables.ts";

/**
 * Gives `platform` a shard of its own, and places that on the coordinator. Every request reads an API key of
 * `platform`, and goes through the coordinator anyway: there, no worker that is away stops the merchants of the others.
 *
 * Done once: a database whose shards an operator has placed stays so. Where the database refuses the shard, as while a
 * rebalance is under way, the next process tries again. Where it refuses the move, for want of a right or because nodes
 * don't reach the coordinator by its name, the shard stays on its worker, and `doctor` says how to move it.
 */
export async function placePlatform(db: Kysely<Tables>): Promise<void> {
  const isNew = await unlessRefused(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('wonflow.place_platform', 0))`.execute(transaction);
    if ((await placeOf(transaction)).isAlone) return false;
    await isolate(transaction);
    return true;
  });
  if (isNew === true) await unlessRefused(db, moveToCoordinator);
}

/** Does something as one transaction; undefined if the database refuses it. */
async function unlessRefused<T>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (serverError(error) === undefined) throw error;
    return undefined;
  }
}

interface Place {
  readonly shard: string;
  readonly group: number;
  readonly host: string;
  readonly port: number;
  /** Whether no merchant shares its shard. */
  readonly isAlone: boolean;
}

async function placeOf(db: Kysely<Tables>): Promise<Place> {
  const { rows } = await sql<Place>`
    select shardid::text as shard, groupid as "group", nodename as host, nodeport as port,
      shardminvalue = shardmaxvalue as "isAlone"
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
    where logicalrelid = ${records}::regclass and noderole = 'primary'
      and worker_hash(${platform}::text) between shardminvalue::integer and shardmaxvalue::integer`.execute(db);
  const [place] = rows;
  if (place === undefined) throw new Error("no shard has the platform's hash");
  return place;
}

async function isolate(db: Kysely<Tables>): Promise<void> {
  await sql`
    select isolate_tenant_to_new_shard(${records}, ${platform}::text, 'CASCADE', shard_transfer_mode => 'block_writes')`.execute(
    db,
  );
}

interface Coordinator {
  readonly host: string;
  readonly port: number;
  readonly takesShards: boolean;
  readonly mayChange: boolean;
}

async function moveToCoordinator(db: Kysely<Tables>): Promise<void> {
  const { shard, group, host, port } = await placeOf(db);
  if (group === 0) return;
  const { rows } = await sql<Coordinator>`
    select nodename as host, nodeport as port, shouldhaveshards as "takesShards",
      has_function_privilege('citus_set_node_property(text, integer, text, boolean)', 'execute') as "mayChange"
    from pg_dist_node where groupid = 0 and isactive`.execute(db);
  const [coordinator] = rows;
  if (coordinator === undefined || (!coordinator.takesShards && !coordinator.mayChange)) return;
  const takeShards = async (doesTake: boolean) => {
    if (coordinator.takesShards) return;
    await sql`
      select citus_set_node_property(${coordinator.host}, ${coordinator.port}, 'shouldhaveshards', ${doesTake}::boolean)`.execute(
      db,
    );
  };
  await takeShards(true);
  await sql`
    select citus_move_shard_placement(
      ${shard}::bigint, ${host}, ${port}::integer, ${coordinator.host}, ${coordinator.port}::integer, 'block_writes'
    )`.execute(db);
  // Only this shard: a rebalance is to bring no merchant here.
  await takeShards(false);
}

const records = `${schemaName}.records`;
