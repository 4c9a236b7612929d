import { bindPayments, seoulTime, type Clock, type Ids, type Notice, type Store, type Vault } from "@wonflow/core";
import type { Journal } from "@wonflow/sandbox";
import { testVault } from "@wonflow/testkit";
import { type Gateways, createGateways, type GatewayPromises } from "../gateway/gateways.ts";
import { createCoverage } from "../engine/coverage.ts";
import { seededRandom } from "../engine/random.ts";
import type { Wire } from "../engine/wire.ts";
import { createObserver, observedStore, type ObserverOptions } from "../observation/observer.ts";
import { invariants, projections, records } from "../parts.ts";
import { createPayoutBanks, type PayoutBanks } from "../payout-bank/banks.ts";
import type { PlantedBug } from "../planted/bug.ts";
import { createReceivers } from "../webhook/receivers.ts";
import { registerMerchants, type Contracts } from "./merchants.ts";
import { startOperator } from "./operator.ts";
import { startProcesses } from "./processes.ts";
import type { Profile } from "./profile.ts";
import type { Run } from "./run.ts";

interface Setting extends Pick<Run, "seed" | "profile" | "scheduler" | "trace" | "only"> {
  readonly contracts: Contracts;
  readonly promises: GatewayPromises;
  /** Empty. */
  readonly books: Store;
  /** Of each provider, empty. */
  readonly newJournal: () => Journal;
  /** For everything except the processes. */
  readonly ids: Ids;
  readonly idsOf: (process: string) => Ids;
  readonly bug: PlantedBug | undefined;
  readonly wireOver: (parts: Pick<Ground, "gateways" | "banks" | "observer">) => Wire;
}

export type Ground = Awaited<ReturnType<typeof createGround>>;

/** Providers, books, the observer, merchants, the operator and processes: everything except the clients. */
export async function createGround(setting: Setting) {
  const { seed, profile, scheduler, trace, contracts, promises, ids, newJournal } = setting;
  const startMs = scheduler.now();
  const vault = testVault();
  const clock = scheduler.clockOf(undefined);
  const gateways = createGateways({
    seed,
    clock,
    ids,
    promises,
    window: profile.window,
    newJournal,
    tenants: [...contracts.keys()],
  });
  const banks = createPayoutBanks({ clock, ids, newJournal });
  const receivers = createReceivers({ seed, clock });
  const { books: gateway, tokens: cardTokens } = gateways;
  const providers = { gateway, cardTokens, payoutBank: banks.books, receivers: receivers.books };
  const coverage = createCoverage();
  const { settings, holidays } = profile;
  const { observer, store } = observe(setting.books, {
    providers,
    settings,
    holidays,
    now: scheduler.now,
    coverage,
  });
  const wire = setting.wireOver({ gateways, banks, observer });
  const own = { vault, ids, clock, settings, holidays };
  const { payments, asking } = bindForOperator({ ...own, store, gateways, banks, observer });
  const merchants = await registerMerchants(payments, contracts);
  const run: Run = { seed, profile, scheduler, wire, trace, observer, merchants, only: setting.only };
  const paysOut = profile.backOffices > 0;
  return {
    ...run,
    payments,
    store,
    providers,
    gateways,
    banks,
    paysOut,
    coverage,
    sinceStart: () => scheduler.now() - startMs,
    letTimePass(ms: number): void {
      scheduler.jump(ms);
      observer.onEvent({ kind: "disturbed" });
      trace.note("world", () => `it is ${seoulTime(scheduler.now())}`);
    },
    startOperator: () => startOperator({ ...run, payments, asking, store, contracts, gateways, banks, paysOut }),
    startProcesses: () =>
      startProcesses({
        ...run,
        random: seededRandom(seed, "restarts"),
        ports: {
          store,
          vault,
          gateways: gateways.behindWire,
          bank: banks.test,
          liveBank: banks.live,
          receive: receivers.receive,
        },
        idsOf: setting.idsOf,
        bug: setting.bug,
      }),
  };
}

interface OperatorParts extends Pick<Profile, "settings" | "holidays">, Pick<Run, "observer"> {
  readonly vault: Vault;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly store: Store;
  readonly gateways: Gateways;
  readonly banks: PayoutBanks;
}

/** Besides the processes: one service without providers, and one that calls them without a wire, to reconcile. */
function bindForOperator({ gateways, banks, observer, ...parts }: OperatorParts) {
  const notify = (notice: Notice) => observer.onEvent({ kind: "notice", notice });
  const payoutBanks = { test: banks.test.bank, live: banks.live.bank };
  return {
    payments: bindPayments({ ...parts, gateways: {}, notify }),
    asking: bindPayments({ ...parts, gateways: gateways.asked, payoutBanks }),
  };
}

function observe(
  books: Store,
  options: Pick<ObserverOptions, "providers" | "settings" | "holidays" | "now" | "coverage">,
) {
  const observer = createObserver({ ...options, store: books, records, projections, invariants });
  return { observer, store: observedStore(books, observer) };
}
