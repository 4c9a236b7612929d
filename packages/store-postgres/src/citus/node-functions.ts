import { changeSetParameters } from "../schema/commit-change-sets.ts";
import { tallyParameters } from "../schema/commit-and-tally.ts";
import { elsewhere, schemaName } from "../schema/sql.ts";

interface OnShard {
  readonly name: string;
  /** The parameters behind the first, such as `kinds text[]`; those of the plain function. */
  readonly parameters: readonly string[];
  /** An expression for the tenants of the call. */
  readonly tenants: string;
  readonly plain: string;
  /** What the call of the copy, as `c`, becomes: one JSON value, because Citus hands on no call with several columns. */
  readonly answer: string;
}

/** How long a statement waits for a lock: the settings of a session do not reach the node. */
const lockTimeout = "set lock_timeout = '2s'";

/** A function that Citus runs on the node of a shard, where it calls the shard's copy of the plain function. */
function onShard({ name, parameters, tenants, plain, answer }: OnShard): string {
  const names = parameters.flatMap((line) => line.split(", ")).map((parameter) => parameter.split(" ")[0]);
  const numbers = names.map((_, index) => `$${index + 1}`).join(", ");
  return `
create function ${schemaName}.${name}(any_tenant text, ${parameters.join(", ")}) returns json
language plpgsql ${lockTimeout} as $$
declare
  answer json;
begin
  execute format('select ${answer} from %s(${numbers}) as c', ${schemaName}.copy_on_shard_5(any_tenant, ${tenants}, '${plain}'))
    into answer using ${names.join(", ")};
  return answer;
end $$`;
}

const rows = "coalesce(json_agg(c), ''[]'')";

/**
 * Finds the records of each kind that are due in some shards of the node: the longest due first, as many as are asked
 * for. Locks nothing. Answers `[[number of the kind, due time, tenant, id], …]`. Raises an error where the node does not
 * have all of the shards, so that none is asked nowhere after a move.
 */
const dueOnNode = `
create function ${schemaName}.due_on_node_1(
  any_tenant text, shards bigint[], kinds text[], nows bigint[], limits integer[]
) returns json
language plpgsql ${lockTimeout} set enable_seqscan = off as $$
declare
  parts text;
  found integer;
  answer json;
begin
  select count(*), string_agg(format('select a.no, a.most, r.* from asked as a cross join lateral (
      select due_at, tenant, id from %s where kind = a.kind and due_at <= a.now order by due_at, tenant, id limit a.most
    ) as r', shard_name(logicalrelid, shardid)), ' union all ')
    into found, parts
    from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
    where logicalrelid = '${schemaName}.records'::regclass and shardid = any (shards);
  if found < cardinality(shards) then raise exception 'a shard is elsewhere' using errcode = '${elsewhere}'; end if;
  execute 'with asked as (select * from unnest($1, $2, $3) with ordinality as a(kind, now, most, no)),
      due as (' || parts || '),
      ranked as (select *, row_number() over (partition by no order by due_at, tenant, id) as place from due)
    select json_agg(json_build_array(no, due_at, tenant, id)) from ranked where place <= most'
    into answer using kinds, nows, limits;
  return coalesce(answer, '[]');
end $$`;

/**
 * Reads for merchants of any shards of the node. Returns the rows of each shard. A copy reads no merchants of other
 * shards. Raises an error if the node does not have all of them.
 */
const readOnNode = `
create function ${schemaName}.read_on_node_5(
  any_tenant text,
  record_tenants text[], record_kinds text[], record_ids text[], account_tenants text[], account_names text[]
) returns json
language plpgsql ${lockTimeout} as $$
declare
  shard record;
  part json;
  parts json[] := '{}';
begin
  for shard in
    select min(t.tenant) as any_tenant, array_agg(t.tenant) as tenants
    from unnest(record_tenants || account_tenants) as t(tenant)
    group by get_shard_id_for_distribution_column('${schemaName}.records', t.tenant)
    order by get_shard_id_for_distribution_column('${schemaName}.records', min(t.tenant))
  loop
    execute format('select ${rows} from %s($1, $2, $3, $4, $5) as c',
      ${schemaName}.copy_on_shard_5(shard.any_tenant, shard.tenants, 'read_records_5'))
      into part using record_tenants, record_kinds, record_ids, account_tenants, account_names;
    parts := parts || part;
  end loop;
  return to_json(parts);
end $$`;

/** Deletes old commit ids of a shard, and returns how many. */
const purgeOnShard = `
create function ${schemaName}.forget_on_shard_1(any_tenant text, before bigint, most integer) returns bigint
language plpgsql ${lockTimeout} as $$
declare
  place text;
  forgotten bigint;
begin
  perform ${schemaName}.hold_shard_1(any_tenant, '{}');
  place := shard_name('${schemaName}.commits', get_shard_id_for_distribution_column('${schemaName}.commits', any_tenant));
  execute format('delete from %s where ctid = any (array(
      select ctid from %s where at < $1 limit $2 for update skip locked
    ))', place, place) using before, most;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$`;

/** The functions that Citus runs on the node of the tenant that their first argument names. */
export const functionsOnNodes: Readonly<Record<string, string>> = {
  commit_on_shard_5: onShard({
    name: "commit_on_shard_5",
    parameters: [...changeSetParameters, ...tallyParameters],
    tenants: "tenants",
    plain: "commit_change_sets_3",
    answer: "to_json(c)",
  }),
  read_on_node_5: readOnNode,
  claim_on_shard_5: onShard({
    name: "claim_on_shard_5",
    parameters: ["kinds text[], nows bigint[], untils bigint[], limits integer[]"],
    tenants: "'{}'",
    plain: "claim_due_5",
    answer: rows,
  }),
  due_on_node_1: dueOnNode,
  forget_on_shard_1: purgeOnShard,
};
