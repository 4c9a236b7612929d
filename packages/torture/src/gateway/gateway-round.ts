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
import { refusingProgram, runService, startsOf, type ServiceCommand, until } from "../service-process.ts";
import { account, startEmulator, type EmulatorProcess } from "./emulator-process.ts";
import { gatewayDifferences, cardsWithoutToken, type GatewayBooks } from "./gateway-differences.ts";
import { keepGatewayBusy, type Load } from "./gateway-load.ts";
import { startRelay, type NotificationRelay } from "./notification-relay.ts";
import {
  openLiveShops,
  openOwnService,
  readGatewayBooks,
  type OwnService,
  moveUntilIdle,
  unfinishedWork,
  waitUntilIdle,
} from "./own-service.ts";
import { windowMethods, type Tally } from "./window-buyer.ts";

export interface GatewayPlan extends Load {
  /** The share of the gateway's calls that fail, 0 to 1. */
  readonly faults: number;
  /** The kinds of failures; by default those that take no time. */
  readonly kinds?: readonly NiceFaultKind[];
  /** How long a late call may take to take effect. */
  readonly latestSeconds: number;
  /** How long the service waits for such calls, after their deadline. */
  readonly settlesSeconds: number;
  /**
   * Whether the processes finish their work in real time while faults continue; otherwise this process finishes it with
   * a clock that it moves.
   */
  readonly waits: boolean;
  /** How long the gateway does not answer: it receives half of the calls and answers none. */
  readonly silentSeconds?: number;
  /**
   * The gateway charges and refunds without a request, and the service answers “refused” to unknown approvals in the
   * window: all must be found.
   */
  readonly isControl?: boolean;
}

export interface GatewayReport {
  readonly seed: string;
  readonly counts: Acknowledged["counts"];
  readonly kills: number;
  /** What buyers in the window did. */
  readonly ways: Tally;
  readonly notifications: NotificationRelay["counts"];
  readonly seconds: { readonly busy: number; readonly rest: number };
  readonly faults: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly books: GatewayBooks;
  readonly withoutToken: ReturnType<typeof cardsWithoutToken>;
  readonly differences: readonly string[];
}

const commands = ["serve", "work", "start"] as const;

/** Everything that runs in a round and ends with it. */
interface Running {
  readonly plan: GatewayPlan;
  readonly services: Victims["services"];
  readonly emulator: EmulatorProcess;
  readonly relay: NotificationRelay;
  readonly own: OwnService;
  readonly shops: Prepared["shops"];
  readonly firstDay: string;
}

/** Runs processes of the service in production mode with the emulated gateway, kills them, and compares all records. */
export async function runGatewayRound(plan: GatewayPlan): Promise<GatewayReport> {
  const server = await startPostgres({ durable: true });
  const emulator = await startEmulator();
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-torture-"));
  const settlesWithinMs = plan.settlesSeconds * 1_000;
  const own = await openOwnService({ databaseUrl: server.url, gatewayUrl: emulator.url, settlesWithinMs });
  const firstDay = seoulDay(own.now());
  const shops = await openLiveShops(own);
  const places = { databaseUrl: server.url, gatewayUrl: emulator.url, dataDir };
  const program = plan.isControl === true ? refusingProgram : undefined;
  const run = async (command: ServiceCommand) => runService(command, await settingsOf(plan, places), program);
  const [first, ...others] = commands;
  const services = [await run(first), ...(await Promise.all(others.map(run)))] as const;
  let relay: NotificationRelay | undefined;
  try {
    await Promise.all(services.map(({ started }) => started));
    relay = await startRelay(emulator.url, { services, seed: plan.seed });
    return await inRound({ plan, services, emulator, relay, own, shops, firstDay });
  } finally {
    await relay?.close();
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

/** Each process has an address of its own, which it keeps when it restarts. */
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
    WONFLOW_NICE_METHODS: windowMethods.join(","),
    // The same process by another name, as a window needs a host of its own.
    WONFLOW_WINDOW_URL: `http://localhost:${port}`,
    WONFLOW_NICE_SETTLES_SECONDS: String(settlesSeconds),
  };
}

