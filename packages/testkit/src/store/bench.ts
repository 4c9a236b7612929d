import type {
  Balances,
  ChangeSet,
  CommitResult,
  Entry,
  Expectation,
  Posting,
  RecordBody,
  RecordKey,
  Store,
  StoredRecord,
  TenantId,
  Write,
} from "@wonflow/core";
import { credit, debit } from "@wonflow/core";

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

/** A store with tenants and a kind that no other test uses, and the calls that tests are made of. */
export interface Bench {
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
  /** Books an entry under the reference "opening" that leaves this much available. */
  deposit(won: number): Promise<void>;
  readonly version: (key: RecordKey) => Promise<number | "absent">;
  /** These records, all balances, and the entries under the reference "r". */
  look(keys: readonly RecordKey[]): Promise<Sight>;
}

/** Tests of the contract by their titles. */
export type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

export const committed = { status: "committed" } as const;

/** The tests may share a database with earlier runs: merchant ids start somewhere else each time. */
let lastMerchant = Math.floor(Math.random() * 1e12);

export function setUp(store: Store): Bench {
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
      mustCommit(
        await commit({ expect: keys.map(absent), writes: keys.map((each) => write(each, { name: each.id })) }),
      );
      return keys;
    },
    async deposit(won) {
      mustCommit(await commit({ reference: "opening", postings: transfer(won) }));
    },
    version: async (each) => (await store.read(tenant, [each]))[0]?.version ?? "absent",
    async look(keys) {
      const [records, balances, entries] = await Promise.all([
        store.read(tenant, keys),
        store.balances(tenant),
        store.entries(tenant, "r"),
      ]);
      return { records, balances, entries };
    },
  };
}

export function absent(key: RecordKey): Expectation {
  return { key, version: "absent" };
}

export function seen(key: RecordKey, version: number): Expectation {
  return { key, version };
}

export function write(key: RecordKey, body: RecordBody | null, dueAt: number | null = null): Write {
  return { key, body, dueAt };
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

function mustCommit(result: CommitResult): void {
  if (result.status !== "committed") throw new Error(`a test could not be prepared: ${JSON.stringify(result)}`);
}
