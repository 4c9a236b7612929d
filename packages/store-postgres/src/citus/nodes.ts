import { CompiledQuery, type Kysely } from "kysely";
import type { Connection } from "../connection/connection.ts";
import { createReads } from "../reads.ts";
import { schemaName } from "../schema/sql.ts";
import type { Tables } from "../schema/tables.ts";
import type { Addressed } from "./places.ts";
import { StoreUnavailable, failureOf, serverError } from "../errors.ts";

/** How long a node fails before calls are refused: a shorter failure is outlasted by trying again. */
const refusedAfterMs = 1_000;

interface HealthOptions {
  /** Asks the node something small. */
  readonly probe: () => Promise<unknown>;
  /** Milliseconds, which never go back. */
  readonly now?: () => number;
}

/**
 * Runs calls of a node. Once all of them have failed for a while, refuses them at once with `StoreUnavailable`, until
 * the node answers a probe: callers learn it soon, and no connections wait for a node that is down.
 */
export function createHealth({ probe, now = () => performance.now() }: HealthOptions) {
  let failingSince: number | undefined;
  let isProbing = false;

  async function watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      failingSince = undefined;
      return answer;
    } catch (error) {
      failingSince = isAway(error) ? (failingSince ?? now()) : undefined;
      throw error;
    }
  }

  function probeOnce(): void {
    if (isProbing) return;
    isProbing = true;
    void watched(probe)
      .catch(() => {})
      .finally(() => (isProbing = false));
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failingSince === undefined || now() - failingSince < refusedAfterMs) return watched(work);
    probeOnce();
    throw new StoreUnavailable("The merchant's database node does not answer: check that it runs and can be reached");
  };
}

/**
 * Whether an error says that the node is unreachable, or did not answer in time. Any other error is the node's answer.
 */
function isAway(error: unknown): boolean {
  return failureOf(error) === "lost" || serverError(error)?.code === "57014";
}

/** The way to a node, with connections of its own, so that a node that does not answer holds up no other. */
export interface Node {
  readonly db: Kysely<Tables>;
  readonly reads: ReturnType<typeof createReads>;
  /** Makes a call of the node, or refuses it at once while the node does not answer. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The nodes, each by one of its shards. */
interface Nodes {
  of(shard: Addressed): Node;
  close(): Promise<void>;
}

export function createNodes(open: () => Connection): Nodes {
  const nodes = new Map<number, { readonly connection: Connection; readonly node: Node; last: Addressed }>();
  return {
    of(shard) {
      const known = nodes.get(shard.node);
      if (known !== undefined) {
        known.last = shard;
        return known.node;
      }
      const connection = open();
      // A shard that was there once may have moved: the node is asked by the last one that was met there.
      const node = createNode(connection, () => nodes.get(shard.node)?.last ?? shard);
      nodes.set(shard.node, { connection, node, last: shard });
      return node;
    },
    async close() {
      await Promise.all([...nodes.values()].map(({ connection }) => connection.close()));
    },
  };
}

const nothingDue = `select ${schemaName}.due_on_node_1($1, array[$2::bigint], '{}', '{}', '{}')`;

function createNode({ db }: Connection, shardThere: () => Addressed): Node {
  const probe = () => {
    const { id, address } = shardThere();
    return db.executeQuery(CompiledQuery.raw(nothingDue, [address, id]));
  };
  return { db, reads: createReads(db), call: createHealth({ probe }) };
}
