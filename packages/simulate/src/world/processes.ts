import { bindPayments, type Ids, type Notice, type Payments } from "@wonflow/core";
import { createHttpHandler, type HttpHandler } from "@wonflow/http";
import { AsyncLocalStorage } from "node:async_hooks";
import { silentLogger, startWork } from "wonflow";
import { type ClientRequest, sendToHandler, textField } from "../client/client.ts";
import type { Random } from "../engine/random.ts";
import { type Caller, Unreachable } from "../engine/wire.ts";
import type { Flow } from "../observation/event.ts";
import type { Exchange } from "../observation/invariant.ts";
import type { PlantedBug } from "../planted/bug.ts";
import { type BehindWire, portsOver, type ServicePorts } from "../ports/service-ports.ts";
import type { Run } from "./run.ts";
import { watchedPorts } from "./watched-ports.ts";
import type { FaultPlan } from "../engine/faults.ts";
import { windowEndpoints } from "../window/endpoints.ts";

export interface ServiceProcess extends Caller {
  pausedUntil: number;
  readonly handler: HttpHandler;
  readonly payments: Payments;
}

interface ProcessesOptions extends Omit<Run, "seed" | "merchants" | "only"> {
  readonly random: Random;
  readonly ports: BehindWire;
  readonly idsOf: (process: string) => Ids;
  readonly bug: PlantedBug | undefined;
}

const restartMs = 60_000;

/** It follows every await. */
const flows = new AsyncLocalStorage<Flow>();

export type Processes = ReturnType<typeof startProcesses>;

export function startProcesses(options: ProcessesOptions) {
  const { profile, scheduler, trace, random } = options;
  const running: ServiceProcess[] = [];
  const errors = new Map<string, unknown[]>();
  let started = 0;
  let atOnce = false;

  function begin(how: HowToStart): ServiceProcess {
    started += 1;
    let requests = 0;
    const name = `P${started}`;
    const own: OwnOptions = {
      ...how,
      name,
      traceId: () => `${name}.T${(requests += 1)}`,
      onError: (error, traceId) => errors.set(traceId, [...(errors.get(traceId) ?? []), error]),
      onStop: (stopped) => {
        trace.note(stopped.name, () => "✗ stops");
        options.observer.onEvent({ kind: "stopped", process: stopped.name });
        running.splice(running.indexOf(stopped), 1);
        how.onStop(stopped);
      },
    };
    const process = startMisconfigured(options, own) ?? startProcess(options, { ...own, isMisconfigured: false });
    trace.note(process.name, () => "starts");
    running.push(process);
    return process;
  }

  /** Starts a process, and a new one after each stop. */
  function start(): void {
    begin({
      works: true,
      bug: options.bug,
      isMisconfigured: random.chance(0.2),
      onStop: ({ name }) =>
        scheduler.add({ name: `after ${name}`, delayMs: atOnce ? 0 : random.below(restartMs), run: start }),
    });
  }

  for (let count = 0; count < profile.processes; count += 1) start();
  return {
    running: (): readonly ServiceProcess[] => running,
    /** Rejects where the process has stopped. */
    async serve(process: ServiceProcess, request: ClientRequest): Promise<Omit<Exchange, "arrival">> {
      if (process.stopped) throw new Unreachable("the process has stopped");
      const flow: Flow = { process: process.name, who: "request" };
      const answer = await flows.run(flow, () => sendToHandler(process.handler, request));
      return { answer, errors: errors.get(textField(answer, "traceId")) ?? [] };
    },
    restartAtOnce(): void {
      atOnce = true;
    },
    /** A process that does due work only on request, and that is not replaced when it stops. */
    startIdle: (how: Pick<HowToStart, "onStop" | "bug">) => begin({ works: false, isMisconfigured: false, ...how }),
    startWorking: start,
    /** Runs it as the process's own work. */
    ownWork: <Answer>({ name }: ServiceProcess, work: () => Answer) => flows.run({ process: name, who: "work" }, work),
  };
}

export interface HowToStart {
  /** Whether it does due work by itself. */
  readonly works: boolean;
  /** Whether it gets the sandbox as the gateway of live mode. */
  readonly isMisconfigured: boolean;
  readonly onStop: (process: ServiceProcess) => void;
  readonly bug: PlantedBug | undefined;
}

interface OwnOptions extends HowToStart {
  readonly name: string;
  readonly traceId: () => string;
  readonly onError: (error: unknown, traceId: string) => void;
}

