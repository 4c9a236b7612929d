import { setTimeout as pause } from "node:timers/promises";

import type { UnreliableNetwork } from "@wonflow/testkit/postgres";

import type { Chance } from "./chance.ts";
import type { Shards } from "./cluster/shards.ts";
import type { ClusterVictims, Server } from "./cluster/victims.ts";
import type { ServiceProcess } from "./service-process.ts";

export interface Victims {
  readonly services: readonly [ServiceProcess, ...ServiceProcess[]];
  /** The network between the services and their database. */
  readonly network: UnreliableNetwork;
  /** The database's server, the coordinator of a cluster; undefined if it must not be killed. */
  readonly server: Server | undefined;
  /** The rest of a cluster; undefined on a single server. */
  readonly cluster?: ClusterVictims | undefined;
}

export type Toll = Record<
  "databases" | "workers" | "hung" | "sessions" | "services" | "connections" | "moves" | "brokenMoves",
  number
>;

export const noToll = (): Toll => ({
  databases: 0,
  workers: 0,
  hung: 0,
  sessions: 0,
  services: 0,
  connections: 0,
  moves: 0,
  brokenMoves: 0,
});

type Disturbance = (victims: Victims, chance: Chance, toll: Toll) => Promise<unknown>;

async function killDatabase({ server }: Victims, chance: Chance, toll: Toll): Promise<void> {
  if (server === undefined) return;
  toll.databases += 1;
  await server.kill();
  await pause(chance.between(0, 500));
  await server.start();
}

async function killSession({ server }: Victims, _chance: Chance, toll: Toll): Promise<void> {
  if (server === undefined) return;
  toll.sessions += 1;
  await server.kill("a session");
}

/** Half of the time while a shard moves. */
async function killWorker({ cluster }: Victims, chance: Chance, toll: Toll): Promise<void> {
  if (cluster === undefined) return;
  const { workers, shards } = cluster;
  const worker = chance.pick(workers);
  if (chance.of(0.5)) await untilMoving(shards);
  await pause(chance.between(0, 400));
  toll.workers += 1;
  await worker.kill();
  await pause(chance.between(0, 1_500));
  await worker.start();
}

async function untilMoving(shards: Shards): Promise<void> {
  for (let waited = 0; !shards.isMoving() && waited < 2_000; waited += 10) await pause(10);
}

async function killSessionOfWorker({ cluster }: Victims, chance: Chance, toll: Toll): Promise<void> {
  if (cluster === undefined) return;
  toll.sessions += 1;
  await chance.pick(cluster.workers).kill("a session");
}

async function hangWorker({ cluster }: Victims, chance: Chance, toll: Toll): Promise<void> {
  if (cluster === undefined) return;
  const worker = chance.pick(cluster.workers);
  if (chance.of(0.5)) await untilMoving(cluster.shards);
  toll.hung += 1;
  await worker.hang(chance.between(200, 4_000));
}

/** Moves one shard after the other while all nodes are up. */
async function keepMoving({ shards, moves }: ClusterVictims, toll: Toll, isOver: () => boolean): Promise<void> {
  do {
    await pause(moves.between(0, 300));
    const outcome = await shards.move(moves);
    if (outcome === "moved") toll.moves += 1;
    if (outcome === "broken") toll.brokenMoves += 1;
  } while (!isOver());
}

async function killService({ services }: Victims, chance: Chance, toll: Toll): Promise<void> {
  if (chance.pick(services).kill()) toll.services += 1;
}

async function breakAtCommits({ network }: Victims, chance: Chance, toll: Toll): Promise<void> {
  for (let left = chance.between(1, 4); left > 0; left -= 1) {
    const broken = network.breakAtCommit(chance.pick(["sent", "answered"]));
    const happened = await Promise.race([broken.then(() => true), pause(300, false)]);
    if (happened) toll.connections += 1;
  }
}

async function breakAll({ network }: Victims, chance: Chance, toll: Toll): Promise<void> {
  toll.connections += 1;
  if (chance.of(0.5)) network.breakConnections();
  else network.resetConnections();
}

async function slowDown({ network }: Victims, chance: Chance): Promise<void> {
  network.delay(chance.between(2, 40));
  await pause(chance.between(50, 300));
  network.delay(0);
}

async function freeze({ network }: Victims, chance: Chance, toll: Toll): Promise<void> {
  network.freeze();
  await pause(chance.between(50, 400));
  network.thaw();
  // Dropped bytes are not sent again, so such connections are broken.
  toll.connections += 1;
  network.breakConnections();
}

const disturbances: readonly [Disturbance, ...Disturbance[]] = [
  killService,
  killService,
  killSession,
  breakAtCommits,
  breakAtCommits,
  breakAll,
  slowDown,
  freeze,
  killDatabase,
];

const disturbancesOfCluster: typeof disturbances = [
  ...disturbances,
  killWorker,
  killWorker,
  killDatabase,
  killSessionOfWorker,
  hangWorker,
];

interface Disturbing {
  readonly ms: number;
  /** The longest pause between two disturbances; 600 ms by default. */
  readonly mostPauseMs?: number;
}

/** Disturbs a round for this many milliseconds, and kills the database, or a worker of a cluster, at least once. */
export async function disturb(victims: Victims, chance: Chance, { ms, mostPauseMs = 600 }: Disturbing): Promise<Toll> {
  const toll = noToll();
  const { cluster, server } = victims;
  const began = performance.now();
  const passed = () => performance.now() - began;
  const kill = cluster === undefined ? killDatabase : killWorker;
  const isKilled = () => server === undefined || (cluster === undefined ? toll.databases : toll.workers) > 0;
  const all = cluster === undefined ? disturbances : disturbancesOfCluster;
  const killAt = chance.between(Math.round(ms * 0.3), Math.round(ms * 0.9));
  let isOver = false;
  const moving = cluster === undefined ? undefined : keepMoving(cluster, toll, () => isOver);
  try {
    while (passed() < ms) {
      await pause(Math.min(chance.between(100, mostPauseMs), Math.max(0, ms - passed())));
      const disturbance = passed() >= killAt && !isKilled() ? kill : chance.pick(all);
      await disturbance(victims, chance, toll);
    }
    if (!isKilled()) await kill(victims, chance, toll);
  } finally {
    isOver = true;
    await moving;
    await cluster?.untilReady();
  }
  return toll;
}

interface Killing {
  readonly victims: Victims["services"];
  /** The longest pause between two kills. */
  readonly mostMs: number;
  readonly isOver: () => boolean;
}

/**
 * Kills victims from time to time until it is over, and returns how often. One service that accepts requests is always
 * left: otherwise no request would succeed on a slow machine, where starts take longer than the pauses between kills.
 */
export async function killServices(
  services: Victims["services"],
  chance: Chance,
  { victims, mostMs, isOver }: Killing,
): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    await pause(chance.between(Math.round(mostMs / 10), mostMs));
    const victim = chance.pick(victims);
    const isOneLeft = services.some((service) => service !== victim && service.url() !== undefined);
    if (!isOver() && isOneLeft && victim.kill()) kills += 1;
  }
  return kills;
}
