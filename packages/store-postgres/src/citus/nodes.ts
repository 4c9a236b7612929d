import { CompiledQuery, type Kysely } from "kysely";
import type { Connection } from "../connection/connection.ts";
import { createReads } from "../reads.ts";
import { schemaName } from "../schema/schema-name.ts";
import type { Tables } from "../schema/tables.ts";
import { createHealth } from "./health.ts";
import type { Addressed } from "./places.ts";

/** The way to a node, with connections of its own, so that a node that does not answer holds up no other. */
export interface Node {
  readonly db: Kysely<Tables>;
  readonly reads: ReturnType<typeof createReads>;
  /** Makes a call of the node, or refuses it at once while the node does not answer. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The nodes, each by one of its shards. */
export interface Nodes {
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
