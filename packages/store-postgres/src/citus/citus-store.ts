import { assertWellFormed, type Store, type TenantId } from "@wonflow/core";
import { CompiledQuery } from "kysely";
import { waitingCommit } from "../batch.ts";
import { createCommitLane, valuesOfCommit, type CommitLane } from "../commit.ts";
import type { Connection } from "../connection/connection.ts";
import { claimTogether } from "../claim-due.ts";
import type { ObservedBatches } from "../observed-batches.ts";
import { createRead, createReads, type SnapshotRow } from "../reads.ts";
import { schemaName } from "../schema/sql.ts";
import { createClaimAll } from "./claim-all.ts";
import { createNodes, type Node } from "./nodes.ts";
import { openPlaces, type Addressed, type Places, isAddressed } from "./places.ts";
import { isElsewhere } from "../errors.ts";
import { withRetries } from "../retry.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 2}`).join(", ");
const commitStatement = `select ${schemaName}.commit_on_shard_5($1, ${numbered(valuesOfCommit)}) as answer`;
const readStatement = `select ${schemaName}.read_on_node_5($1, ${numbered(5)}) as answer`;

interface Answer<T> {
  readonly answer: T;
}

/** The store on the nodes of Citus. A merchant's change sets and reads go to its node, in batches of its shard. */
export async function openCitusStore(
  { db }: Connection,
  batches: ObservedBatches,
  open: () => Connection,
): Promise<Store & { close(): Promise<void> }> {
  const places = await openPlaces(db);
  const nodes = createNodes(open);
  const nodeOf = (shard: Addressed) => nodes.of(shard);
  const read = <Answer>(tenant: TenantId, ask: (reads: Node["reads"]) => Promise<Answer>) =>
    places.at(tenant, (shard) => nodeOf(shard).call(() => ask(nodeOf(shard).reads)));
  return {
    commit: createCommits(places, nodeOf, batches),
    read: createNodeReads(places, nodeOf),
    list: (tenant, request) => read(tenant, (reads) => reads.list(tenant, request)),
    entries: (tenant, reference) => read(tenant, (reads) => reads.entries(tenant, reference)),
    listEntries: (tenant, page) => read(tenant, (reads) => reads.listEntries(tenant, page)),
    sumPostings: (tenant) => read(tenant, (reads) => reads.sumPostings(tenant)),
    tallies: (tenant, request) => read(tenant, (reads) => reads.tallies(tenant, request)),
    listDue: createReads(db).listDue,
    claimDue: claimTogether(createClaimAll(places, nodeOf)),
    purgeCommits: createPurgeOnShards(places, nodeOf),
    close: () => nodes.close(),
  };
}

type NodeOf = (shard: Addressed) => Node;

/** A lane for each node, made when the first of its shards is met. */
function lanesOfNodes<Lane>(nodeOf: NodeOf, create: (node: Node) => Lane) {
  const lanes = new Map<number, Lane>();
  return {
    all: () => [...lanes.values()],
    of(shard: Addressed): Lane {
      const known = lanes.get(shard.node);
      if (known !== undefined) return known;
      const lane = create(nodeOf(shard));
      lanes.set(shard.node, lane);
      return lane;
    },
  };
}

function createCommits(places: Places, nodeOf: NodeOf, batches: ObservedBatches): Store["commit"] {
  const doubts = new Set<string>();
  const lanes = lanesOfNodes(nodeOf, ({ db, call }) =>
    createCommitLane({
      batches,
      doubts,
      async call(values, oneOf) {
        const query = CompiledQuery.raw(commitStatement, [oneOf, ...values]);
        const { rows } = await call(() => db.executeQuery<Answer<unknown>>(query));
        return rows.map(({ answer }) => answer);
      },
    }),
  );
  const sum = (of: keyof CommitLane["waiting"]) => () =>
    lanes.all().reduce((all, { waiting }) => all + waiting[of](), 0);
  batches.watch({ together: sum("together"), alone: sum("alone") });

  return async (changeSet) => {
    assertWellFormed(changeSet);
    batches.arrived(changeSet);
    const waiting = waitingCommit(changeSet);
    return places.at(changeSet.tenant, (shard) => lanes.of(shard).commit({ ...waiting, place: shard.id }));
  };
}

function createNodeReads(places: Places, nodeOf: NodeOf): Store["read"] {
  const lanes = lanesOfNodes(nodeOf, ({ db, call }) =>
    createRead(async (columns, oneOf) => {
      const query = CompiledQuery.raw(readStatement, [oneOf, ...columns]);
      const { rows } = await call(() => db.executeQuery<Answer<readonly (readonly SnapshotRow[])[]>>(query));
      return rows.flatMap(({ answer }) => answer.flat());
    }),
  );
  return (tenant, request) => places.at(tenant, (shard) => lanes.of(shard)(tenant, request));
}

/** Small batches keep each delete short, so that no commit waits for one. */
const batchSize = 10_000;

const purge = `select ${schemaName}.forget_on_shard_1($1, $2, $3) as purged`;

/** The store port's `purgeCommits`, shard after shard. A shard that moves meanwhile is left to the next time. */
function createPurgeOnShards(places: Places, nodeOf: (shard: Addressed) => Node): Store["purgeCommits"] {
  return async ({ before, limit }) => {
    let purged = 0;
    for (const shard of places.shards().filter(isAddressed)) {
      while (purged < limit) {
        const most = Math.min(batchSize, limit - purged);
        const deleted = await withRetries(() => purgeOnShard(nodeOf(shard), shard, { before, most }));
        purged += deleted;
        if (deleted < most) break;
      }
    }
    return purged;
  };
}

async function purgeOnShard(
  { db }: Node,
  { address }: Addressed,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<number> {
  try {
    const { rows } = await db.executeQuery<{ readonly purged: number }>(
      CompiledQuery.raw(purge, [address, before, most]),
    );
    return rows[0]?.purged ?? 0;
  } catch (error) {
    if (isElsewhere(error)) return 0;
    throw error;
  }
}
