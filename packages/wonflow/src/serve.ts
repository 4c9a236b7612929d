import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { shippedCatalog } from "@wonflow/card-data";
import { type CardData, type Clock, type Payments, type Settings } from "@wonflow/core";
import { sandboxInstallmentFeeds, type SandboxCardNetwork, type SandboxPayoutBank } from "@wonflow/sandbox";
import { postgresStore, type PostgresStore } from "@wonflow/store-postgres";

import { checkSecret } from "./check-secret.ts";
import { systemClock } from "./clock.ts";
import { createPayments } from "./create-payments.ts";
import { developmentClock, type DevelopmentClock } from "./development-clock.ts";
import { keptSecret, publicUrlOf, SettingError, type Environment } from "./environment.ts";
import { createHandler } from "./handler.ts";
import type { Logger } from "./logger/logger.ts";
import { movableClock } from "./move-clock.ts";
import { nodeListener } from "./node-listener.ts";
import { registerDocumentationMerchant } from "./documentation-merchant.ts";
import { sandboxCardNetwork } from "./sandbox-card-network.ts";
import { sandboxPayoutBank } from "./sandbox-payout-bank.ts";
import { checkStartLinks, startPages } from "./start-page/start-pages.ts";
import type { StartLinks } from "./start-page/start-page.ts";
import { startWork } from "./work-loop.ts";

/** A service that runs in this process. */
export interface Service {
  /** Where the service can be reached, without a slash at the end. */
  readonly url: string;
  readonly payments: Payments;
  /**
   * Is no longer ready, and takes nothing new after `drainMs`. Answers what has begun and ends the loop of due work;
   * what is still under way `stopMs` later is cut off. Then closes the store.
   */
  stop(): Promise<void>;
}

/** The parts that the commands open before they do anything. */
export interface OpenedParts {
  readonly store: PostgresStore;
  readonly clock: DevelopmentClock;
  readonly secrets: readonly [string, ...string[]];
}

/**
 * Opens the store and the secret that the environment names. Rejects with `SettingError`,
 * `StoreUnavailable` or `DataFolderInUse`, each one line that says what to do.
 */
