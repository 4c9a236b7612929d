import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CitusCluster } from "@wonflow/testkit/citus";
import { unreliableNetwork } from "@wonflow/testkit/postgres";
import { nothingAcknowledged, type Acknowledged } from "./acknowledged.ts";
import { openService } from "./books.ts";
import { chanceBy, type Chance } from "./chance.ts";
import { keepBusy, type Market } from "./clients.ts";
import { differencesOf } from "./differences.ts";
import { clusterVictims, type Server, calmProblems } from "./cluster/victims.ts";
import type { Databases } from "./databases.ts";
import { disturb, type Toll, type Victims } from "./disturb.ts";
import { usualHabits } from "./habits.ts";
import { sandboxCards, type Prepared } from "./prepared.ts";
import { finishWork, readBooks } from "./read-books.ts";
import {
  runService,
  type ServiceCommand,
  type ServiceProcess,
  type ServiceSettings,
  until,
} from "./service-process.ts";

export interface RoundPlan {
  readonly seed: string;
  /** How long clients send requests and processes are killed. */
  readonly seconds: number;
  readonly place: Place;
  /** What runs; by default two processes that accept requests and one that does due work. */
  readonly processes?: readonly [ServiceCommand, ...ServiceCommand[]] | undefined;
  /** The trouble meanwhile; by default random kills and cuts. */
  readonly trouble?: Trouble | undefined;
  /** Prepares the database for this version, which reads the books after all processes have ended. */
  readonly beforeReading?: (url: string) => Promise<unknown>;
  /** The secret of the processes at the end, if it has changed. */
  readonly lastSecret?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Causes trouble while clients are busy. */
export type Trouble = (stage: Stage) => Promise<Toll>;

export interface Stage {
  readonly victims: Victims;
  readonly settings: ServiceSettings;
  readonly acknowledged: Acknowledged;
  readonly chance: Chance;
  /** How long it lasts. */
  readonly ms: number;
}

/** Where a round has its database, and what of it may be killed. */
export interface Place<Content extends Prepared = Prepared> {
  readonly databases: Databases<Content>;
  readonly server: Server | undefined;
  readonly cluster?: CitusCluster | undefined;
}

export interface RoundReport {
  readonly seed: string;
  readonly counts: Acknowledged["counts"];
  readonly toll: Toll;
  /** How many records were compared. */
  readonly compared: { readonly payments: number; readonly payouts: number; readonly settlements: number };
  /** Everything that was lost, doubled or contradicted. */
  readonly differences: readonly string[];
}

const clients = 6;

/** Servers take seconds to recover: with the usual pauses hardly any request would find all nodes up. */
const pauseOnClusterMs = 1_500;

/** Runs several processes of the service under load with kills and cuts, and compares all books at the end. */
export async function runRound(plan: RoundPlan): Promise<RoundReport> {
  const { seed, place } = plan;
  const { url, content: prepared, drop } = await place.databases.forRound({ seed });
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-torture-"));
  const network = await unreliableNetwork(url);
  const settings = { DATABASE_URL: network.url, WONFLOW_DATA: dataDir };
  const run = (command: ServiceCommand) => runService(command, settings);
  const [first, ...others] = plan.processes ?? (["serve", "serve", "work"] as const);
  const services = [run(first), ...others.map(run)] as const;
  try {
    await Promise.all(services.map(({ started }) => started));
    const acknowledged = nothingAcknowledged();
    const cluster = clusterVictims(url, place, seed);
    const victims: Victims = { services, network, server: place.server, cluster };
    const toll = await underLoad({ ...plan, prepared }, { victims, settings, acknowledged });
    if (cluster !== undefined) acknowledged.contradictions.push(...(await calmProblems(url, cluster)));
    await endAll(services);
    await network.close();
    await plan.beforeReading?.(url);
    return {
      seed,
      counts: acknowledged.counts,
      toll,
      ...(await compare({ url, secret: plan.lastSecret }, prepared, acknowledged)),
    };
  } finally {
    await endAll(services);
    await network.close();
    await rm(dataDir, { recursive: true, force: true });
    await drop();
  }
}

export async function endAll(services: readonly ServiceProcess[]): Promise<void> {
  await Promise.all(services.map((service) => service.end()));
}

async function underLoad(
  plan: RoundPlan & { readonly prepared: Prepared },
  running: Pick<Stage, "victims" | "settings" | "acknowledged">,
): Promise<Toll> {
  const { seed, seconds, prepared, trouble = killsAndCuts, signal } = plan;
  const { victims, acknowledged } = running;
  let isOver = false;
  const market: Market = {
    shops: prepared.shops,
    settled: prepared,
    cards: sandboxCards,
    habits: usualHabits,
    leavesOpen: 0.5,
    acknowledged,
    isOver: () => isOver || signal?.aborted === true,
    anyUrl: (chance: Chance) => anyOf(victims.services, chance),
  };
  const busy = Array.from({ length: clients }, (_, n) =>
    keepBusy(market, chanceBy(`${seed} client ${n}`), `${seed}-${n}`),
  );
  // However slow the machine is, something is acknowledged that the trouble could lose.
  await until(() => acknowledged.facts.length > 0);
  const toll = await trouble({ ...running, chance: chanceBy(`${seed} disturbances`), ms: seconds * 1_000 });
  isOver = true;
  await Promise.all(busy);
  return toll;
}

const killsAndCuts: Trouble = ({ victims, chance, ms }) =>
  disturb(victims, chance, { ms, ...(victims.cluster !== undefined && { mostPauseMs: pauseOnClusterMs }) });

/** A URL to which a request may be sent now. */
export function anyOf(services: readonly ServiceProcess[], chance: Chance): string | undefined {
  const [first, ...others] = services.map(({ url }) => url()).filter((url) => url !== undefined);
  return first === undefined ? undefined : chance.pick([first, ...others]);
}

interface Compared {
  readonly url: string;
  readonly secret: string | undefined;
}

async function compare({ url, secret }: Compared, prepared: Prepared, acknowledged: Acknowledged) {
  const compared = { payments: 0, payouts: 0, settlements: 0 };
  try {
    const service = await openService(url, { secret });
    try {
      await finishWork(service, prepared, acknowledged);
      const books = await readBooks(service, prepared);
      const { payments, payouts, settlements } = books;
      const differences = differencesOf(acknowledged, books);
      const counted = { payments: payments.length, payouts: payouts.length, settlements: settlements.length };
      return { compared: counted, differences };
    } finally {
      await service.close();
    }
  } catch (error) {
    // Unreadable books count as lost.
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { compared, differences: [...acknowledged.contradictions, `the books could not be read: ${reason}`] };
  }
}

const mostShown = 10;

/** The kills and other disturbances of some rounds. */
export function tollText(tolls: readonly Toll[]): string {
  const sum = (name: keyof Toll) => tolls.reduce((all, toll) => all + toll[name], 0);
  const workers = sum("workers") > 0 ? `, workers ${sum("workers")}` : "";
  const hung = sum("hung") > 0 ? `; hung: workers ${sum("hung")}` : "";
  const moved = sum("moves") + sum("brokenMoves");
  const moves = moved > 0 ? `; moved: ${sum("moves")} shards, and ${sum("brokenMoves")} moves broken off` : "";
  const killed = `database ${sum("databases")}${workers}, sessions ${sum("sessions")}, processes ${sum("services")}`;
  return `killed: ${killed}; cut ${sum("connections")}${hung}${moves}`;
}

/** A round in one line, followed by its differences. */
export function roundText({ seed, counts, toll, compared, differences }: RoundReport): string {
  const { requests, acknowledged, unavailable, unknown } = counts;
  const books = `compared: ${compared.payments} payments, ${compared.payouts} payouts, ${compared.settlements} settlements`;
  const line = [
    `round ${seed}: ${requests} requests, ${acknowledged} acknowledged, ${unavailable} unavailable, ${unknown} unknown`,
    tollText([toll]),
    books,
    differences.length === 0 ? "nothing lost" : `${differences.length} DIFFERENCES`,
  ].join("; ");
  const more = differences.length > mostShown ? [`and ${differences.length - mostShown} more`] : [];
  return [line, ...differences.slice(0, mostShown), ...more].join("\n  - ");
}
