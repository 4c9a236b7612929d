import type { DueRecord, TenantId } from "@wonflow/core";
import { CompiledQuery } from "kysely";
import type { Claim, ClaimAll } from "../claim-due.ts";
import { isElsewhere } from "../errors.ts";
import { recordName } from "../name-in.ts";
import { toDueRecord } from "../reads.ts";
import { withRetries } from "../retry.ts";
import { schemaName } from "../schema/sql.ts";
import type { RecordRow } from "../schema/tables.ts";
import type { Node } from "./nodes.ts";
import { isAddressed, type Addressed, type Places, type Shard } from "./places.ts";

type NodeOf = (shard: Addressed) => Node;

/** A record that is due, found without a lock: the number of its claim, from 1. */
interface Found {
  readonly no: number;
  readonly dueAt: number;
  readonly tenant: TenantId;
  readonly id: string;
}

/**
 * How long a claim waits for the nodes, of which a slower one is left out, and then for the shards. Records that
 * a shard takes too late stay taken until `until`, so it gets nearly as long as a statement may take.
 */
const findingMs = 1_000;
const takingMs = 3_000;

const findDue = `select ${schemaName}.due_on_node_1($1, $2, $3, $4, $5) as answer`;
const claimDue = `select ${schemaName}.claim_on_shard_5($1, $2, $3, $4, $5) as answer`;

/**
 * Claims of all nodes. First every node lists its due records, without a lock; then each shard is asked for as many as
 * belong to the longest due of all. A shard passes over records that another claimer holds.
 */
export function createClaimAll(places: Places, nodeOf: NodeOf): ClaimAll {
  const findAll = createFindAll(places, nodeOf);
  return async (claims) => {
    const found = await retryAfterMove(places, () => withRetries(() => findAll(claims)));
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

/** Does something, and retries it with refreshed shards if one of them has moved. */
async function retryAfterMove<T>(places: Places, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isElsewhere(error)) throw error;
    await places.refresh();
    return work();
  }
}

/**
 * Asks all nodes for what is due. A node that failed or was slow is not waited for the next time, unless no other one
 * answers, and not asked again before it has answered: a node that hangs delays no work of the others.
 */
function createFindAll(places: Places, nodeOf: NodeOf): (claims: readonly Claim[]) => Promise<readonly Found[]> {
  const asking = new Set<number>();
  const late = new Set<number>();

  async function find(shards: readonly Shard[], claims: readonly Claim[]): Promise<readonly Found[]> {
    const first = shards.find(isAddressed);
    // A node of which no merchant is known has nothing that is due.
    if (first === undefined) return [];
    if (asking.has(first.node)) throw new Error("the node has not answered the claim before");
    asking.add(first.node);
    late.add(first.node);
    try {
      const found = await findOnNode({ node: nodeOf(first), address: first.address, shards }, claims);
      late.delete(first.node);
      return found;
    } catch (error) {
      if (isElsewhere(error)) {
        late.delete(first.node);
        void places.refresh().catch(() => {});
      }
      throw error;
    } finally {
      asking.delete(first.node);
    }
  }

  return async (claims) => {
    const nodes = [...Map.groupBy(places.shards(), ({ node }) => node)];
    const trusted = nodes.filter(([node]) => !late.has(node));
    const doubted = nodes.filter(([node]) => late.has(node)).map(([, shards]) => find(shards, claims));
    for (const each of doubted) each.catch(() => {});
    const answers = await patiently(
      trusted.map(([, shards]) => find(shards, claims)),
      findingMs,
    );
    if (answers.length > 0) return answers.flat();
    const last = doubted.length > 0 ? doubted : nodes.map(([, shards]) => find(shards, claims));
    return Promise.any(last).catch(firstReason);
  };
}

function inOrder(one: Found, other: Found): number {
  if (one.dueAt !== other.dueAt) return one.dueAt - other.dueAt;
  return recordName(one.tenant, { kind: "", id: one.id }) < recordName(other.tenant, { kind: "", id: other.id })
    ? -1
    : 1;
}

interface Finding {
  readonly node: Node;
  readonly address: string;
  readonly shards: readonly Shard[];
}

async function findOnNode(
  { node: { db, call }, address, shards }: Finding,
  claims: readonly Claim[],
): Promise<readonly Found[]> {
  const query = CompiledQuery.raw(findDue, [
    address,
    shards.map(({ id }) => id),
    claims.map(({ kind }) => kind),
    claims.map(({ now }) => now),
    claims.map(({ limit }) => limit),
  ]);
  type Answer = readonly (readonly [no: number, dueAt: number, tenant: TenantId, id: string])[];
  const { rows } = await call(() => db.executeQuery<{ readonly answer: Answer }>(query));
  return rows.flatMap(({ answer }) => answer.map(([no, dueAt, tenant, id]) => ({ no, dueAt, tenant, id })));
}

/** The answers that have come in time. */
async function patiently<T>(asked: readonly Promise<T>[], patienceMs: number): Promise<readonly T[]> {
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

/**
 * Takes from each shard as many as were found there. Records whose answer is lost or late stay taken until `until`,
 * as with a process that dies.
 */
async function claimFound({ places, nodeOf, claims, chosen }: Claiming): Promise<readonly DueRecord[]> {
  const counts = new Map<string, { readonly shard: Addressed; readonly limits: number[] }>();
  for (const [index, each] of chosen.entries()) {
    for (const { tenant } of each) {
      const shard = await places.shardOf(tenant);
      const count = counts.get(shard.id) ?? { shard, limits: claims.map(() => 0) };
      count.limits[index] = (count.limits[index] ?? 0) + 1;
      counts.set(shard.id, count);
    }
  }
  const asked = [...counts.values()].map(({ shard, limits }) => claimOnShard(nodeOf(shard), shard, { claims, limits }));
  const claimed = await patiently(asked, takingMs);
  if (claimed.length === 0 && asked.length > 0) await Promise.any(asked).catch(firstReason);
  return claimed.flat();
}

async function claimOnShard(
  { db, call }: Node,
  { address }: Addressed,
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
  const query = CompiledQuery.raw(claimDue, [address, ...columns]);
  const { rows } = await call(() => db.executeQuery<{ readonly answer: readonly RecordRow[] }>(query));
  return rows.flatMap(({ answer }) => answer.map(toDueRecord));
}
