import {
  type MerchantInput,
  type Settings,
  keyText,
  type ChangeSet,
  type DueRecord,
  type Expectation,
  type RecordKey,
  type Store,
  type StoredRecord,
  type TenantId,
  type Write,
} from "@wonflow/core";
import { closedDaysRecord, defaultSettings } from "@wonflow/core/internal";
import { memoryJournal, type Journal } from "@wonflow/sandbox";
import { testHolidays } from "@wonflow/testkit";
import { createChoiceWire } from "../engine/choice-wire.ts";
import { faultKinds, type FaultKind, type FaultRates } from "../engine/faults.ts";
import { createScheduler } from "../engine/scheduler.ts";
import { createTrace } from "../engine/trace.ts";
import type { PlantedBug } from "../planted/bug.ts";
import type { DrawnPromises } from "../ports/gateway.ts";
import type { PortCall } from "../ports/port-call.ts";
import { createGround } from "../world/ground.ts";
import type { Profile } from "../world/profile.ts";
import { startMs } from "../world/world.ts";
import type { DrawnWindow } from "../ports/drawn-window.ts";
import { memoryStore } from "@wonflow/store-memory";

interface StageOptions {
  readonly faults: { readonly kinds: readonly FaultKind[]; readonly most: number };
  readonly settings?: Partial<Settings> | undefined;
  readonly contract?: Partial<MerchantInput> | undefined;
  readonly promises?: Partial<DrawnPromises> | undefined;
  readonly window?: DrawnWindow | undefined;
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

function profileOf(settings: Partial<Settings> = {}, window: DrawnWindow | null = null): Profile {
  return {
    processes: 0,
    clients: 0,
    orders: 0,
    paceMs: 0,
    rates: noFaults,
    gatewayRates: noFaults,
    backOffices: 1,
    chargingServers: 0,
    window,
    bankRates: noFaults,
    latestMs: 1_000,
    restMs: 40_000,
    clientTimeoutMs: 60_000,
    identified: 0,
    settings: {
      ...defaultSettings,
      checkoutUrl: "https://pay.example/checkout",
      windowUrl: "https://script.example",
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
  const profile = profileOf(options.settings, options.window);
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

interface Row {
  /** In the store below. */
  readonly version: number;
  /** Counts the writes of this record alone. */
  readonly ordinal: number;
  readonly text: string;
}

/**
 * The memory store, which can also list its whole content. The version of a record counts its own writes, so that two orders of
 * writes to different records lead to the same books.
 */
function openBooks(steadyKinds: readonly string[]) {
  const store = memoryStore();
  let isSteady = false;
  const kept = keepTexts();
  const { counted } = kept;
  const observed: Store = {
    ...store,
    async read(tenant, request) {
      const { records, ...snapshot } = await store.read(tenant, request);
      return { ...snapshot, records: records.map((record) => record && counted(tenant, record)) };
    },
    list: async (tenant, request) => (await store.list(tenant, request)).map((record) => counted(tenant, record)),
    listDue: async (kind, limit) => (await store.listDue(kind, limit)).map((record) => counted(record.tenant, record)),
    claimDue: async (kind, claim) => (await store.claimDue(kind, claim)).map((record) => kept.claim(record)),
    async commit(changeSet) {
      const steady = isSteady && changeSet.writes.find(({ key }) => steadyKinds.includes(key.kind));
      if (steady) throw new Error(`a scene changes a record of kind ${steady.key.kind}, which none may`);
      const expect = changeSet.expect.map((each) => kept.below(changeSet.tenant, each));
      const result = await store.commit({ ...changeSet, expect });
      if (result.status !== "committed" || result.versions === undefined) return result;
      return { ...result, versions: kept.enter(changeSet, result.versions) };
    },
  };
  return {
    store: observed,
    content: () => kept.content(),
    /** From here on, records of the steady kinds must not change. */
    beginScene: () => void (isSteady = true),
  };
}

function nameOf(tenant: TenantId, key: RecordKey): string {
  return `${tenant}\n${keyText(key)}`;
}

function keepTexts() {
  const rows = new Map<string, Row>();
  const writes = new Map<string, number>();
  const commits = new Set<string>();
  const tallies = new Map<string, number>();

  function write(name: string, { body, dueAt, place }: Write, version: number): number {
    const ordinal = (writes.get(name) ?? 0) + 1;
    writes.set(name, ordinal);
    if (body === null) rows.delete(name);
    else rows.set(name, { version, ordinal, text: JSON.stringify({ body, dueAt, place }) });
    return body === null ? 0 : ordinal;
  }

  const counted = <Found extends StoredRecord>(tenant: TenantId, record: Found): Found => {
    return { ...record, version: rows.get(nameOf(tenant, record.key))?.ordinal ?? 0 };
  };

  return {
    counted,
    /** The expectation with the version in the store below. */
    below(tenant: TenantId, { key, version }: Expectation): Expectation {
      const row = rows.get(nameOf(tenant, key));
      if (version === "absent" || row === undefined) return { key, version };
      return { key, version: version === row.ordinal ? row.version : Number.MAX_SAFE_INTEGER };
    },
    claim(record: DueRecord): DueRecord {
      const name = nameOf(record.tenant, record.key);
      const row = rows.get(name);
      const { body, dueAt, place } = record;
      if (row !== undefined) rows.set(name, { ...row, text: JSON.stringify({ body, dueAt, place }) });
      return counted(record.tenant, record);
    },
    /** Returns the versions of the written records. */
    enter({ id, tenant, writes: written, postings, reference, ...counts }: ChangeSet, versions: readonly number[]) {
      commits.add(JSON.stringify([id, tenant, reference, postings]));
      for (const { name, day, amount, count } of counts.tallies) {
        const counter = `${tenant} ${name} ${day}`;
        tallies.set(`${counter} won`, (tallies.get(`${counter} won`) ?? 0) + amount);
        tallies.set(`${counter} times`, (tallies.get(`${counter} times`) ?? 0) + count);
      }
      return written.map((each, index) => write(nameOf(tenant, each.key), each, versions[index] ?? 0));
    },
    /** The whole content, sorted: entries of different commits may be booked in any order. */
    content(): readonly string[] {
      const all = [...rows].map(([name, { ordinal, text }]) => `${name} ${ordinal} ${text}`);
      return [...all, ...commits, ...[...tallies].map(([name, value]) => `${name} ${value}`)].toSorted();
    },
  };
}
