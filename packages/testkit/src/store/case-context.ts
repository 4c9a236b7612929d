import type {
  Balances,
  ChangeSet,
  CommitResult,
  Entry,
  Expectation,
  ListRequest,
  Place,
  Posting,
  RecordBody,
  RecordKey,
  Snapshot,
  Store,
  StoredRecord,
  TenantId,
  Write,
} from "@wonflow/core";
import { accountNames, credit, debit, emptyBalances } from "@wonflow/core";
import { expect } from "vitest";

/** A store opened for the contract, and what closes it again. */
export interface StoreFixture {
  readonly store: Store;
  close(): Promise<void>;
}

/** What a test sees of a tenant: enough to tell that nothing has changed. */
export interface Sight {
  readonly records: readonly (StoredRecord | undefined)[];
  readonly balances: Balances;
  readonly entries: readonly Entry[];
}

/** When a record is due for work, and where it is listed; never and nowhere where left out. */
export interface Index {
  readonly dueAt?: number | null;
  readonly place?: Place | null;
}

/** A store with tenants and a kind that no other test uses, and the calls that tests are made of. */
export interface CaseContext {
  readonly store: Store;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly kind: string;
  readonly key: (id: string) => RecordKey;
  /** A change set of our tenant with a new id, empty but for these parts. */
  changeSet(parts: Partial<ChangeSet>): ChangeSet;
  commit(parts: Partial<ChangeSet>): Promise<CommitResult>;
  /** Commits new records with the body `{ name: id }`, and answers their keys. */
  create(...ids: readonly string[]): Promise<readonly RecordKey[]>;
  /** Commits the next state of a record, whatever it was, and answers its version; of a removed one, the last. */
  put(key: RecordKey, body: RecordBody | null, index?: Index): Promise<number>;
  /** Books an entry under the reference "opening" that leaves this much available. */
  deposit(won: number): Promise<void>;
  read(keys: readonly RecordKey[]): Promise<Snapshot["records"]>;
  /** The expectations that hold now. */
  asTheyAre(keys: readonly RecordKey[]): Promise<readonly Expectation[]>;
  version(key: RecordKey): Promise<number | "absent">;
  balances(): Promise<Balances>;
  /** The ids of what stands in a list, ascending and all of it where the request does not say. */
  listed(list: string, request?: Partial<ListRequest>): Promise<readonly string[]>;
  /** These records, all balances, and the entries under the reference "r". */
  look(keys: readonly RecordKey[]): Promise<Sight>;
}

/** Tests of the contract by their titles. */
export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

/** Stands for any version where a record is compared. */
export const anyVersion: unknown = expect.any(Number);

/** The result of a commit, whatever the versions are. */
export const committed: unknown = expect.objectContaining({ status: "committed" });

/** The tests may share a database with earlier runs: merchant ids start somewhere else each time. */
let lastMerchant = Math.floor(Math.random() * 1e12);

export function setUp(store: Store): CaseContext {
  lastMerchant += 2;
  const merchant = lastMerchant;
  const tenant = `${merchant}:test` as const;
  const kind = `kind${merchant}`;
  let commits = 0;

  const key = (id: string): RecordKey => ({ kind, id });
  const changeSet = (parts: Partial<ChangeSet>): ChangeSet => {
    commits += 1;
    const empty = { expect: [], writes: [], reference: "r", postings: [], floors: [] };
    return { id: `commit-${merchant}-${commits}`, tenant, at: 1_000, ...empty, ...parts };
  };
  const commit = (parts: Partial<ChangeSet>) => store.commit(changeSet(parts));
  const mustCommit = async (parts: Partial<ChangeSet>) => {
    const result = await commit(parts);
    if (result.status !== "committed") throw new Error(`a test could not be prepared: ${JSON.stringify(result)}`);
  };
  const look = async (keys: readonly RecordKey[]) => {
    const { records, balances } = await store.read(tenant, { keys, accounts: accountNames });
    return { records, balances: { ...emptyBalances, ...balances } };
  };
  const version = async (each: RecordKey) => (await look([each])).records[0]?.version ?? "absent";
  return {
    store,
    tenant,
    otherTenant: `${merchant + 1}:test`,
    kind,
    key,
    changeSet,
    commit,
    async create(...ids) {
      const keys = ids.map(key);
      await mustCommit({ expect: keys.map(absent), writes: keys.map((each) => write(each, { name: each.id })) });
      return keys;
    },
    async put(each, body, index) {
      const before = await version(each);
      await mustCommit({ expect: [{ key: each, version: before }], writes: [write(each, body, index)] });
      const after = await version(each);
      return after === "absent" ? Number(before) : after;
    },
    deposit: (won) => mustCommit({ reference: "opening", postings: transfer(won) }),
    read: async (keys) => (await look(keys)).records,
    async asTheyAre(keys) {
      const { records } = await look(keys);
      return keys.map((each, index) => ({ key: each, version: records[index]?.version ?? "absent" }));
    },
    version,
    balances: async () => (await look([])).balances,
    async listed(list, request) {
      const records = await store.list(tenant, { list, limit: 100, order: "ascending", ...request });
      return records.map((record) => record.key.id);
    },
    async look(keys) {
      const [sight, entries] = await Promise.all([look(keys), store.entries(tenant, "r")]);
      return { ...sight, entries };
    },
  };
}

export function absent(key: RecordKey): Expectation {
  return { key, version: "absent" };
}

export function seen(key: RecordKey, version: number): Expectation {
  return { key, version };
}

export function write(key: RecordKey, body: RecordBody | null, { dueAt = null, place = null }: Index = {}): Write {
  return { key, body, dueAt, place };
}

/** Balanced postings that raise `available`, or take from it when negative. */
export function transfer(won: number): readonly Posting[] {
  return [debit("bank", won), credit("available", won)];
}

/** Does the same many times at once. */
export function together<T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => run(index)));
}

export function countOf(results: readonly CommitResult[], status: CommitResult["status"]): number {
  return results.filter((result) => result.status === status).length;
}
