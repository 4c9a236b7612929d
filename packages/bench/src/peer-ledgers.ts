import { readFile } from "node:fs/promises";

import type { Pool } from "pg";

import { clients, openPool, type PostgresBench } from "./postgres-service.ts";

/** A third-party ledger. Its SQL is fetched beforehand and is not part of this repository. */
interface Peer {
  readonly files: string;
  /** Makes the accounts; then each call transfers 1 from one of many accounts to the same one. */
  readonly open: (pool: Pool) => Promise<() => Promise<unknown>>;
}

const givers = Array.from({ length: 2 * clients }, (_, index) => index + 1);

export const peers = {
  pgledger: {
    files:
      "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql and then pgledger.sql, of https://github.com/pgr0ss/pgledger, each with an option of its own",
    async open(pool) {
      const account = async (name: string): Promise<string> => {
        const { rows } = await pool.query<{ id: string }>("select id from pgledger_create_account($1, 'KRW')", [name]);
        const [made] = rows;
        if (made === undefined) throw new Error("no account was made");
        return made.id;
      };
      const hot = await account("hot");
      const from = await Promise.all(givers.map((giver) => account(`giver ${giver}`)));
      const text = "select id from pgledger_create_transfer($1, $2, 1)";
      let turn = 0;
      return () => pool.query({ name: "transfer", text, values: [from[(turn += 1) % from.length], hot] });
    },
  },
  "tb-perf": {
    files: "scripts/init-postgresql.sql of https://github.com/softwaremill/tb-perf",
    async open(pool) {
      await pool.query("insert into accounts (id, balance) select unnest($1::bigint[]), 1e15", [[0, ...givers]]);
      const text = "select transfer($1, 0, 1) as outcome";
      let turn = 0;
      return async () => {
        const values = [givers[(turn += 1) % givers.length]];
        const { rows } = await pool.query<{ outcome: string }>({ name: "transfer", text, values });
        if (rows[0]?.outcome !== "success") throw new Error(`a transfer ended in ${rows[0]?.outcome ?? "nothing"}`);
      };
    },
  },
} satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof peers;

export const peerNames: readonly PeerName[] = ["pgledger", "tb-perf"];

export interface OpenPeer {
  readonly name: PeerName;
  readonly transfer: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Loads a peer's files, in order, into a database of its own on the bench's server, and makes its accounts. */
export async function openPeer(name: PeerName, files: readonly string[], bench: PostgresBench): Promise<OpenPeer> {
  const sql = await Promise.all(files.map((file) => readFile(file, "utf8").catch(refuse(name))));
  await bench.query(`create database "${name}"`);
  const url = new URL(bench.url);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, clients);
  try {
    for (const text of sql) await pool.query(text);
    return { name, transfer: await peers[name].open(pool), close: () => pool.end() };
  } catch (error) {
    await pool.end();
    return refuse(name)(error);
  }
}

/** An option and the files that it wants. */
export function wanted(name: PeerName): string {
  return `--${name} FILE wants ${peers[name].files}`;
}

function refuse(name: PeerName) {
  return (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`--${name}: ${reason}. ${wanted(name)}`, { cause });
  };
}
