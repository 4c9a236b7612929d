import { sandboxCardNetwork } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { sequentialIds, testVault } from "@wonflow/testkit";
import { invariants, plantedBugs, projections, records } from "../concepts.ts";
import { createCoverage } from "../engine/coverage.ts";
import { planFaults } from "../engine/faults.ts";
import { seededRandom } from "../engine/random.ts";
import { createScheduler } from "../engine/scheduler.ts";
import { createTrace } from "../engine/trace.ts";
import { createWire } from "../engine/wire.ts";
import { createObserver } from "../observation/observer.ts";
import type { Plan } from "../plan.ts";
import type { PlantedBug } from "../planted-bug.ts";
import type { PortCall } from "../ports/port-call.ts";
import { observedStore } from "../ports/store.ts";
import { startClients } from "./clients.ts";
import { registerMerchants } from "./merchants.ts";
import { startProcesses } from "./processes.ts";
import { profileOf } from "./profile.ts";

export interface WorldOptions {
  /** Whether the trace is kept; without it a run is faster and otherwise the same. */
  readonly trace?: boolean;
}

const startMs = Date.UTC(2026, 10, 20, 1, 0, 0);

/** Everything that there is in a run, before its first step. */
export async function createWorld(plan: Plan, options: WorldOptions) {
  const { seed } = plan;
  const profile = profileOf(seed);
  const scheduler = createScheduler({ startMs, seed, paceMs: profile.paceMs, inOrder: plan.inOrder });
  const sinceStart = () => scheduler.now() - startMs;
  const trace = createTrace(sinceStart, options.trace === true);
  const only = plan.faults === undefined ? undefined : new Set(plan.faults);
  const faults = planFaults({ seed, rates: profile.rates, only });
  const ids = sequentialIds();
  const vault = testVault();
  const clock = scheduler.clockOf(undefined);
  const providers = { cardNetwork: sandboxCardNetwork({ clock, ids }) };
  const coverage = createCoverage();
  const now = scheduler.now;
  const observer = createObserver({ providers, now, coverage, records, projections, invariants });
  const store = observedStore(memoryStore(), observer.onCommitted);
  const wire = createWire({
    scheduler,
    faults,
    trace,
    latestMs: profile.latestMs,
    onFault: ({ kind }, call: PortCall<unknown>) => observer.onFault(kind, call.about?.() ?? []),
  });
  const merchants = await registerMerchants({ store, vault, ids, clock, settings: profile.settings });
  const processes = startProcesses({
    profile,
    scheduler,
    wire,
    trace,
    random: seededRandom(seed, "restarts"),
    ports: { store, vault, cards: providers.cardNetwork },
    ids,
    bug: bugOf(plan),
    onNotice: observer.onNotice,
  });
  const { clients: names } = plan;
  const clients = startClients({ seed, profile, scheduler, wire, trace, processes, observer, merchants, only: names });
  return { profile, scheduler, sinceStart, trace, faults, coverage, observer, processes, clients };
}

function bugOf({ bug: name }: Plan): PlantedBug | undefined {
  if (name === undefined) return undefined;
  const bug = plantedBugs.find((each) => each.name === name);
  if (bug !== undefined) return bug;
  const names = plantedBugs.map((each) => `  ${each.name}`).join("\n");
  throw new RangeError(`There is no planted bug called “${name}”. There are:\n${names}`);
}
