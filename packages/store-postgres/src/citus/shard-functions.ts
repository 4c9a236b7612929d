import { elsewhere, schemaName } from "../schema/sql.ts";

/** The tables whose rows are placed by their tenant, the first one with the others beside it. */
export const distributedTables = ["records", "accounts", "entries", "commits", "tallies"] as const;

/** The plain functions that each shard has a copy of. */
const copied = ["commit_change_sets_1", "commit_change_sets_3", "read_records_5", "claim_due_5"];

/** Of PostgreSQL's locks the one that Citus' own writes take on a shard; a move waits for it, and it for a move. */
const shareLock = 5;

const textsOf = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(", ")}]`;

/**
 * Holds the shard of a tenant until the end of the transaction, and answers its table of records. Raises an error where
 * this node does not have the shard, or where one of the tenants lives in another one.
 *
 * Where the shard is gets read once it is held, by a statement of its own: an earlier snapshot would not show a move
 * that was waited for.
 */
const holdShard = `
create function ${schemaName}.hold_shard_1(any_tenant text, tenants text[]) returns oid language plpgsql as $$
declare
  shard constant bigint := get_shard_id_for_distribution_column('${schemaName}.records', any_tenant);
begin
  perform lock_shard_metadata(${shareLock}, array[shard]);
  if not exists (
    select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard
  ) or exists (
    select from unnest(tenants) as t(tenant)
    where get_shard_id_for_distribution_column('${schemaName}.records', t.tenant) <> shard
  ) then
    raise exception 'shard % is elsewhere', shard using errcode = '${elsewhere}';
  end if;
  return to_regclass(shard_name('${schemaName}.records', shard))::oid;
end $$`;

/**
 * Makes ready for calls a shard that has come to this node: its copies of the plain functions, and the numbers that they
 * give.
 *
 * A shard's table is an ordinary one of its node. A copy is the plain function with the names of the shard's tables in
 * place of the plain ones. Its name ends with the number of the shard's table of records: a shard that left the node
 * and came back is a new table, so its arrival is seen.
 *
 * Versions and positions come from sequences of the node. They begin at the clock, in microseconds, when a shard
 * arrives. So they are higher than all that the shard was given elsewhere, as those began earlier and grow by less than
 * one a microsecond.
 */
const adoptShard = `
create function ${schemaName}.adopt_shard_5(any_tenant text, shard_table oid, wanted text) returns void language plpgsql
set citus.enable_ddl_propagation = off set client_min_messages = warning as $$
declare
  copied constant text[] := ${textsOf(copied)};
  now_us constant bigint := extract(epoch from clock_timestamp()) * 1000000;
  name text;
  place text;
  source text;
  last bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('${schemaName}.adopt_shard_5', 0));
  -- Another session may have done it meanwhile.
  if to_regproc(wanted) is not null then return; end if;
  foreach name in array array['versions', 'removals', 'positions'] loop
    execute format('create sequence if not exists ${schemaName}.%I', name);
    execute format('select last_value from ${schemaName}.%I', name) into last;
    if last < now_us then perform setval(format('${schemaName}.%I', name), now_us); end if;
  end loop;
  -- The shards of an identity column number nothing by themselves.
  place := shard_name('${schemaName}.entries', get_shard_id_for_distribution_column('${schemaName}.entries', any_tenant));
  execute format('alter table %s alter column position set default nextval(''${schemaName}.positions'')', place);
  for name in
    select oid::regprocedure from pg_proc
    where pronamespace = '${schemaName}'::regnamespace
      and proname ~ ('^(' || array_to_string(copied, '|') || ')_\\d+$')
      and not exists (select from pg_class where oid = substring(proname from '\\d+$')::oid)
  loop
    execute 'drop function ' || name;
  end loop;
  for source in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = '${schemaName}'::regnamespace and proname = any (copied)
  loop
    foreach name in array ${textsOf(distributedTables)} loop
      place := shard_name(format('${schemaName}.%I', name)::regclass,
        get_shard_id_for_distribution_column(format('${schemaName}.%I', name)::regclass, any_tenant));
      -- A statement without an alias keeps calling the table by its plain name.
      source := regexp_replace(source, '\\m${schemaName}\\.' || name || '\\M(?!\\s+as\\M)', place || ' as ' || name, 'g');
      source := regexp_replace(source, '\\m${schemaName}\\.' || name || '\\M', place, 'g');
    end loop;
    foreach name in array copied loop
      source := regexp_replace(source, '\\m${schemaName}\\.' || name || '\\M', format('${schemaName}.%s_%s', name, shard_table), 'g');
    end loop;
    execute source;
  end loop;
end $$`;

/** Holds the shard of these tenants, and answers the name of its copy of a function. */
const copyOnShard = `
create function ${schemaName}.copy_on_shard_5(any_tenant text, tenants text[], plain text) returns text
language plpgsql as $$
declare
  shard_table constant oid := ${schemaName}.hold_shard_1(any_tenant, tenants);
  copy constant text := format('${schemaName}.%s_%s', plain, shard_table);
begin
  if to_regproc(copy) is null then perform ${schemaName}.adopt_shard_5(any_tenant, shard_table, copy); end if;
  return copy;
end $$`;

/** What the functions below are made of, on every node. */
export const partsOnNodes: Readonly<Record<string, string>> = {
  hold_shard_1: holdShard,
  adopt_shard_5: adoptShard,
  copy_on_shard_5: copyOnShard,
};
