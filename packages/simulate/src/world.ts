import { sandboxCardNetwork } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { sequentialIds, testVault } from "@wonflow/testkit";
import {
  createCoverage,
  createScheduler,
  createTrace,
  createWire,
  planFaults,
  seededRandom,
} from "@wonflow/testkit/simulator";
import { startClients } from "./crowd.ts";
import { startFleet, type Plant } from "./fleet.ts";
import type { PaymentCall } from "./ports.ts";
import { profileOf } from "./profile.ts";
import { openShops } from "./shops.ts";
import { createWatch } from "./watch.ts";

/** What to run: a seed, or what shrinking has left of it. */
export interface Plan {
  readonly seed: number;
  /** The only clients that come, by name; all where left out. */
  readonly clients?: readonly string[] | undefined;
  /** The only places where something goes wrong; by seed where left out. */
  readonly faults?: readonly string[] | undefined;
  /** Everything goes on in the order in which it could. */
  readonly calm?: boolean | undefined;
}

export interface SimulateOptions {
  /** Whether the trace is kept; without it a run is faster and otherwise the same. */
  readonly trace?: boolean;
  /** A bug on purpose. */
  readonly plant?: Plant;
}

const startMs = Date.UTC(2026, 10, 20, 1, 0, 0);

/** Everything that there is in a run, before its first step. */
export async function openWorld(plan: Plan, options: SimulateOptions) {
  const { seed } = plan;
  const profile = profileOf(seed);
  const { settings } = profile;
  const scheduler = createScheduler({ startMs, seed, paceMs: profile.paceMs, calm: plan.calm });
  const sinceStart = () => scheduler.now() - startMs;
  const trace = createTrace(sinceStart, options.trace === true);
  const only = plan.faults === undefined ? undefined : new Set(plan.faults);
  const faults = planFaults({ seed, rates: profile.rates, only });
  const ids = sequentialIds();
  const vault = testVault();
  const clock = scheduler.clockOf(undefined);
  const network = sandboxCardNetwork({ clock, ids });
  const coverage = createCoverage();
  const watch = createWatch({ network, now: scheduler.now, coverage });
  const store = watch.watched(memoryStore());
  const wire = createWire({
    scheduler,
    faults,
    trace,
    latestMs: profile.latestMs,
    onFault: ({ kind }, call: PaymentCall<unknown>) => watch.hit(kind, call.payments?.() ?? []),
  });
  const shops = await openShops({ store, vault, ids, clock, settings });
  const fleet = startFleet({
    profile,
    scheduler,
    wire,
    trace,
    random: seededRandom(seed, "restarts"),
    store,
    network,
    vault,
    ids,
    plant: options.plant ?? (() => ({})),
    onNotice: watch.noticed,
  });
  const crowd = startClients({ seed, profile, scheduler, wire, trace, fleet, watch, shops, only: plan.clients });
  return { profile, scheduler, sinceStart, trace, faults, coverage, watch, fleet, crowd };
}
