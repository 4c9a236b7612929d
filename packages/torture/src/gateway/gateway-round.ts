import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { niceTestCards } from "@wonflow/nice-emulator";
import { freePort } from "@wonflow/testkit/free-port";
import { startPostgres } from "@wonflow/testkit/postgres";

import { nothingAcknowledged, type Acknowledged } from "../acknowledged.ts";
import { chanceBy, type Chance } from "../chance.ts";
import { keepBusy, payingHabits, type Market } from "../clients.ts";
import { killServices, type Victims } from "../disturb.ts";
import { cardEntry, seoulDay, type Cards, type Prepared } from "../prepared.ts";
import { repeat } from "../read-books.ts";
import { anyOf, endAll } from "../round.ts";
import { runService, type ServiceCommand } from "../service-process.ts";
import { account, startEmulator, type EmulatorProcess } from "./emulator-process.ts";
import { gatewayDifferences, unnamedCards } from "./gateway-differences.ts";
import type { GatewayBooks } from "./gateway-books.ts";
import { openLiveShops, openOwnService, readGatewayBooks, type OwnService } from "./own-service.ts";
import { passUntilRest, restless, waitForRest } from "./rest.ts";

export interface GatewayPlan {
  readonly seed: string;
  /** How many payments clients begin, at least. */
  readonly payments: number;
  /** The share of the gateway's calls that go wrong, 0 to 1. */
  readonly faults: number;
  /** How late calls take effect that are late, at most. */
  readonly latestSeconds: number;
  /** How long the service waits for such calls, after their deadline. */
  readonly settlesSeconds: number;
  /** The longest time between two kills of a process; 0 kills none. */
  readonly killsWithinMs: number;
  /**
   * Whether the processes themselves come to rest, in real time, while faults go on; otherwise that is done in their
   * place, with a clock that is moved.
   */
  readonly waits: boolean;
  /** The gateway breaks its promise and gives back by itself, which must be found. */
  readonly isControl?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface GatewayReport {
  readonly seed: string;
  readonly counts: Acknowledged["counts"];
  readonly kills: number;
  readonly seconds: { readonly busy: number; readonly rest: number };
  readonly faults: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly books: GatewayBooks;
  readonly unnamed: ReturnType<typeof unnamedCards>;
  readonly differences: readonly string[];
}

const clients = 12;

const commands = ["serve", "work", "start"] as const;

/** Numbers with which something is refused, or approved with an answer that no manual explains. */
const badCards = ["9490000000000101", "9490000000000013", "9490000000000999"];

const goodCards = niceTestCards.filter(({ what }) => what.startsWith("approved, ") && !what.includes("answer"));

const cards: Cards = {
  typed: [
    cardEntry(goodCards[0]?.number ?? ""),
    ...[...goodCards.map(({ number }) => number), ...badCards].map(cardEntry),
  ],
  stored: cardEntry(goodCards[0]?.number ?? ""),
};

/** Everything that runs in a round: it ends together. */
interface Running {
  readonly plan: GatewayPlan;
  readonly services: Victims["services"];
  readonly emulator: EmulatorProcess;
  readonly own: OwnService;
  readonly shops: Prepared["shops"];
  readonly firstDay: string;
}

/** Runs processes of the service in production over the emulated gateway, kills them, and compares all books at rest. */
export async function runGatewayRound(plan: GatewayPlan): Promise<GatewayReport> {
  const server = await startPostgres({ durable: true });
  const emulator = await startEmulator();
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-torture-"));
  const settlesWithinMs = plan.settlesSeconds * 1_000;
  const own = await openOwnService({ databaseUrl: server.url, gatewayUrl: emulator.url, settlesWithinMs });
  const firstDay = seoulDay(own.now());
  const shops = await openLiveShops(own);
  const run = async (command: ServiceCommand) =>
    runService(command, await settingsOf(plan, { databaseUrl: server.url, gatewayUrl: emulator.url, dataDir }));
  const [first, ...others] = commands;
  const services = [await run(first), ...(await Promise.all(others.map(run)))] as const;
  try {
    await Promise.all(services.map(({ started }) => started));
    return await inRound({ plan, services, emulator, own, shops, firstDay });
  } finally {
    await endAll(services);
    await own.close();
    await emulator.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Places {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  readonly dataDir: string;
}

/** Each process has an address of its own, at which it starts again. */
async function settingsOf({ settlesSeconds }: GatewayPlan, { databaseUrl, gatewayUrl, dataDir }: Places) {
  const port = String(await freePort());
  return {
    DATABASE_URL: databaseUrl,
    WONFLOW_DATA: dataDir,
    WONFLOW_MODE: "production",
    HOST: "127.0.0.1",
    PORT: port,
    WONFLOW_URL: `http://127.0.0.1:${port}`,
    WONFLOW_RATE_LIMITS: "off",
    WONFLOW_TRUSTED_PROXIES: "none",
    WONFLOW_NICE_URL: gatewayUrl,
    WONFLOW_NICE_CLIENT_KEY: account.clientKey,
    WONFLOW_NICE_SECRET_KEY: account.secretKey,
    WONFLOW_NICE_SETTLES_SECONDS: String(settlesSeconds),
  };
}

async function inRound(running: Running): Promise<GatewayReport> {
  const { plan, emulator, own } = running;
  const { seed, isControl = false } = plan;
  const began = performance.now();
  const acknowledged = nothingAcknowledged();
  await drawFaults(running, plan.faults);
  if (isControl) await emulator.breakNext("approve", { arrivesAfterMs: brokenPromiseMs }, brokenPromises);
  const kills = await underLoad(running, acknowledged);
  const busy = Math.round((performance.now() - began) / 1_000);
  const rest = await comeToRest(running, acknowledged);
  if (isControl) await breakPromises(running);
  // What ended as not found is looked at once more, and the day can be reconciled.
  own.move(dayMs);
  if (!isControl) await passUntilRest(own);
  const left = await restless(own);
  const books = await readGatewayBooks(own, emulator, running);
  return {
    seed,
    counts: acknowledged.counts,
    kills,
    seconds: { busy, rest },
    faults: await emulator.faults(),
    statuses: countsOf(books.payments.map(({ status }) => status)),
    books,
    unnamed: unnamedCards(books),
    differences: [...(isControl ? [] : left), ...gatewayDifferences(acknowledged, books)],
  };
}

/** Longer than the last look at what was not found takes to come. */
const dayMs = 25 * 60 * 60_000;

/** The longest wait for rest: the time to confirm of a payment that was left, and several tries of its undoing. */
const restMs = 25 * 60_000;

/**
 * Lets the processes end what is under way while calls go on failing, or does it in their place with a clock that is
 * moved; then repeats every request that has a key. Answers the seconds until all was at rest the first time.
 */
async function comeToRest(running: Running, acknowledged: Acknowledged): Promise<number> {
  const { plan, services, own } = running;
  const { waits, latestSeconds, signal } = plan;
  const chance = chanceBy(`${plan.seed} repeats`);
  const within = { withinMs: restMs, signal };
  const seconds = waits ? await waitForRest(own, within) : 0;
  await drawFaults(running, 0);
  if (waits) {
    await repeatAll(acknowledged, (request) => sendToAny(services, request, chance));
    await waitForRest(own, within);
    await endAll(services);
    return seconds;
  }
  await endAll(services);
  // What is on its way takes real time.
  await pause(latestSeconds * 1_000 + 500);
  await passUntilRest(own);
  await repeatAll(acknowledged, own.handler);
  await passUntilRest(own);
  return seconds;
}

function drawFaults({ plan, emulator }: Running, rate: number): Promise<unknown> {
  const seed = chanceBy(`${plan.seed} faults`).between(0, 2 ** 31);
  return emulator.drawFaults({ rate, latestMs: plan.latestSeconds * 1_000, seed });
}

function countsOf(texts: readonly string[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length] as const);
  return Object.fromEntries(groups.toSorted());
}

/** Clients buy until there are payments enough, while processes are killed. */
async function underLoad({ plan, services, shops }: Running, acknowledged: Acknowledged): Promise<number> {
  const { seed, payments, killsWithinMs, signal } = plan;
  const market: Market = {
    shops,
    cards,
    habits: payingHabits,
    walksAway: 0.3,
    acknowledged,
    isOver: () => acknowledged.counts.orders >= payments || signal?.aborted === true,
    anyUrl: (chance: Chance) => anyOf(services, chance),
  };
  let isOver = false;
  const busy = Array.from({ length: clients }, (_, n) =>
    keepBusy(market, chanceBy(`${seed} client ${n}`), `${seed}-${n}`),
  );
  const over = Promise.all(busy).then(() => (isOver = true));
  const chance = chanceBy(`${seed} disturbances`);
  const kills =
    killsWithinMs === 0 ? 0 : await killServices(services, chance, { mostMs: killsWithinMs, isOver: () => isOver });
  await over;
  return kills;
}

/** Sends a request to a process, as soon as one runs. */
async function sendToAny(services: Victims["services"], request: Request, chance: Chance): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (let tried = 1; ; tried += 1) {
    const url = anyOf(services, chance);
    try {
      if (url !== undefined) return await fetch(new Request(`${url}${pathname}`, request.clone()));
    } catch (error) {
      if (tried === mostTries) throw error;
    }
    await pause(200);
  }
}

const mostTries = 50;

/** Sends every request that has a key once more: it must get the answer that it got, if it got one. */
async function repeatAll(acknowledged: Acknowledged, handler: (request: Request) => Promise<Response>): Promise<void> {
  const requests = [...acknowledged.requests.keys()].values();
  const some = async () => {
    for (const request of requests) await repeat({ handler }, acknowledged, request);
  };
  await Promise.all(Array.from({ length: 8 }, some));
}

const brokenPromises = 2;
const brokenPromiseMs = 8_000;

/** Waits for approvals that come later than promised, and gives a part back by hand. */
async function breakPromises({ emulator, plan }: Running): Promise<void> {
  const { approvals } = await emulator.book();
  const paid = approvals.find(({ held }) => held > 1_000);
  if (paid !== undefined) await emulator.refundByHand(paid.orderId, 1_000);
  await pause(brokenPromiseMs, undefined, { ...(plan.signal && { signal: plan.signal }) });
}
