import type { Ids, Notice } from "@wonflow/core";
import type { HttpHandler } from "@wonflow/http";
import { sendToHandler, textField, type Answer, type ClientRequest } from "../client/request.ts";
import type { Random } from "../engine/random.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { Trace } from "../engine/trace.ts";
import { Unreachable, type Caller, type Wire } from "../engine/wire.ts";
import type { PlantedBug } from "../planted-bug.ts";
import { portsOver, type ServicePorts } from "../ports/service-ports.ts";
import type { Profile } from "./profile.ts";
import { startServiceProcess } from "./service-process.ts";

/** A process of the service, for as long as it runs. */
export interface ServiceProcess extends Caller {
  pausedUntil: number;
  readonly handler: HttpHandler;
}

/** The processes of the service, which share one store. */
export interface Processes {
  readonly running: () => readonly ServiceProcess[];
  /** Serves a request at a process; rejects where the process has stopped. */
  readonly serve: (process: ServiceProcess, request: ClientRequest) => Promise<Served>;
  /** From now on a process that stops is followed by a fresh one at once. */
  readonly restartAtOnce: () => void;
}

export interface Served {
  readonly answer: Answer;
  /** The errors behind a 500. */
  readonly errors: readonly unknown[];
}

export interface ProcessesOptions {
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly wire: Wire;
  readonly trace: Trace;
  readonly random: Random;
  /** What is behind the wire. */
  readonly ports: ServicePorts;
  readonly ids: Ids;
  readonly bug: PlantedBug | undefined;
  readonly onNotice: (notice: Notice) => void;
}

/** The longest until a fresh process follows one that stopped. */
const restartMs = 60_000;

/** Starts as many processes as the profile says; each that stops is followed by a fresh one. */
export function startProcesses(options: ProcessesOptions): Processes {
  const { profile, scheduler, trace, random } = options;
  const running: ServiceProcess[] = [];
  const errors = new Map<string, unknown[]>();
  let started = 0;
  let requests = 0;
  let atOnce = false;

  function start(): void {
    started += 1;
    const process = startProcess(`P${started}`, options, {
      traceId: () => `T${(requests += 1)}`,
      onError: (error, traceId) => errors.set(traceId, [...(errors.get(traceId) ?? []), error]),
      onStop: (stopped) => {
        trace.note(stopped.name, () => "✗ stops");
        running.splice(running.indexOf(stopped), 1);
        scheduler.add({ name: `after ${stopped.name}`, delayMs: atOnce ? 0 : random.below(restartMs), run: start });
      },
    });
    trace.note(process.name, () => "starts");
    running.push(process);
  }

  for (let count = 0; count < profile.processes; count += 1) start();
  return {
    running: () => running,
    async serve(process, request) {
      if (process.stopped) throw new Unreachable("the process has stopped");
      const answer = await sendToHandler(process.handler, request);
      return { answer, errors: errors.get(textField(answer, "traceId")) ?? [] };
    },
    restartAtOnce() {
      atOnce = true;
    },
  };
}

function startProcess(
  name: string,
  { profile, scheduler, wire, ports, ids, bug, onNotice }: ProcessesOptions,
  own: {
    readonly traceId: () => string;
    readonly onError: (error: unknown, traceId: string) => void;
    readonly onStop: (process: ServiceProcess) => void;
  },
): ServiceProcess {
  const caller = {
    name,
    stopped: false,
    pausedUntil: 0,
    stop(): void {
      if (caller.stopped) return;
      caller.stopped = true;
      own.onStop(process);
    },
  };
  const overWire = portsOver(wire, caller, ports);
  const handler = startServiceProcess({
    ...overWire,
    ...bug?.plant(overWire),
    clock: scheduler.clockOf(caller),
    ids,
    settings: profile.settings,
    restMs: profile.restMs,
    onError: own.onError,
    onNotice,
    traceId: own.traceId,
  });
  const process: ServiceProcess = Object.assign(caller, { handler });
  return process;
}