/** A process with a sandbox in live mode must not start. */
function startMisconfigured(options: ProcessesOptions, own: OwnOptions): ServiceProcess | undefined {
  if (!own.isMisconfigured) return undefined;
  try {
    return startProcess(options, own);
  } catch (error) {
    if (error instanceof Error && error.message.includes("sandbox")) return undefined;
    throw error;
  }
}

function startProcess(
  { profile, scheduler, wire, ports, idsOf, observer }: ProcessesOptions,
  { name, isMisconfigured, bug, ...own }: OwnOptions,
): ServiceProcess {
  const caller = {
    name,
    stopped: false,
    pausedUntil: 0,
    sleep(ms: number): void {
      caller.pausedUntil = Math.max(caller.pausedUntil, scheduler.now() + ms);
      observer.onEvent({ kind: "disturbed" });
    },
    stop(): void {
      if (caller.stopped) return;
      caller.stopped = true;
      own.onStop(process);
    },
  };
  const ownWork: Flow = { process: name, who: "work" };
  const flow = () => flows.getStore() ?? ownWork;
  const overWire = watchedPorts(portsOver(wire, caller, ports), { flow, onEvent: observer.onEvent });
  const planted: ServicePorts = {
    ...overWire,
    ...bug?.plant(overWire),
    ...(isMisconfigured && { gateways: { ...overWire.gateways, live: overWire.gateways.test } }),
  };
  const { store, gateways, bank, liveBank, vault, webhooks } = planted;
  const { settings, holidays, restMs } = profile;
  const clock = scheduler.clockOf(caller);
  const onNotice = (notice: Notice) => observer.onEvent({ kind: "notice", notice });
  const served = flows.run(ownWork, () => {
    const payments = bindPayments({
      store,
      gateways,
      payoutBanks: { test: bank, live: liveBank },
      vault,
      clock,
      ids: idsOf(name),
      settings,
      holidays,
      webhookSender: webhooks,
      notify: onNotice,
    });
    const working = reportingErrors(payments, onNotice);
    if (own.works) startWork(working, { logger: silentLogger, clock, restMs });
    const { onError: report, traceId } = own;
    let handler: HttpHandler | undefined;
    // Created on the first request, as many processes of a scene serve none.
    const made = () =>
      (handler ??= createHttpHandler(payments, { report, traceId, clock, rateLimits: "off", beside: windowEndpoints }));
    return { payments: working, handler: (request: Request) => made()(request) };
  });
  const process: ServiceProcess = Object.assign(caller, served);
  return process;
}

/** A log keeps no complete error, so errors of the loop are reported before it. */
function reportingErrors(payments: Payments, onNotice: (notice: Notice) => void): Payments {
  const { work, secret } = payments;
  const report = (kind: string) => (error: unknown) => {
    onNotice({ kind: "work-failed", work: kind, id: "", error });
    throw error;
  };
  return {
    ...payments,
    work: { ...work, start: (kind, limit) => work.start(kind, limit).catch(report(kind)) },
    secret: { ...secret, check: () => secret.check().catch(report("secret")) },
  };
}

interface Disturbed extends Pick<Run, "profile" | "scheduler" | "trace" | "observer"> {
  readonly faults: FaultPlan;
  readonly processes: Processes;
}

const stepsBetween = 16;

export function disturb({ profile, scheduler, faults, processes, trace, observer }: Disturbed): void {
  if (scheduler.steps % stepsBetween !== 0) return;
  const moment = scheduler.steps / stepsBetween;
  const jump = faults.at(`world.jump#${moment}`, ["jump"]);
  if (jump !== undefined) {
    const { sessionLifetimeMs, requestDeadlineMs } = profile.settings;
    const ms = Math.ceil(jump.extent * (jump.side === 0 ? 2 * requestDeadlineMs : sessionLifetimeMs));
    scheduler.jump(ms);
    observer.onFault("jump");
    trace.note("world", () => `!! the clock jumps ${ms} ms (world.jump#${moment})`);
  }
  const pause = faults.at(`world.pause#${moment}`, ["pause"]);
  const running = processes.running();
  const process = running[Math.floor((pause?.extent ?? 0) * 1000) % Math.max(1, running.length)];
  if (pause === undefined || process === undefined) return;
  const ms = Math.ceil(pause.extent * 2 * profile.settings.requestDeadlineMs);
  process.pausedUntil = scheduler.now() + ms;
  observer.onFault("pause");
  trace.note(process.name, () => `!! pauses for ${ms} ms (world.pause#${moment})`);
}
