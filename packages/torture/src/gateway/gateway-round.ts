import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import type { NiceFaultKind } from "@wonflow/nice-emulator";
import { freePort } from "@wonflow/testkit/free-port";
import { startPostgres } from "@wonflow/testkit/postgres";

import { nothingAcknowledged, type Acknowledged } from "../acknowledged.ts";
import { chanceBy, type Chance } from "../chance.ts";
import type { Victims } from "../disturb.ts";
import { seoulDay, type Prepared } from "../prepared.ts";
import { repeat } from "../read-books.ts";
import { anyOf, endAll } from "../round.ts";
import { runService, startsOf, type ServiceCommand } from "../service-process.ts";
import { until } from "../until.ts";
import { account, startEmulator, type EmulatorProcess } from "./emulator-process.ts";
import { gatewayDifferences, unnamedCards } from "./gateway-differences.ts";
import type { GatewayBooks } from "./gateway-books.ts";
import { keepGatewayBusy, type Load } from "./gateway-load.ts";
import { openLiveShops, openOwnService, readGatewayBooks, type OwnService } from "./own-service.ts";
import { passUntilRest, restless, waitForRest } from "./rest.ts";

export interface GatewayPlan extends Load {
  /** The share of the gateway's calls that go wrong, 0 to 1. */
  readonly faults: number;
  /** The kinds of what goes wrong; if left out, those that take no time. */
  readonly kinds?: readonly NiceFaultKind[];
  /** How late calls take effect that are late, at most. */
  readonly latestSeconds: number;
  /** How long the service waits for such calls, after their deadline. */
  readonly settlesSeconds: number;
  /**
   * Whether the processes themselves come to rest, in real time, while faults go on; otherwise that is done in their
   * place, with a clock that is moved.
   */
  readonly waits: boolean;
  /** How long the gateway is silent in the middle: it hears of half of the calls, and answers none. */
  readonly silentSeconds?: number;
  /** The gateway charges and gives back what nobody asked for, which must be found. */
  readonly isControl?: boolean;
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

const commands = ["serve", "work", "start"] as const;

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
  const [kills] = await Promise.all([keepGatewayBusy(plan, running, acknowledged), keepSilent(running, acknowledged)]);
  const busy = Math.round((performance.now() - began) / 1_000);
  const rest = await comeToRest(running, acknowledged);
  if (isControl) await deceive(running);
  // A day can be reconciled on the next one.
  own.move(dayMs);
  const books = await readGatewayBooks(own, emulator, running);
  const aDayLater = isControl ? [] : await differencesLater(running, acknowledged);
  return {
    seed,
    counts: acknowledged.counts,
    kills,
    seconds: { busy, rest: rest.seconds },
    faults: await emulator.faults(),
    statuses: countsOf(books.payments.map(({ status }) => status)),
    books,
    unnamed: unnamedCards(books),
    differences: [...rest.left, ...gatewayDifferences(acknowledged, books), ...aDayLater],
  };
}

/** Begins once some were paid; afterwards something must be done again, without a restart. */
async function keepSilent(
  { plan, emulator, services }: Running,
  { counts, contradictions }: Acknowledged,
): Promise<void> {
  const { silentSeconds = 0, latestSeconds, seed } = plan;
  if (silentSeconds === 0) return;
  await until(() => counts.orders * 3 > plan.payments);
  const starts = startsOf(services);
  const kinds = ["no-answer", "request-lost"] as const;
  const drawn = chanceBy(`${seed} silence`).between(0, 2 ** 31);
  await emulator.drawFaults({ rate: 1, latestMs: latestSeconds * 1_000, seed: drawn, kinds });
  await pause(silentSeconds * 1_000);
  await emulator.drawFaults({ rate: 0, latestMs: latestSeconds * 1_000, seed: drawn });
  const before = counts.acknowledged;
  await until(() => counts.acknowledged > before);
  if (counts.acknowledged === before) contradictions.push("nothing was done when the gateway answered again");
  if (startsOf(services) > starts) contradictions.push("a process ended while the gateway was silent");
}

/** What ended because the gateway did not find it is looked at once more a day later: nothing may have come of it. */
async function differencesLater(running: Running, acknowledged: Acknowledged): Promise<readonly string[]> {
  const { own, emulator } = running;
  await passUntilRest(own);
  const books = await readGatewayBooks(own, emulator, running);
  const differences = [...(await restless(own)), ...gatewayDifferences(acknowledged, books)];
  return differences.map((difference) => `a day later: ${difference}`);
}

/** Longer than that last look takes to come. */
const dayMs = 25 * 60 * 60_000;

/** The longest wait for rest: the time to confirm of a payment that was left, and several tries of its undoing. */
const restMs = 25 * 60_000;

interface Rest {
  /** Until all was at rest the first time. */
  readonly seconds: number;
  readonly left: readonly string[];
}

/**
 * Lets the processes end what is under way while calls go on failing, or does it in their place with a clock that is
 * moved; then repeats every request that has a key.
 */
async function comeToRest(running: Running, acknowledged: Acknowledged): Promise<Rest> {
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
    return { seconds, left: await restless(own) };
  }
  await endAll(services);
  // What is on its way takes real time.
  await pause(latestSeconds * 1_000 + 500);
  await passUntilRest(own);
  await repeatAll(acknowledged, own.handler);
  await passUntilRest(own);
  return { seconds, left: await restless(own) };
}

function drawFaults({ plan, emulator }: Running, rate: number): Promise<unknown> {
  const seed = chanceBy(`${plan.seed} faults`).between(0, 2 ** 31);
  const { latestSeconds, kinds } = plan;
  return emulator.drawFaults({ rate, latestMs: latestSeconds * 1_000, seed, ...(kinds && { kinds }) });
}

function countsOf(texts: readonly string[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length] as const);
  return Object.fromEntries(groups.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Sends a request to a process, as soon as one runs. */
async function sendToAny(services: Victims["services"], request: Request, chance: Chance): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const url = anyOf(services, chance);
    try {
      if (url !== undefined) return await fetch(new Request(`${url}${pathname}`, request.clone()));
    } catch {
      // It is starting again.
    }
    await pause(200);
  }
  throw new Error(`no process answers ${pathname}`);
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

/** The gateway charges one payment a second time, and gives a part of another back. */
async function deceive({ emulator }: Running): Promise<void> {
  const { approvals } = await emulator.book();
  const [charged, refunded] = approvals.filter(({ held }) => held >= deceivedWon);
  if (charged === undefined || refunded === undefined) throw new Error("too little was paid for a control");
  await emulator.chargeAgain(charged.orderId);
  await emulator.refundByHand(refunded.orderId, deceivedWon);
}

const deceivedWon = 1_000;
