import { createPayments } from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";
import { sequentialIds, testVault } from "@wonflow/testkit";
import { createCardNetworks } from "../card-network/networks.ts";
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
import { plantedDecision } from "../planted-core.ts";
import type { PortCall } from "../ports/port-call.ts";
import { observedStore } from "../ports/store.ts";
import { wrongDecisions } from "../wrong-decisions.ts";
import { startClients } from "./clients.ts";
import { registerMerchants } from "./merchants.ts";
import { startOperator } from "./operator.ts";
import { startProcesses } from "./processes.ts";
import { profileOf, ratesAt } from "./profile.ts";

export interface WorldOptions {
  /** Whether the trace is kept; without it a run is faster and otherwise the same. */
  readonly trace?: boolean;
}

const startMs = Date.UTC(2026, 10, 20, 1, 0, 0);

/** Longer than 20 look-ups, which take a quarter of an hour. */
const shortestOutageMs = 18 * 60_000;

/** Everything that there is in a run, before its first step. */
export async function createWorld(plan: Plan, options: WorldOptions) {
  const { seed } = plan;
  const profile = profileOf(seed);
  const scheduler = createScheduler({ startMs, seed, paceMs: profile.paceMs, inOrder: plan.inOrder });
  const sinceStart = () => scheduler.now() - startMs;
  const trace = createTrace(sinceStart, options.trace === true);
  const places = plan.faults === undefined ? undefined : new Set(plan.faults);
  const faults = planFaults({ seed, ratesAt: (place) => ratesAt(profile, place), only: places });
  const ids = sequentialIds();
  const vault = testVault();
  const clock = scheduler.clockOf(undefined);
  const networks = createCardNetworks({ clock, ids });
  const providers = { cardNetwork: networks.books };
  const coverage = createCoverage();
  const now = scheduler.now;
  const { settings } = profile;
  const books = memoryStore();
  const observer = createObserver({
    providers,
    store: books,
    settings,
    now,
    coverage,
    records,
    projections,
    invariants,
  });
  const store = observedStore(books, {
    onCommitted: observer.onCommitted,
    onClaimed: (taken, askedAt) => observer.onEvent({ kind: "claimed", records: taken, askedAt }),
  });
  const wire = createWire({
    scheduler,
    faults,
    trace,
    latestMs: profile.latestMs,
    longestSleepMs: 2 * settings.requestDeadlineMs + 40_000,
    onFault({ kind, extent }, call: PortCall<unknown>) {
      if (kind === "outage") networks.beginOutage(Math.ceil((1 + extent) * shortestOutageMs));
      observer.onFault(kind, call.about?.() ?? []);
    },
  });
  const payments = createPayments({
    store,
    vault,
    ids,
    clock,
    settings,
    cardNetworks: {},
    notify: (notice) => observer.onEvent({ kind: "notice", notice }),
  });
  const merchants = await registerMerchants(payments);
  const { clients: only } = plan;
  const operator = startOperator({ seed, scheduler, trace, payments, merchants, networks, observer, only });
  const processes = startProcesses({
    profile,
    scheduler,
    wire,
    trace,
    random: seededRandom(seed, "restarts"),
    ports: { store, vault, cards: networks.test, liveCards: networks.live },
    ids,
    bug: bugOf(plan),
    observer,
  });
  const clients = startClients({ seed, profile, scheduler, wire, trace, processes, observer, merchants, only });
  return { profile, scheduler, sinceStart, trace, faults, coverage, observer, processes, clients, operator, networks };
}

/** The bug that wraps ports; a wrong decision must be in core already. */
function bugOf({ bug: name }: Plan): PlantedBug | undefined {
  if (name === plantedDecision()) return undefined;
  if (wrongDecisions.some((each) => each.name === name)) {
    throw new Error(`“${name}” must be planted before core is loaded, in a thread of its own`);
  }
  const bug = plantedBugs.find((each) => each.name === name);
  if (bug !== undefined) return bug;
  const names = [...plantedBugs, ...wrongDecisions].map((each) => `  ${each.name}`).join("\n");
  throw new RangeError(`There is no planted bug called “${name}”. There are:\n${names}`);
}
