import { platform } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { schemaName } from "../schema/sql.ts";
import type { Tables } from "../schema/tables.ts";
import { functionsOnNodes } from "./node-functions.ts";
import { placePlatform } from "./place-platform.ts";
import { distributedTables, partsOnNodes } from "./shard-functions.ts";

/** The state of Citus in a database. */
export interface CitusState {
  readonly version: string;
  /** The nodes beside the coordinator that take shards. */
  readonly workers: number;
  readonly isDistributed: boolean;
  /**
   * Where the records of `platform` are, of which every request reads one: in a shard with merchants, as the last step
   * of the distribution is missing, or in one of their own. Null before the distribution.
   */
  readonly platform: "with merchants" | "on a worker" | "on the coordinator" | null;
}

/** Undefined if the database has no Citus. */
export async function citusState(db: Kysely<Tables>): Promise<CitusState | undefined> {
  const { rows: extensions } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db);
  const [extension] = extensions;
  if (extension === undefined) return undefined;
  const { rows } = await sql<Omit<CitusState, "version">>`
    select
      (select count(*)::integer from pg_dist_node
        where isactive and noderole = 'primary' and shouldhaveshards and groupid <> 0) as workers,
      exists (select from pg_dist_partition where logicalrelid = to_regclass(${recordsTable})) as "isDistributed",
      (
        select case
          when shardminvalue <> shardmaxvalue then 'with merchants'
          when groupid = 0 then 'on the coordinator'
          else 'on a worker'
        end
        from pg_dist_shard join pg_dist_placement using (shardid)
        where logicalrelid = to_regclass(${recordsTable})
          and worker_hash(${platform}::text) between shardminvalue::integer and shardmaxvalue::integer
      ) as platform`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("the database has answered nothing");
  return { version: extension.version, ...found };
}

const recordsTable = `${schemaName}.records`;

/**
 * Prepares a session to migrate a database that has Citus: the statements of a migration have to go to a node over one
 * connection, or Citus refuses a function after an altered table.
 */
export async function readyForMigrations(db: Kysely<Tables>): Promise<void> {
  if ((await citusState(db)) === undefined) return;
  await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(db);
  await sql`set citus.enable_unsafe_triggers = on`.execute(db);
}

/** Shards for each worker: few make large batches, and an operator can split them where there are more nodes later. */
const shardsOfWorker = 2;

/**
 * Places the tables, with what is in them, on the workers of a database that has some, and gives every node the
 * functions that run there. Does nothing to any other database. Its session has to be ready for migrations. Any number
 * of processes may do so at once: one has the lock, and the others find nothing left to do.
 */
export async function distribute(db: Kysely<Tables>): Promise<CitusState | undefined> {
  const state = await citusState(db);
  if (state === undefined || (state.workers === 0 && !state.isDistributed)) return state;
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('wonflow.distribute', 0))`.execute(transaction);
    const now = await citusState(transaction);
    if (now?.isDistributed !== true) await distributeTables(transaction, state.workers);
    await makeFunctions(transaction);
  });
  if (state.platform !== "on a worker" && state.platform !== "on the coordinator") await placePlatform(db);
  return citusState(db);
}

async function distributeTables(db: Kysely<Tables>, workers: number): Promise<void> {
  await propagateFunctions(db);
  const triggers = await triggersOf(db);
  // The ledger's trigger would refuse to empty the coordinator's own table once its rows are on the nodes.
  for (const { name, relation } of triggers) await sql.raw(`drop trigger ${name} on ${relation}`).execute(db);
  const chosen = await chosenShards(db);
  const shards = chosen ?? workers * shardsOfWorker;
  for (const [index, table] of distributedTables.entries()) {
    const where =
      index === 0 ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => '${schemaName}.records'`;
    const relation = `${schemaName}.${table}`;
    await sql.raw(`select create_distributed_table('${relation}', 'tenant', ${where})`).execute(db);
    await sql.raw(`select truncate_local_data_after_distributing_table('${relation}')`).execute(db);
  }
  for (const { definition } of triggers) {
    for (const each of forShards(definition)) await sql.raw(each).execute(db);
  }
}

interface Trigger {
  readonly name: string;
  readonly relation: string;
  readonly definition: string;
}

async function triggersOf(db: Kysely<Tables>): Promise<readonly Trigger[]> {
  const { rows } = await sql<Trigger>`
    select tgname as name, tgrelid::regclass::text as relation, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = ${schemaName}::regnamespace order by 1`.execute(db);
  return rows;
}

/** Citus makes no trigger on shards that fires on truncate too: that part becomes one of its own, of the whole table. */
function forShards(definition: string): readonly string[] {
  const ofAll = " OR TRUNCATE ON ";
  if (!definition.includes(ofAll)) return [definition];
  return [
    definition.replace(ofAll, " ON "),
    definition.replace(/^CREATE TRIGGER (\S+) BEFORE .* ON /, "CREATE TRIGGER $1_truncate BEFORE TRUNCATE ON "),
  ];
}

/** The number of shards in the settings of the server, the database or the role; undefined if none sets it. */
async function chosenShards(db: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select setting::integer as count from pg_settings where name = 'citus.shard_count' and source <> 'default'`.execute(
    db,
  );
  return rows[0]?.count;
}

/** Gives every node the functions that it lacks. Those of the rate limits stay where their table is. */
async function propagateFunctions(db: Kysely<Tables>): Promise<void> {
  await sql`
    select create_distributed_function(oid::regprocedure) from pg_proc
    where pronamespace = ${schemaName}::regnamespace and prokind = 'f' and proname <> all (${["take_rates_1"]})
      and not exists (select from pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
      and proname !~ '_on_(shard|node)_\\d+$' and proname !~ '_\\d+_\\d+$'`.execute(db);
}

async function makeFunctions(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = ${schemaName}::regnamespace`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  for (const [name, definition] of Object.entries({ ...partsOnNodes, ...functionsOnNodes })) {
    if (!known.has(name)) await sql.raw(definition).execute(db);
  }
  await propagateFunctions(db);
  for (const name of Object.keys(functionsOnNodes)) {
    if (known.has(name)) continue;
    await sql`
      select create_distributed_function(oid::regprocedure, 'any_tenant', colocate_with => ${`${schemaName}.records`})
      from pg_proc where pronamespace = ${schemaName}::regnamespace and proname = ${name}`.execute(db);
  }
}
