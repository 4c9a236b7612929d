import type { Payments } from "@wonflow/core";
import type { CitusState } from "@wonflow/store-postgres";
import { createPayments } from "../create-payments.ts";
import { liveOf, publicUrlOf, type Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import { liveGateways } from "../gateways/live-gateways.ts";
import { createHandler } from "../handler.ts";
import type { Logger } from "../logger/logger.ts";
import { movableClock } from "../clock/move-clock.ts";
import { nodeListener } from "../node-listener.ts";
import { checkStartLinks, type StartLinks } from "../start-page/start-page.ts";
import { startWork } from "../work-loop.ts";
import { checkSecret, checkClock } from "./start-checks.ts";
import { openCommandSocket, type CommandSocket } from "./command-socket.ts";
import { sandboxWindowUrl } from "../sandbox-window.ts";
import { registerDocumentationMerchant } from "./documentation-merchant.ts";
import { handlerSettings, paymentsOptions } from "./from-environment.ts";
import { answer, close } from "./connections.ts";
import { listen, newServer, stopInOrder } from "./http-server.ts";
import { openMetrics } from "./metrics-listener.ts";
import { openParts, openSandbox, type Sandbox } from "./open-parts.ts";

export interface Service {
  readonly url: string;
  /** The address of its metrics; undefined if the settings have no port for them. */
  readonly metricsUrl: string | undefined;
  readonly payments: Payments;
  /** How merchants are spread over Citus; undefined if the database has none. */
  readonly citus: CitusState | undefined;
  /** Resolves if the data folder is lost permanently: every call fails from then on. */
  readonly lost: Promise<Error>;
  /**
   * Fails `/readyz` at once, accepts no connection after `drainMs`, and lets running requests and due work
   * end. Cuts off what still runs `stopMs` later, then closes the store.
   */
  stop(): Promise<void>;
}

/** The share of the service that one process runs: taking requests, doing due work, or both. */
export type ServicePart = "requests" | "work" | "both";

export interface ServeOptions extends StartLinks {
  /** The name that buyers see at the checkout of the documentation merchant, in development. */
  readonly name?: string;
  /** Both by default. Any number of processes may share a server's database. */
  readonly part?: ServicePart;
}

export async function serve(environment: Environment, logger: Logger, options: ServeOptions = {}): Promise<Service> {
  checkPart(environment, options.part);
  const metrics = await openMetrics(environment);
  try {
    const service = await start(environment, logger, options);
    const stop = async () => {
      await service.stop();
      await metrics?.close();
    };
    return { ...service, metricsUrl: metrics?.url, stop };
  } catch (error) {
    await metrics?.close();
    throw error;
  }
}

async function start(
  environment: Environment,
  logger: Logger,
  { name, part = "both", ...links }: ServeOptions,
): Promise<Omit<Service, "metricsUrl">> {
  const publicUrl = publicUrlOf(environment);
  const gatewaySettings = liveOf(environment);
  await checkStartLinks(links);
  const server = newServer();
  const parts = await openParts(environment);
  const { store, clock, secrets } = parts;
  const isDevelopment = environment.mode === "development";
  let sandbox: Sandbox | undefined;
  let commands: CommandSocket | undefined;
  try {
    checkClock(environment, clock);
    let port = environment.port;
    const windowUrl = sandboxWindowUrl(environment, () => port);
    sandbox = environment.sandbox ? await openSandbox(environment, clock, windowUrl) : undefined;
    const settingsWithout = { documentationKeys: isDevelopment };
    const withoutProviders = createPayments({
      store,
      clock,
      gateways: {},
      secret: secrets,
      settings: settingsWithout,
      logger,
    });
    await checkSecret(withoutProviders, environment);
    if (isDevelopment) await registerDocumentationMerchant(withoutProviders, name);
    const live = await liveGateways(gatewaySettings, { clock, payments: withoutProviders });
    if (environment.databaseUrl === undefined) commands = await openCommandSocket(environment.dataDir, logger);
    if (part !== "work") port = await listen(server, environment);
    // Nothing is awaited from here on: the first request finds its handler, and the banner comes before its answer.
    const url = publicUrl ?? `http://localhost:${port}`;
    const payments = createPayments(paymentsOptions(environment, { parts, sandbox, live, url, logger }));
    let isStopping = false;
    const mayStart = part === "requests" ? async () => false : isDevelopment ? clock.runs : undefined;
    const work = startWork(payments, { logger, ...(mayStart !== undefined && { mayStart }) });
    const movable = movableClock({ clock, store, payments, work, isStopping: () => isStopping });
    const ready = async () => (isStopping ? "stopping" : true);
    const settings = handlerSettings(environment, {
      store,
      clock,
      payments,
      sandbox,
      logger,
      ready,
      links,
      movable,
    });
    answer(server, nodeListener(createHandler(payments, settings)));
    commands?.answerFrom(payments);
    const stop = async () => {
      isStopping = true;
      await commands?.close();
      await stopInOrder(environment, { server, work, closed: [store, ...(sandbox === undefined ? [] : [sandbox])] });
    };
    return { url, payments, citus: store.citus, lost: parts.lost, stop };
  } catch (error) {
    await Promise.all([close(server), commands?.close()]);
    await Promise.all([sandbox?.close(), store.close()]);
    throw error;
  }
}

/** The folder of an embedded database belongs to one process. */
function checkPart({ databaseUrl }: Environment, part: ServicePart = "both"): void {
  if (part === "both" || databaseUrl !== undefined) return;
  throw new SettingError(
    "Requests and work run in processes of their own on a server's database only: set DATABASE_URL, or use wonflow start",
  );
}
