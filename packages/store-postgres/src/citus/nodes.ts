import { CompiledQuery, type Kysely } from "kysely";
import type { Connection } from "../connection/connection.ts";
import { createReads } from "../reads.ts";
import { schemaName } from "../schema/schema-name.ts";
import type { Tables } from "../schema/tables.ts";
import { createGate } from "./gate.ts";
import { createHealth } from "./health.ts";
import type { Addressed } from "./places.ts";

/** So many statements of each kind are under way for a node: the other connections stay free for all other calls. */
const atOnce = { together: 4, alone: 2, read: 2 } as const;

type Runs = <T>(work: () => Promise<T>) => Promise<T>;

/** The way to a node, with connections of its own, so that a node that does not answer holds up no other. */
export interface Node {
  readonly db: Kysely<Tables>;
  readonly reads: ReturnType<typeof createReads>;
  readonly commitTogether: Runs;
  readonly commitAlone: Runs;
  readonly read: Runs;
  /** Runs any other call. */
  readonly call: Runs;
}

/** The nodes, each by one of its shards. */
export interface Nodes {
  of(shard: Addressed): Node;
  close(): Promise<void>;
}

export function createNodes(open: () => Connection): Nodes {
  const nodes = new Map<number, { readonly connection: Connection; readonly node: Node }>();
  return {
    of(shard) {
      const known = nodes.get(shard.node);
      if (known !== undefined) return known.node;
      const connection = open();
      const node = createNode(connection, shard);
      nodes.set(shard.node, { connection, node });
      return node;
    },
    async close() {
      await Promise.all([...nodes.values()].map(({ connection }) => connection.close()));
    },
  };
}

const nothingDue = `select ${schemaName}.due_on_node_1($1, array[$2::bigint], '{}', '{}', '{}')`;

function createNode({ db }: Connection, { id, address }: Addressed): Node {
  const call = createHealth({ probe: () => db.executeQuery(CompiledQuery.raw(nothingDue, [address, id])) });
  const gated = (most: number): Runs => {
    const gate = createGate(most);
    return (work) => gate(() => call(work));
  };
  return {
    db,
    reads: createReads(db),
    commitTogether: gated(atOnce.together),
    commitAlone: gated(atOnce.alone),
    read: gated(atOnce.read),
    call,
  };
}
