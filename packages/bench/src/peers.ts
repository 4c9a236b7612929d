import { hotMerchant, mostCallers, openTills } from "./postgres-confirms.ts";
import { clients, onPostgres, openPool, type PostgresBench } from "./postgres-service.ts";
import { median, rateOf, rateRows, type Rate, type Row } from "./report.ts";
import { readFile } from "node:fs/promises";
import type { Pool } from "pg";

/** The SQL files of each peer, in the order in which they are loaded. */
type PeerFiles = Readonly<Partial<Record<PeerName, readonly string[] | undefined>>>;

interface Round {
  readonly update: Rate;
  readonly transfers: ReadonlyMap<PeerName, Rate>;
  readonly confirms: Rate;
}

/** Transfers of other ledgers to one account, and confirms of one merchant, in turn on the same server. */
export function confirmBesidePeers(files: PeerFiles, rounds: number, ms: number): Promise<readonly Row[]> {
  const given = peerNames.filter((name) => files[name] !== undefined);
  const missing = peerNames.filter((name) => files[name] === undefined).map(wanted);
  if (given.length === 0) throw new Error(`peers are not part of this repository: ${missing.join("; ")}`);
  if (missing.length > 0) console.log(`left out: ${missing.join("; ")}`);
  return onPostgres(async (bench) => {
    const opened: OpenPeer[] = [];
    try {
      for (const name of given) opened.push(await openPeer(name, files[name] ?? [], bench));
      const { confirmBy } = await openTills(bench);
      // A service that runs for days has long been compiled, and a session's plans made.
      await confirmBy(mostCallers, ms, hotMerchant);
      for (const { transfer } of opened) await rateOf(clients, ms / 3, transfer);
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const update = await rateOf(clients, ms, bench.updateRow);
        const transfers = new Map<PeerName, Rate>();
        for (const { name, transfer } of opened) transfers.set(name, await rateOf(clients, ms, transfer));
        measured.push({ update, transfers, confirms: await confirmBy(mostCallers, ms, hotMerchant) });
      }
      return describe(measured, given);
    } finally {
      await Promise.all(opened.map(({ close }) => close()));
    }
  });
}

function describe(rounds: readonly Round[], names: readonly PeerName[]): readonly Row[] {
  const rowOf = rateRows(rounds, ({ update }) => update);
  const transfersOf = (name: PeerName) => (round: Round) => {
    const rate = round.transfers.get(name);
    if (rate === undefined) throw new Error(`${name} was not measured`);
    return rate;
  };
  return [
    rowOf(`one row updated by ${clients} clients`, ({ update }) => update),
    ...names.map((name) => rowOf(`${name}: transfers to one account by ${clients} clients`, transfersOf(name))),
    rowOf(`confirms of one merchant by ${mostCallers} callers`, ({ confirms }) => confirms),
    ...names.map((name) => ({
      what: `confirms, beside transfers of ${name}`,
      measured: `${median(rounds.map((round) => round.confirms.perSecond / transfersOf(name)(round).perSecond)).toFixed(2)} ×`,
    })),
  ];
}

/** A third-party ledger. Its SQL is fetched beforehand and is not part of this repository. */
interface Peer {
  readonly files: string;
  /** Makes the accounts; then each call transfers 1 from one of many accounts to the same one. */
  readonly open: (pool: Pool) => Promise<() => Promise<unknown>>;
}

const givers = Array.from({ length: 2 * clients }, (_, index) => index + 1);

const peers = {
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

type PeerName = keyof typeof peers;

const peerNames: readonly PeerName[] = ["pgledger", "tb-perf"];

interface OpenPeer {
  readonly name: PeerName;
  readonly transfer: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Loads a peer's files, in order, into its own database on the bench's server, and creates its accounts. */
async function openPeer(name: PeerName, files: readonly string[], bench: PostgresBench): Promise<OpenPeer> {
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
function wanted(name: PeerName): string {
  return `--${name} FILE wants ${peers[name].files}`;
}

function refuse(name: PeerName) {
  return (cause: unknown): never => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`--${name}: ${reason}. ${wanted(name)}`, { cause });
  };
}
