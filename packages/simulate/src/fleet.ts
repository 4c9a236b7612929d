import type { CardNetwork, Ids, Notice, Store, Vault } from "@wonflow/core";
import type { HttpHandler } from "@wonflow/http";
import {
  Unreachable,
  type Caller,
  type Random,
  type Scheduler,
  type Trace,
  type Wire,
} from "@wonflow/testkit/simulator";
import { exchange, textField, type Answer, type SentRequest } from "./exchange.ts";
import { cardsOver, storeOver, vaultOver } from "./ports.ts";
import type { Profile } from "./profile.ts";
import { startProcess } from "./service-process.ts";

/** The ports of one process that a bug on purpose may replace. */
export interface PlantedPorts {
  readonly store: Store;
  readonly cards: CardNetwork;
}

/** A bug on purpose: wraps the ports of every process, on the process's side of the wire. What it remembers is lost with the process. */
export type Plant = (ports: PlantedPorts) => Partial<PlantedPorts>;

/** A process of the service, for as long as it runs. */
export interface ServiceProcess extends Caller {
  pausedUntil: number;
  readonly handler: HttpHandler;
}

/** The processes of the service over one store. */
export interface Fleet {
  readonly running: () => readonly ServiceProcess[];
  /** Serves a request at a process; rejects where none is there. */
  readonly serve: (process: ServiceProcess, request: SentRequest) => Promise<Served>;
  /** From now on who stopped starts again at once. */
  readonly settleDown: () => void;
}

export interface Served {
  readonly answer: Answer;
  readonly errors: readonly unknown[];
}

export interface FleetOptions {
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly wire: Wire;
  readonly trace: Trace;
  readonly random: Random;
  readonly store: Store;
  readonly network: CardNetwork;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly plant: Plant;
  readonly onNotice: (notice: Notice) => void;
}

/** How long a process that stopped stays away, at most. */
const awayMs = 60_000;

/** Starts as many processes as the profile says; each that stops is followed by a fresh one. */
export function startFleet(options: FleetOptions): Fleet {
  const { profile, scheduler, trace, random } = options;
  const running: ServiceProcess[] = [];
  const errors = new Map<string, unknown[]>();
  let started = 0;
  let requests = 0;
  let calm = false;

  function start(): void {
    started += 1;
    const process = bindProcess(`P${started}`, options, {
      traceId: () => `T${(requests += 1)}`,
      onError: (error, traceId) => errors.set(traceId, [...(errors.get(traceId) ?? []), error]),
      onStop: (stopped) => {
        trace.note(stopped.name, () => "✗ stops");
        running.splice(running.indexOf(stopped), 1);
        scheduler.add({ name: `after ${stopped.name}`, delayMs: calm ? 0 : random.below(awayMs), run: start });
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
      const answer = await exchange(process.handler, request);
      return { answer, errors: errors.get(textField(answer, "traceId")) ?? [] };
    },
    settleDown() {
      calm = true;
    },
  };
}

function bindProcess(
  name: string,
  { profile, scheduler, wire, store, network, vault, ids, plant, onNotice }: FleetOptions,
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
  const ports: PlantedPorts = { store: storeOver(wire, caller, store), cards: cardsOver(wire, caller, network) };
  const handler = startProcess({
    ...ports,
    ...plant(ports),
    vault: vaultOver(wire, caller, vault),
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
