import {
  type Account,
  type Balances,
  type ChangeSet,
  type CommitResult,
  type Entry,
  type Expectation,
  type Floor,
  type ListRequest,
  type Place,
  type Posting,
  type RecordBody,
  type RecordKey,
  type Snapshot,
  type Store,
  type StoredRecord,
  type TenantId,
  type Write,
  accountNames,
  credit,
  debit,
  emptyBalances,
} from "@wonflow/core";
import { expect } from "vitest";

export const list = "orders";

export async function place(context: CaseContext, positions: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, position] of Object.entries(positions)) {
    await context.put(context.key(id), { id }, { place: { list, position } });
  }
}

export async function pages(
  context: CaseContext,
  request: Omit<ListRequest, "list" | "after">,
  between: (page: readonly string[]) => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  let last: StoredRecord | undefined;
  for (;;) {
    const after = last === undefined ? {} : { after: { position: last.place?.position ?? "", key: last.key } };
    const page = await context.store.list(context.tenant, { list, ...request, ...after });
    expect(page.length).toBeLessThanOrEqual(request.limit);
    last = page.at(-1);
    if (last === undefined) return ids;
    if (ids.length > 1_000) throw new Error("the pages never end");
    ids.push(...page.map(({ key }) => key.id));
    await between(page.map(({ key }) => key.id));
  }
}

/** A store opened for the contract. */
export interface StoreFixture {
  readonly store: Store;
  close(): Promise<void>;
}

interface Sight {
  readonly records: readonly (StoredRecord | undefined)[];
  readonly balances: Balances;
  readonly entries: readonly Entry[];
}

/** When a record is due, and its place in a list; never and nowhere by default. */
interface Index {
  readonly dueAt?: number | null;
  readonly place?: Place | null;
}

/** A store, with tenants and a kind that no other test uses. */
export interface CaseContext {
  readonly store: Store;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly kind: string;
  readonly key: (id: string) => RecordKey;
  changeSet(parts: Partial<ChangeSet>): ChangeSet;
  commit(parts: Partial<ChangeSet>): Promise<CommitResult>;
  /** Commits new records with the body `{ name: id }`, and answers their keys. */
  create(...ids: readonly string[]): Promise<readonly RecordKey[]>;
  /** Commits the next state of a record, whatever its version, and answers the new version; of a removed record, the last. */
  put(key: RecordKey, body: RecordBody | null, index?: Index): Promise<number>;
  /** Books an entry under the reference "opening" that makes this much available. */
  deposit(won: number): Promise<void>;
  read(keys: readonly RecordKey[]): Promise<Snapshot["records"]>;
  asTheyAre(keys: readonly RecordKey[]): Promise<readonly Expectation[]>;
  version(key: RecordKey): Promise<number | "absent">;
  balances(): Promise<Balances>;
  /** The ids in a list; all of them, ascending, unless the request says otherwise. */
  listed(list: string, request?: Partial<ListRequest>): Promise<readonly string[]>;
  /** These records, all balances, and the entries under the reference "r". */
  look(keys: readonly RecordKey[]): Promise<Sight>;
}

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

export const anyVersion: unknown = expect.any(Number);

export const committed: unknown = expect.objectContaining({ status: "committed" });

/** Earlier runs may have used the same database, so merchant ids start at a random number. */
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
    const empty = { expect: [], writes: [], reference: "r", postings: [], floors: [], tallies: [] };
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

export const aboveZero: readonly Floor[] = [{ account: "available", min: 0 }];

export function absent(key: RecordKey): Expectation {
  return { key, version: "absent" };
}

/** The part of a change set that creates a record. */
export function making(key: RecordKey, body: RecordBody = {}, index?: Index): Pick<ChangeSet, "expect" | "writes"> {
  return { expect: [absent(key)], writes: [write(key, body, index)] };
}

export function conflict(key: RecordKey): CommitResult {
  return { status: "conflict", key };
}

export function belowFloor(account: Account): CommitResult {
  return { status: "below-floor", account };
}

export function seen(key: RecordKey, version: number): Expectation {
  return { key, version };
}

export function write(key: RecordKey, body: RecordBody | null, { dueAt = null, place = null }: Index = {}): Write {
  return { key, body, dueAt, place };
}

/** Balanced postings that raise `available`, or lower it for a negative amount. */
export function transfer(won: number): readonly Posting[] {
  return [debit("bank", won), credit("available", won)];
}

export function together<T>(times: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => run(index)));
}

export function countOf(results: readonly CommitResult[], status: CommitResult["status"]): number {
  return results.filter((result) => result.status === status).length;
}
