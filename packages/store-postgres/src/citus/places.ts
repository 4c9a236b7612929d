import { setTimeout as pause } from "node:timers/promises";
import { platform, type TenantId } from "@wonflow/core";
import { sql, type Kysely } from "kysely";
import { isElsewhere } from "../errors.ts";
import { inGroups } from "../group.ts";
import { unavailable, withRetries } from "../retry.ts";
import { schemaName } from "../schema/sql.ts";
import type { Tables } from "../schema/tables.ts";

/** A part of all merchants, those whose hash lies between two numbers, both inclusive. */
export interface Shard {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** The node that has it, by the number that Citus gives it. */
  readonly node: number;
  /**
   * A text whose hash lies in the shard: calls for no merchant in particular go by it. Undefined for a shard of one
   * merchant alone that has nothing yet.
   */
  readonly address: string | undefined;
}

/** A shard that calls can go to. */
export type Addressed = Shard & { readonly address: string };

export function isAddressed(shard: Shard): shard is Addressed {
  return shard.address !== undefined;
}

/** Where merchants live. */
export interface Places {
  /**
   * Does something on a tenant's shard. Retries when the shard turns out to be elsewhere, as after a move; rejects with
   * `StoreUnavailable` after too many moves.
   */
  at<Answer>(tenant: TenantId, work: (shard: Addressed) => Promise<Answer>): Promise<Answer>;
  shardOf(tenant: TenantId): Promise<Addressed>;
  shards(): readonly Shard[];
  /** Reads again where the shards are. */
  refresh(): Promise<void>;
}

/** The most merchants whose hash is remembered, some 10 MB. */
const mostHashes = 100_000;

/** How old the list of shards may be: calls are led to a shard's node whatever it says, but are counted by it. */
const freshMs = 10_000;

/** How often a call is made again that met a move, and the first pause, which doubles. */
const mostMoves = 6;
const firstPauseMs = 20;

export async function openPlaces(db: Kysely<Tables>): Promise<Places> {
  let shards = await withRetries(() => readShards(db));
  let asOf = performance.now();
  let refreshing: Promise<void> | undefined;
  const hashes = new Map<string, number>();
  // Merchants that were seen in shards of their own, which no other text leads to.
  const seen = new Map<string, TenantId>();

  function refresh(): Promise<void> {
    refreshing ??= withRetries(() => readShards(db))
      .then((found) => {
        shards = found;
        asOf = performance.now();
      })
      .finally(() => (refreshing = undefined));
    return refreshing;
  }

  const askHash = inGroups<{ readonly tenant: TenantId }, number>({
    atOnce: 1,
    choose: (waiting) => new Set(waiting),
    run: (asked) => withRetries(() => readHashes(db, asked)),
  });

  async function hashOf(tenant: TenantId): Promise<number> {
    const known = hashes.get(tenant);
    if (known !== undefined) return known;
    const hash = await askHash({ tenant });
    if (hashes.size >= mostHashes) hashes.clear();
    hashes.set(tenant, hash);
    return hash;
  }

  async function shardOf(tenant: TenantId): Promise<Addressed> {
    const hash = await hashOf(tenant);
    if (performance.now() - asOf > freshMs) void refresh().catch(() => {});
    const shard = shards.find(({ from, to }) => from <= hash && hash <= to);
    if (shard === undefined) throw new Error(`no shard has the hash ${hash}`);
    if (shard.address === undefined) seen.set(shard.id, tenant);
    return { ...shard, address: shard.address ?? tenant };
  }

  return {
    shards: () => shards.map((shard) => ({ ...shard, address: shard.address ?? seen.get(shard.id) })),
    shardOf,
    refresh,
    async at(tenant, work) {
      for (let moves = 1; ; moves += 1) {
        try {
          return await work(await shardOf(tenant));
        } catch (error) {
          if (!isElsewhere(error)) throw error;
          if (moves === mostMoves) throw unavailable(error, moves);
        }
        await pause(firstPauseMs * 2 ** (moves - 1));
        await refresh();
      }
    },
  };
}

async function readHashes(
  db: Kysely<Tables>,
  asked: readonly { readonly tenant: TenantId }[],
): Promise<readonly number[]> {
  const tenants = asked.map(({ tenant }) => tenant);
  const { rows } = await sql<{ hash: number }>`
    select worker_hash(tenant) as hash from unnest(${tenants}::text[]) with ordinality as t(tenant, no) order by no`.execute(
    db,
  );
  return rows.map(({ hash }) => hash);
}

/** Numbers tried for the address of each shard, on average. None of them leads to the shard of one merchant alone. */
const triedForEach = 100;

async function readShards(db: Kysely<Tables>): Promise<readonly Shard[]> {
  const { rows } = await sql<Omit<Shard, "address"> & { readonly address: string | null }>`
    with shards as (
      select s.shardid::text as id, s.shardminvalue::integer as "from", s.shardmaxvalue::integer as "to", p.groupid as node
      from pg_dist_shard s join pg_dist_placement p using (shardid)
      where s.logicalrelid = ${`${schemaName}.records`}::regclass
    ), tried as materialized (
      select address, worker_hash(address) as hash from (
        select ${platform}::text as address
        union all select no::text from generate_series(1, (select count(*) from shards) * ${triedForEach}) as no
      ) as addresses
    )
    select shards.*, (select address from tried where hash between "from" and "to" limit 1) as address
    from shards order by "from"`.execute(db);
  const nodes = Map.groupBy(rows, ({ node }) => node);
  const isReached = [...nodes.values()].every((shards) => shards.some(({ address }) => address !== null));
  const lonely = isReached ? new Map<string, string>() : await readTenants(db);
  return rows.map(({ address, ...shard }) => ({ ...shard, address: address ?? lonely.get(shard.id) }));
}

/** A tenant of each shard that has any: a node that has only merchants in shards of their own is called by one of them. */
async function readTenants(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; tenant: string }>`
    select shardid::text as id, result as tenant
    from run_command_on_shards(${`${schemaName}.records`}, 'select tenant from %s limit 1')
    where success and result <> ''`.execute(db);
  return new Map(rows.map(({ id, tenant }) => [id, tenant]));
}