async function inRound(running: Running): Promise<GatewayReport> {
  const { plan, emulator, own, relay } = running;
  const { seed, isControl = false } = plan;
  const began = performance.now();
  const acknowledged = nothingAcknowledged();
  await drawFaults(running, plan.faults);
  if (isControl) await emulator.loseApprovals();
  const [{ kills, ways }] = await Promise.all([
    keepGatewayBusy(plan, running, acknowledged),
    keepSilent(running, acknowledged),
  ]);
  const busy = Math.round((performance.now() - began) / 1_000);
  const rest = await finishWork(running, acknowledged);
  if (isControl) await deceive(running);
  // A day can be reconciled on the next one.
  own.move(dayMs);
  const books = await readGatewayBooks(own, emulator, running);
  const aDayLater = isControl ? [] : await differencesLater(running, acknowledged);
  return {
    seed,
    counts: acknowledged.counts,
    kills,
    ways,
    notifications: relay.counts,
    seconds: { busy, rest: rest.seconds },
    faults: await emulator.faults(),
    statuses: countsOf(books.payments.map(({ status }) => status)),
    books,
    withoutToken: cardsWithoutToken(books),
    differences: [...rest.left, ...relay.wrong, ...gatewayDifferences(acknowledged, books), ...aDayLater],
  };
}

/** Starts after a third of the payments; afterwards requests must succeed again without a restart. */
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
  if (counts.acknowledged === before) contradictions.push("no request succeeded after the gateway answered again");
  if (startsOf(services) > starts) contradictions.push("a process ended while the gateway did not answer");
}

/** A day later the service re-checks calls that the gateway did not find: none may have taken effect. */
async function differencesLater(running: Running, acknowledged: Acknowledged): Promise<readonly string[]> {
  const { own, emulator } = running;
  await moveUntilIdle(own);
  const books = await readGatewayBooks(own, emulator, running);
  const differences = [...(await unfinishedWork(own)), ...gatewayDifferences(acknowledged, books)];
  return differences.map((difference) => `a day later: ${difference}`);
}

/** Longer than until the final look-up. */
const dayMs = 25 * 60 * 60_000;

/** The longest wait: the time to confirm of an abandoned payment, and several tries to undo it. */
const restMs = 25 * 60_000;

interface Rest {
  /** Until no work was left for the first time. */
  readonly seconds: number;
  readonly left: readonly string[];
}

/**
 * Lets the processes finish their work while calls still fail, or finishes it with a moved clock; then repeats every
 * request that has a key.
 */
async function finishWork(running: Running, acknowledged: Acknowledged): Promise<Rest> {
  const { plan, services, own } = running;
  const { waits, latestSeconds, signal } = plan;
  const chance = chanceBy(`${plan.seed} repeats`);
  const within = { withinMs: restMs, signal };
  const seconds = waits ? await waitUntilIdle(own, within) : 0;
  await drawFaults(running, 0);
  if (waits) {
    await repeatAll(acknowledged, (request) => sendToAny(services, request, chance));
    await waitUntilIdle(own, within);
    await endAll(services);
    return { seconds, left: await unfinishedWork(own) };
  }
  await endAll(services);
  // Calls in flight take real time.
  await pause(latestSeconds * 1_000 + 500);
  await moveUntilIdle(own);
  await repeatAll(acknowledged, own.handler);
  await moveUntilIdle(own);
  return { seconds, left: await unfinishedWork(own) };
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

/** Sends a request to a process as soon as one runs. */
async function sendToAny(services: Victims["services"], request: Request, chance: Chance): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const url = anyOf(services, chance);
    try {
      if (url !== undefined) return await fetch(new Request(`${url}${pathname}`, request.clone()));
    } catch {
      // The process is restarting.
    }
    await pause(200);
  }
  throw new Error(`no process answers ${pathname}`);
}

const mostTries = 50;

/** Repeats every request that has a key: it must get the same answer again, if it had one. */
async function repeatAll(acknowledged: Acknowledged, handler: (request: Request) => Promise<Response>): Promise<void> {
  const requests = [...acknowledged.requests.keys()].values();
  const some = async () => {
    for (const request of requests) await repeat({ handler }, acknowledged, request);
  };
  await Promise.all(Array.from({ length: 8 }, some));
}

/** The gateway charges one payment a second time and refunds a part of another. */
async function deceive({ emulator }: Running): Promise<void> {
  const { approvals } = await emulator.records();
  // Not of the window, where the control's service is wrong too.
  const [charged, refunded] = approvals.filter(
    ({ orderId, held }) => orderId.startsWith("approval-") && held >= deceivedWon,
  );
  if (charged === undefined || refunded === undefined) throw new Error("too few payments for a control");
  await emulator.chargeAgain(charged.orderId);
  await emulator.refundByHand(refunded.orderId, deceivedWon);
}

const deceivedWon = 1_000;