export async function openParts(environment: Environment): Promise<OpenedParts> {
  const { dataDir, databaseUrl } = environment;
  const { secrets, isNew } = await readSecrets(environment);
  const store = await postgresStore(databaseUrl === undefined ? { dataDir } : { url: databaseUrl });
  try {
    const clock = await developmentClock({ store });
    if (isNew) await keepIfFirst(environment, createPayments({ store, clock, cardNetworks: {}, secret: secrets }));
    return { store, secrets, clock };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A secret that was made just now is kept only where the database was not set up with another one. */
async function keepIfFirst(environment: Environment, { secret }: Payments): Promise<void> {
  if (await secret.isRight()) return;
  await rm(keptSecret(environment));
  throw new SettingError(
    "The database was set up with a secret that is not in the settings: set WONFLOW_SECRET to that one; " +
      "if it is lost, run WONFLOW_SECRET=… wonflow secret accept with a new one",
  );
}

/** What a service in development may be told besides. */
export interface DevelopmentOptions extends StartLinks {
  /** What buyers see at the checkout of the documentation merchant. */
  readonly name?: string;
}

/** What one process of a service does: takes requests, does what is due by itself, or both. */
export type ServicePart = "requests" | "work" | "both";

/** How a service is run. */
export interface ServeOptions extends DevelopmentOptions {
  /** What this process does of it; both by default. Any number of processes may share a server's database. */
  readonly part?: ServicePart;
}

/** Runs the service that an environment describes until it is stopped. */
export async function serve(
  environment: Environment,
  logger: Logger,
  { name, part = "both", ...links }: ServeOptions = {},
): Promise<Service> {
  checkPart(environment, part);
  const publicUrl = publicUrlOf(environment);
  await checkStartLinks(links);
  const server = createServer();
  const { store, secrets, clock } = await openParts(environment);
  let sandbox: Sandbox | undefined;
  try {
    checkClock(environment, clock);
    sandbox = environment.sandbox ? await openSandbox(environment, clock) : undefined;
    const documentationKeys = environment.mode === "development";
    const operators = createPayments({ store, clock, cardNetworks: {}, secret: secrets, logger });
    await checkSecret(operators, environment);
    if (documentationKeys) await registerDocumentationMerchant(operators, name);
    const port = part === "work" ? environment.port : await listen(server, environment);
    // Nothing is waited for from here on: the first request finds its handler.
    const url = publicUrl ?? `http://localhost:${port}`;
    const payments = createPayments({
      store,
      clock,
      cardNetworks: sandbox === undefined ? {} : { test: sandbox.network },
      payoutBanks: sandbox === undefined ? {} : { test: sandbox.bank },
      cardData: cardDataOf(environment, clock),
      secret: secrets,
      settings: settingsOf(environment, url),
      logger,
    });
    let isStopping = false;
    const ready = async () => {
      if (isStopping) return false;
      await store.ping();
      return true;
    };
    const mayStart = part === "requests" ? async () => false : documentationKeys ? clock.runs : undefined;
    const work = startWork(payments, { logger, ...(mayStart !== undefined && { mayStart }) });
    const movable = movableClock({ clock, store, payments, work, isStopping: () => isStopping });
    const { cardLookUps, rateLimits, trustedProxies, databaseUrl, docs } = environment;
    const settings = {
      ready,
      logger,
      cardLookUps,
      rateLimits,
      docs,
      ...(trustedProxies !== undefined && { trustedProxies }),
      // A folder belongs to one process, which counts in its memory.
      ...(databaseUrl !== undefined && { rateLimiter: store.rateLimiter }),
      ...(documentationKeys && { developmentClock: movable, beside: startPages({ ...links, reference: docs }) }),
    };
    server.on("request", nodeListener(createHandler(payments, settings)));
    const stop = async () => {
      isStopping = true;
      // Whoever hands out requests learns first that this process wants no more of them.
      const drained = systemClock.after(environment.drainMs).elapsed.then(() => close(server));
      await within(environment.drainMs + environment.stopMs, Promise.all([drained, work.stop()]));
      server.closeAllConnections();
      await within(closingMs, Promise.all([sandbox?.close(), store.close()]));
    };
    return { url, payments, stop };
  } catch (error) {
    await close(server);
    await Promise.all([sandbox?.close(), store.close()]);
    throw error;
  }
}

function settingsOf({ mode, operatorName, retention }: Environment, url: string): Partial<Settings> {
  const checkoutUrl = `${url}/checkout`;
  return { ...retention, checkoutUrl, operatorName: operatorName ?? null, documentationKeys: mode === "development" };
}

/** The folder of an embedded database belongs to one process. */
function checkPart({ databaseUrl }: Environment, part: ServicePart): void {
  if (part === "both" || databaseUrl !== undefined) return;
  throw new SettingError(
    "Requests and work run in processes of their own on a server's database only: set DATABASE_URL, or use wonflow start",
  );
}

/** Real payments are dated by real time. Throws a SettingError where the clock was moved ahead. */
export function checkClock({ mode }: Environment, clock: DevelopmentClock): void {
  if (mode === "development" || !clock.isAhead()) return;
  throw new SettingError(
    "The clock of this database was moved in development, and what is in it is dated by that: use another database",
  );
}

/** What look-ups know before anything is imported: what the sandbox offers where there is one, else nothing. */
function cardDataOf({ mode, sandbox }: Environment, clock: Clock): Partial<CardData> {
  if (!sandbox) return {};
  const installmentFeeds = sandboxInstallmentFeeds({ clock });
  // Nobody should choose from fictional cards in earnest.
  return { installmentFeeds, catalog: mode === "development" ? shippedCatalog : [] };
}

/** The simulated providers of test mode. */
export interface Sandbox {
  readonly network: SandboxCardNetwork;
  readonly bank: SandboxPayoutBank;
  readonly close: () => Promise<unknown>;
}

/** The sandbox, which remembers where the store is: in the database that processes share, or in the data folder. */
export async function openSandbox({ dataDir, databaseUrl }: Environment, clock: Clock): Promise<Sandbox> {
  const place = { clock, dataDir, url: databaseUrl };
  let network: SandboxCardNetwork | undefined;
  try {
    const cards = await sandboxCardNetwork(place);
    network = cards;
    const bank = await sandboxPayoutBank(place);
    return { network: cards, bank, close: () => Promise.all([cards.close(), bank.close()]) };
  } catch (error) {
    await network?.close();
    throw explainFolder(error, dataDir);
  }
}

function explainFolder(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new SettingError(
    `The data folder ${dataDir} can't be written to (${error.message}): set WONFLOW_DATA to another one`,
    { cause: error },
  );
}

/** How long the store may take to close; a server that no longer answers would keep it forever. */
const closingMs = 5_000;

/** Waits for some work, but no longer than so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const deadline = systemClock.after(ms);
  await Promise.race([work, deadline.elapsed]);
  deadline.cancel();
}

function listen(server: Server, { port, host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListening(error, port)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function explainListening(error: Error, port: number): Error {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new SettingError(`Port ${port} is taken: stop what uses it, or set PORT to another one`);
  if (code === "EACCES")
    return new SettingError(`Port ${port} is not allowed for this user: set PORT to one above 1023`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return new SettingError("HOST is no address of this machine");
  return error;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

interface ReadSecrets {
  readonly secrets: OpenedParts["secrets"];
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

/** The secrets of the environment; in development one that is made once and kept beside the data. */
async function readSecrets({ mode, dataDir, secrets }: Environment): Promise<ReadSecrets> {
  const [first, ...older] = secrets;
  if (first !== undefined) return { secrets: [first, ...older], isNew: false };
  if (mode === "production") throw new SettingError("WONFLOW_SECRET must be set in production");
  const path = keptSecret({ dataDir });
  let isNew = false;
  try {
    await mkdir(dataDir, { recursive: true });
    // Exclusive, so that of two first starts at once one makes it and both read the same.
    await writeFile(path, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
    isNew = true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw explainFolder(error, dataDir);
  }
  const secret = await readFile(path, "utf8").catch((error: unknown) => {
    throw explainFolder(error, dataDir);
  });
  return { secrets: [secret.trim()], isNew };
}
