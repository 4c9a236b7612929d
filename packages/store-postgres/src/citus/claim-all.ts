import type { DueRecord, TenantId } from "@wonflow/core";
import { CompiledQuery } from "kysely";
import type { Claim, ClaimAll } from "../claim-due.ts";
import { isElsewhere } from "../failure.ts";
import { recordName } from "../name-in.ts";
import { toDueRecord } from "../reads.ts";
import { withRetries } from "../retry.ts";
import { schemaName } from "../schema/schema-name.ts";
import type { RecordRow } from "../schema/tables.ts";
import type { Node } from "./nodes.ts";
import type { Places, Shard } from "./places.ts";

type NodeOf = (shard: Shard) => Node;

/** A record that is due, found without a lock: the number of its claim, from 1. */
interface Found {
  readonly no: number;
  readonly dueAt: number;
  readonly tenant: TenantId;
  readonly id: string;
}

/** How long a claim waits for the nodes: the records of one that is slower are found by a later claim. */
const patienceMs = 1_000;

const findDue = `select ${schemaName}.due_on_node_1($1, $2, $3, $4) as answer`;
const claimDue = `select ${schemaName}.claim_on_shard_1($1, $2, $3, $4, $5) as answer`;

/**
 * Claims of all nodes. First every node tells which records are due, without a lock; then each shard is asked for as
 * many as belong to the longest due of all. A shard passes over records that another claimer holds.
 */
export function createClaimAll(places: Places, nodeOf: NodeOf): ClaimAll {
  const findAll = createFindAll(places, nodeOf);
  return async (claims) => {
    const found = await withRetries(() => findAll(claims));
    const chosen = claims.map(({ limit }, index) =>
      found
        .filter(({ no }) => no === index + 1)
        .toSorted(inOrder)
        .slice(0, limit),
    );
    const records = await claimFound({ places, nodeOf, claims, chosen });
    return claims.map(({ kind }, index) => {
      const dueTimes = new Map(
        chosen[index]?.map(({ tenant, id, dueAt }) => [recordName(tenant, { kind, id }), dueAt]),
      );
      const dueTime = ({ tenant, key }: DueRecord) => dueTimes.get(recordName(tenant, key)) ?? Infinity;
      return records
        .filter(({ key }) => key.kind === kind)
        .toSorted((one, other) => (dueTime(one) < dueTime(other) ? -1 : dueTime(one) > dueTime(other) ? 1 : 0));
    });
  };
}

/**
 * Asks all nodes for what is due. A node that failed or was slow is not waited for the next time, unless no other one
 * answers, and not asked again before it has answered: a node that hangs delays no work of the others.
 */
function createFindAll(places: Places, nodeOf: NodeOf): (claims: readonly Claim[]) => Promise<readonly Found[]> {
  const asking = new Set<number>();
  const late = new Set<number>();

  async function find(shard: Shard, claims: readonly Claim[]): Promise<readonly Found[]> {
    const { node } = shard;
    if (asking.has(node)) throw new Error("the node has not answered the claim before");
    asking.add(node);
    late.add(node);
    try {
      const found = await findOnNode(nodeOf(shard), shard, claims);
      late.delete(node);
      return found;
    } finally {
      asking.delete(node);
    }
  }

  return async (claims) => {
    const shards = [...new Map(places.shards().map((shard) => [shard.node, shard])).values()];
    const trusted = shards.filter(({ node }) => !late.has(node));
    const doubted = shards.filter(({ node }) => late.has(node));
    const asked = doubted.map((shard) => find(shard, claims));
    for (const each of asked) each.catch(() => {});
    const answers = await patiently(trusted.map((shard) => find(shard, claims)));
    if (answers.length > 0) return answers.flat();
    return await Promise.any(asked.length > 0 ? asked : shards.map((shard) => find(shard, claims))).catch(firstReason);
  };
}

function inOrder(one: Found, other: Found): number {
  if (one.dueAt !== other.dueAt) return one.dueAt - other.dueAt;
  return recordName(one.tenant, { kind: "", id: one.id }) < recordName(other.tenant, { kind: "", id: other.id })
    ? -1
    : 1;
}

async function findOnNode({ db }: Node, { address }: Shard, claims: readonly Claim[]): Promise<readonly Found[]> {
  const columns = [claims.map(({ kind }) => kind), claims.map(({ now }) => now), claims.map(({ limit }) => limit)];
  const { rows } = await db.executeQuery<{ readonly answer: readonly [number, number, TenantId, string][] }>(
    CompiledQuery.raw(findDue, [address, ...columns]),
  );
  return rows.flatMap(({ answer }) => answer.map(([no, dueAt, tenant, id]) => ({ no, dueAt, tenant, id })));
}

/** The answers that have come in time. */
async function patiently<T>(asked: readonly Promise<T>[]): Promise<readonly T[]> {
  const answers: T[] = [];
  const all = Promise.all(asked.map((each) => each.then((answer) => answers.push(answer)).catch(() => {})));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
  return answers;
}

function firstReason(error: unknown): never {
  throw error instanceof AggregateError ? error.errors[0] : error;
}

interface Claiming {
  readonly places: Places;
  readonly nodeOf: NodeOf;
  readonly claims: readonly Claim[];
  /** Of each claim those found that are the longest due. */
  readonly chosen: readonly (readonly Found[])[];
}

/** Takes from each shard as many as were found there. */
async function claimFound({ places, nodeOf, claims, chosen }: Claiming): Promise<readonly DueRecord[]> {
  const counts = new Map<string, { readonly shard: Shard; readonly limits: number[] }>();
  for (const [index, each] of chosen.entries()) {
    for (const { tenant } of each) {
      const shard = await places.shardOf(tenant);
      const count = counts.get(shard.id) ?? { shard, limits: claims.map(() => 0) };
      count.limits[index] = (count.limits[index] ?? 0) + 1;
      counts.set(shard.id, count);
    }
  }
  const claimed = await Promise.allSettled(
    [...counts.values()].map(({ shard, limits }) =>
      withRetries(() => claimOnShard(nodeOf(shard), shard, { claims, limits })),
    ),
  );
  const failed = claimed.find((each) => each.status === "rejected" && !isElsewhere(each.reason));
  const records = claimed.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  if (records.length === 0 && failed?.status === "rejected") throw failed.reason;
  return records;
}

async function claimOnShard(
  { db }: Node,
  { address }: Shard,
  { claims, limits }: { readonly claims: readonly Claim[]; readonly limits: readonly number[] },
): Promise<readonly DueRecord[]> {
  const asked = claims.flatMap((claim, index) => {
    const limit = limits[index] ?? 0;
    return limit === 0 ? [] : [{ ...claim, limit }];
  });
  const columns = [
    asked.map(({ kind }) => kind),
    asked.map(({ now }) => now),
    asked.map(({ until }) => until),
    asked.map(({ limit }) => limit),
  ];
  const { rows } = await db.executeQuery<{ readonly answer: readonly RecordRow[] }>(
    CompiledQuery.raw(claimDue, [address, ...columns]),
  );
  return rows.flatMap(({ answer }) => answer.map(toDueRecord));
}
