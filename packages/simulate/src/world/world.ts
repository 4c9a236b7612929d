import { memoryJournal } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { sequentialIds } from "@wonflow/testkit";
import { promisesBySeed } from "../gateway/gateways.ts";
import { type FaultPlan, planFaults } from "../engine/faults.ts";
import { createScheduler } from "../engine/scheduler.ts";
import { createTrace } from "../engine/trace.ts";
import { createWire, type Wire } from "../engine/wire.ts";
import { bugNamed } from "../planted/bugs.ts";
import type { PortCall } from "../ports/port-call.ts";
import { openBackOffices, contractsOf, setEndpoints } from "./merchants.ts";
import { startClients } from "./clients.ts";
import { createGround, type Ground } from "./ground.ts";
import { profileOf, ratesAt } from "./profile.ts";
import type { Run } from "./run.ts";

export interface Plan {
  readonly seed: number;
  /** By name; by default all. */
  readonly clients?: readonly string[] | undefined;
  /** The only places with a fault; by default drawn from the seed. */
  readonly faults?: readonly string[] | undefined;
  readonly inOrder?: boolean | undefined;
  readonly bug?: string | undefined;
}

export interface WorldOptions {
  readonly trace?: boolean;
}

/** Friday, 10 in the morning in Seoul. */
export const startMs = Date.UTC(2026, 10, 20, 1, 0, 0);

/** Longer than 20 look-ups, which take a quarter of an hour. */
const shortestOutageMs = 18 * 60_000;

export async function createWorld(plan: Plan, options: WorldOptions) {
  const { seed } = plan;
  const profile = profileOf(seed);
  const scheduler = createScheduler({ startMs, seed, paceMs: profile.paceMs, inOrder: plan.inOrder });
  const trace = createTrace(() => scheduler.now() - startMs, options.trace === true);
  const places = plan.faults === undefined ? undefined : new Set(plan.faults);
  const faults = planFaults({ seed, ratesAt: (place) => ratesAt(profile, place), only: places });
  const ids = sequentialIds();
  const ground = await createGround({
    seed,
    profile,
    scheduler,
    trace,
    only: plan.clients,
    contracts: contractsOf(seed),
    promises: promisesBySeed(seed),
    books: memoryStore(),
    newJournal: memoryJournal,
    ids,
    idsOf: () => ids,
    bug: bugNamed(plan.bug),
    wireOver: (parts) => wireOver({ profile, scheduler, faults, trace, ...parts }),
  });
  const { payments, store, merchants } = ground;
  if (ground.paysOut) await openBackOffices({ seed, store, payments, merchants, now: startMs });
  await setEndpoints(payments, ground);
  const operator = ground.startOperator();
  const processes = ground.startProcesses();
  const clients = startClients({
    ...ground,
    processes,
    letTimePass(ms) {
      ground.letTimePass(ms);
      operator.beginDay();
    },
  });
  return { ...ground, faults, processes, clients, operator };
}

interface WireParts extends Pick<Run, "profile" | "scheduler" | "trace">, Pick<Ground, "gateways" | "banks"> {
  readonly observer: Run["observer"];
  readonly faults: FaultPlan;
}

function wireOver({ profile, gateways, banks, observer, ...parts }: WireParts): Wire {
  return createWire({
    ...parts,
    latestMs: profile.latestMs,
    longestSleepMs: 2 * profile.settings.requestDeadlineMs + 40_000,
    onFault({ kind, extent }, call: PortCall<unknown>) {
      const provider = call.name.includes("bank.") ? banks : gateways;
      if (kind === "outage") provider.outage.begin(Math.ceil((1 + extent) * shortestOutageMs));
      observer.onFault(kind, call.about?.() ?? []);
    },
  });
}
