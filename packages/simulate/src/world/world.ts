import { bindPayments, seoulTime, type Clock, type Ids, type Notice, type Store, type Vault } from "@wonflow/core";
import { memoryStore } from "@wonflow/store-memory";
import { sequentialIds, testVault } from "@wonflow/testkit";
import { type CardNetworks, createCardNetworks } from "../card-network/networks.ts";
import { createCoverage } from "../engine/coverage.ts";
import { type FaultPlan, planFaults } from "../engine/faults.ts";
import { seededRandom } from "../engine/random.ts";
import { createScheduler } from "../engine/scheduler.ts";
import { createTrace } from "../engine/trace.ts";
import { createWire, type Wire } from "../engine/wire.ts";
import { createObserver, observedStore, type ObserverOptions } from "../observation/observer.ts";
import { invariants, projections, records } from "../parts.ts";
import { createPayoutBanks, type PayoutBanks } from "../payout-bank/banks.ts";
import type { Plan } from "../plan.ts";
import type { PlantedBug } from "../planted/bug.ts";
import { plantedBugs } from "../planted/bugs.ts";
import { plantedDecision } from "../planted/plant.ts";
import { wrongDecisions } from "../planted/wrong-decisions.ts";
import type { PortCall } from "../ports/port-call.ts";
import { createReceivers } from "../webhook/receivers.ts";
import { openBackOffices } from "./back-offices.ts";
import { startClients } from "./clients.ts";
import { contractsOf, registerMerchants, setEndpoints } from "./merchants.ts";
import { startOperator } from "./operator.ts";
import { startProcesses } from "./processes.ts";
import { profileOf, ratesAt, type Profile } from "./profile.ts";
import type { Run } from "./run.ts";

export interface WorldOptions {
  readonly trace?: boolean;
}

const startMs = Date.UTC(2026, 10, 20, 1, 0, 0);

/** Longer than 20 look-ups, which take a quarter of an hour. */
const shortestOutageMs = 18 * 60_000;

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
  const contracts = contractsOf(seed);
  const networks = createCardNetworks({ seed, clock, ids, tenants: [...contracts.keys()] });
  const banks = createPayoutBanks({ clock, ids });
  const receivers = createReceivers({ seed, clock });
  const { books: cardNetwork, tokens: cardTokens } = networks;
  const providers = { cardNetwork, cardTokens, payoutBank: banks.books, receivers: receivers.books };
  const coverage = createCoverage();
  const now = scheduler.now;
  const { settings, holidays } = profile;
  const { observer, store } = createBooks({ providers, settings, holidays, now, coverage });
  const wire = wireOf({ profile, scheduler, faults, trace, networks, banks, observer });
  const own = { vault, ids, clock, settings, holidays };
  const { payments, asking } = bindForOperator({ ...own, store, networks, banks, observer });
  const merchants = await registerMerchants(payments, contracts);
  const paysOut = profile.backOffices > 0;
  if (paysOut) await openBackOffices({ seed, store, payments, merchants, now: startMs });
  const run: Run = { seed, profile, scheduler, wire, trace, observer, merchants, only: plan.clients };
  await setEndpoints(payments, run);
  const operator = startOperator({
    ...run,
    payments,
    asking,
    store,
    contracts,
    networks,
    banks,
    paysOut,
  });
  const letTimePass = (ms: number) => {
    scheduler.jump(ms);
    observer.onEvent({ kind: "disturbed" });
    trace.note("world", () => `it is ${seoulTime(scheduler.now())}`);
  };
  const processes = startProcesses({
    ...run,
    random: seededRandom(seed, "restarts"),
    ports: {
      store,
      vault,
      cardNetworks: networks.behindWire,
      bank: banks.test,
      liveBank: banks.live,
      receive: receivers.receive,
    },
    ids,
    bug: bugOf(plan),
  });
  const clients = startClients({
    ...run,
    processes,
    letTimePass(ms) {
      letTimePass(ms);
      operator.beginDay();
    },
  });
  return { ...run, sinceStart, faults, coverage, processes, clients, operator, networks, banks, letTimePass };
}

interface OperatorParts extends Pick<Profile, "settings" | "holidays">, Pick<Run, "observer"> {
  readonly vault: Vault;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly store: Store;
  readonly networks: CardNetworks;
  readonly banks: PayoutBanks;
}

/** Beside the processes: one that calls no provider, and one that asks them without a wire, to reconcile. */
function bindForOperator({ networks, banks, observer, ...parts }: OperatorParts) {
  const notify = (notice: Notice) => observer.onEvent({ kind: "notice", notice });
  const payoutBanks = { test: banks.test.bank, live: banks.live.bank };
  return {
    payments: bindPayments({ ...parts, cardNetworks: {}, notify }),
    asking: bindPayments({ ...parts, cardNetworks: networks.asked, payoutBanks }),
  };
}

interface WireParts extends Pick<Run, "profile" | "scheduler" | "trace" | "observer"> {
  readonly faults: FaultPlan;
  readonly networks: CardNetworks;
  readonly banks: PayoutBanks;
}

function wireOf({ profile, networks, banks, observer, ...parts }: WireParts): Wire {
  return createWire({
    ...parts,
    latestMs: profile.latestMs,
    longestSleepMs: 2 * profile.settings.requestDeadlineMs + 40_000,
    onFault({ kind, extent }, call: PortCall<unknown>) {
      const provider = call.name.includes("bank.") ? banks : networks;
      if (kind === "outage") provider.outage.begin(Math.ceil((1 + extent) * shortestOutageMs));
      observer.onFault(kind, call.about?.() ?? []);
    },
  });
}

function createBooks(options: Pick<ObserverOptions, "providers" | "settings" | "holidays" | "now" | "coverage">) {
  const books = memoryStore();
  const observer = createObserver({ ...options, store: books, records, projections, invariants });
  return { observer, store: observedStore(books, observer) };
}

/** A wrong decision must be in core already. */
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
