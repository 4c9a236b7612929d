import type { CitusCluster } from "@wonflow/testkit/citus";
import { Client } from "pg";

import { openService } from "./books.ts";
import type { Prepared } from "./prepared.ts";

/** A new database for a round, with the prepared content. */
interface RoundDatabase<Content extends Prepared> {
  readonly url: string;
  readonly content: Content;
  readonly drop: () => Promise<unknown>;
}

interface Round {
  readonly seed: string;
  /** How long before the settlement its clock starts, in milliseconds; a second by default. */
  readonly untilSettlementMs?: number;
}

/** Where rounds have their databases. */
export interface Databases<Content extends Prepared = Prepared> {
  forRound(round: Round): Promise<RoundDatabase<Content>>;
  close(): Promise<unknown>;
}

type Prepare<Content extends Prepared> = (url: string) => Promise<Content>;

/** Prepares one database of a server; each round runs on a copy of it. */
export async function copiesOn<Content extends Prepared>(
  serverUrl: string,
  prefix: string,
  prepare: Prepare<Content>,
): Promise<Databases<Content>> {
  const name = nameOf(prefix);
  const drop = (each: string) => administer(serverUrl, `drop database if exists ${each} with (force)`);
  const close = () => drop(name).catch(() => undefined);
  await administer(serverUrl, `create database ${name}`);
  try {
    const content = await prepare(databaseOf(serverUrl, name));
    return {
      async forRound(round) {
        const own = nameOf(prefix, round);
        await administer(serverUrl, `create database ${own} template ${name}`);
        const url = databaseOf(serverUrl, own);
        await beforeSettlement(url, content, round);
        return { url, content, drop: () => drop(own) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Prepares a database for each round, as Citus can't copy one. */
export function newOnCluster<Content extends Prepared>(
  cluster: CitusCluster,
  prefix: string,
  prepare: Prepare<Content>,
): Databases<Content> {
  return {
    async forRound(round) {
      const { url, drop } = await cluster.newDatabase(nameOf(prefix, round));
      try {
        const content = await prepare(url);
        await beforeSettlement(url, content, round);
        return { url, content, drop };
      } catch (error) {
        await drop();
        throw error;
      }
    },
    close: async () => {},
  };
}

function nameOf(prefix: string, round?: Round): string {
  const own = round === undefined ? `${Date.now()}` : round.seed.replaceAll(/\W/g, "_").toLowerCase();
  return `wonflow_${prefix}_${process.pid}_${own}`;
}

async function beforeSettlement(
  url: string,
  { settledAt }: Prepared,
  { untilSettlementMs = 1_000 }: Round,
): Promise<void> {
  const { clock, close } = await openService(url);
  const held = await clock.hold();
  await held?.show(settledAt - untilSettlementMs);
  await held?.letGo();
  await close();
}

export async function administer(serverUrl: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: serverUrl });
  // A server that is killed meanwhile fails only the statement.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function databaseOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
