import type { Kysely } from "kysely";
import type { Connection } from "../connection/connection.ts";
import type { Tables } from "../schema/tables.ts";
import { createGate } from "./gate.ts";

/** So many statements of a kind are under way for a node: the other connections stay free for all other calls. */
const together = 4;
const reads = 2;

/** The way to a node, with connections of its own, so that a node that does not answer holds up no other. */
export interface Node {
  readonly db: Kysely<Tables>;
  readonly commit: <T>(work: () => Promise<T>) => Promise<T>;
  readonly commitAlone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface Nodes {
  of(number: number): Node;
  close(): Promise<void>;
}

export function createNodes(open: () => Connection): Nodes {
  const nodes = new Map<number, Node & { readonly connection: Connection }>();
  return {
    of(number) {
      const known = nodes.get(number);
      if (known !== undefined) return known;
      const connection = open();
      const node = {
        connection,
        db: connection.db,
        commit: createGate(together),
        commitAlone: createGate(reads),
        read: createGate(reads),
      };
      nodes.set(number, node);
      return node;
    },
    async close() {
      await Promise.all([...nodes.values()].map(({ connection }) => connection.close()));
    },
  };
}
