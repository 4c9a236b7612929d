import { defaultSettings, type MerchantInput, type Settings } from "@wonflow/core";
import { closedDaysRecord } from "@wonflow/core/records";
import { memoryJournal, type Journal } from "@wonflow/sandbox";
import { testHolidays } from "@wonflow/testkit";
import { createChoiceWire } from "../engine/choice-wire.ts";
import { faultKinds, type FaultKind, type FaultRates } from "../engine/faults.ts";
import { createScheduler } from "../engine/scheduler.ts";
import { createTrace } from "../engine/trace.ts";
import type { PlantedBug } from "../planted/bug.ts";
import type { DrawnPromises } from "../ports/card-promises.ts";
import type { PortCall } from "../ports/port-call.ts";
import { createGround } from "../world/ground.ts";
import type { Profile } from "../world/profile.ts";
import { startMs } from "../world/world.ts";
import { openBooks } from "./books.ts";

export interface StageOptions {
  readonly faults: { readonly kinds: readonly FaultKind[]; readonly most: number };
  readonly settings?: Partial<Settings> | undefined;
  readonly contract?: Partial<MerchantInput> | undefined;
  readonly promises?: Partial<DrawnPromises> | undefined;
  readonly bug?: PlantedBug | undefined;
  readonly trace?: boolean;
}

const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultRates;

/** What gateways promise by default: as little as real ones do. */
const promises: DrawnPromises = {
  tombstones: false,
  idempotent: false,
  settlesWithinMs: 60_000,
  reversibleForMs: 60 * 60_000,
  storesCheckedCards: true,
  dayList: false,
  exceededByMs: 0,
};

function profileOf(settings: Partial<Settings> = {}): Profile {
  return {
    processes: 0,
    clients: 0,
    orders: 0,
    paceMs: 0,
    rates: noFaults,
    gatewayRates: noFaults,
    backOffices: 1,
    chargingServers: 0,
    bankRates: noFaults,
    latestMs: 1_000,
    restMs: 40_000,
    clientTimeoutMs: 60_000,
    identified: 0,
    settings: {
      ...defaultSettings,
      checkoutUrl: "https://pay.example/checkout",
      ...settings,
    },
    holidays: testHolidays(),
  };
}

const contract: MerchantInput = {
  mId: 7,
  mode: "test",
  name: "Corner Shop",
  feeRate: "2.85",
  settlementDays: 1,
  contracts: { payouts: true },
};

/** Kinds of records that no scene may change; the books throw otherwise. */
const steadyKinds: readonly string[] = ["apiKey", closedDaysRecord.name];

/** A vault has no state, so the order of its calls has no effect on others. */
function isSteady({ name, about, quick }: PortCall<unknown>): boolean {
  if (name.startsWith("vault.")) return true;
  const keys = quick === true ? (about?.() ?? []) : [];
  return keys.length > 0 && keys.every(({ key }) => steadyKinds.includes(key.kind));
}

/** Ids of one drawer, which do not depend on those that others have drawn. */
function idsFrom(first: number) {
  let count = 0;
  return { random: (length: number) => String(first + (count += 1)).padStart(length, "0") };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The service without randomness: one merchant, its providers and books, and processes without work of their own. */
export async function openStage({ faults, bug, ...options }: StageOptions) {
  const profile = profileOf(options.settings);
  const onLook = ({ name }: { readonly name: string }, now: number) => wire.hear(name, `it is ${now}`);
  const scheduler = createScheduler({ startMs, seed: 1, paceMs: 0, inOrder: true, onLook });
  const trace = createTrace(() => scheduler.now() - startMs, options.trace === true);
  const books = openBooks(steadyKinds);
  const journals: Journal[] = [];
  const wire = createChoiceWire({ scheduler, trace, faults, isSteady });
  let drawers = 0;
  const ground = await createGround({
    seed: 1,
    profile,
    scheduler,
    trace,
    only: [],
    contracts: new Map([["7:test", { ...contract, ...options.contract }]]),
    promises: { test: { ...promises, ...options.promises }, live: promises },
    books: books.store,
    newJournal() {
      const journal = memoryJournal();
      journals.push(journal);
      return journal;
    },
    ids: idsFrom(0),
    idsOf: () => idsFrom(1000 * (drawers += 1)),
    bug,
    wireOver: () => wire.wire,
  });
  const [merchant] = ground.merchants;
  if (merchant === undefined) throw new Error("there is no merchant");
  return {
    ...ground,
    merchant,
    bug,
    choices: wire,
    books,
    journals,
    operator: ground.startOperator(),
    processes: ground.startProcesses(),
  };
}
