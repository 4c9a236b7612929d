import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  accountNames,
  assertWellFormed,
  emptyBalances,
  keyText,
  normalDelta,
  storableJson,
  sumTallies,
  tallyText,
} from "@wonflow/core";
import type {
  Balances,
  ChangeSet,
  DueRecord,
  Entry,
  ListRequest,
  Posting,
  RecordKey,
  Store,
  StoredRecord,
  Tally,
  TallyRequest,
  TenantId,
} from "@wonflow/core";

interface Row {
  readonly tenant: TenantId;
  readonly record: StoredRecord;
}

const nameOf = (tenant: TenantId, key: RecordKey) => `${tenant}\n${keyText(key)}`;

/** Wonflow's store port over a file, for one process: each commit is a line, read again when it is opened. */
export function journalStore(file: string): Store {
  const records = new Map<string, Row>();
  const entries = new Map<TenantId, Entry[]>();
  const counted = new Map<TenantId, readonly Tally[]>();
  const done = new Map<string, number>();
  let writesDone = 0;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) if (line !== "") apply(JSON.parse(line) as ChangeSet);

  function apply({ id, tenant, at, reference, postings, writes, tallies }: ChangeSet): void {
    for (const { key, body, dueAt, place } of writes) {
      // One count for all records: a record that is removed and created again never repeats a version.
      const version = (writesDone += 1);
      if (body === null) records.delete(nameOf(tenant, key));
      else records.set(nameOf(tenant, key), { tenant, record: { key, version, body, dueAt, place } });
    }
    done.set(`${tenant}\n${id}`, postings.length === 0 ? at : Infinity);
    counted.set(tenant, counting([...(counted.get(tenant) ?? []), ...tallies]));
    if (postings.length === 0) return;
    entries.set(tenant, [...(entries.get(tenant) ?? []), { commitId: id, at, reference, postings }]);
  }

  const postingsOf = (tenant: TenantId) => (entries.get(tenant) ?? []).flatMap((entry) => entry.postings);

  return {
    async read(tenant, { keys, accounts = [] }) {
      const found = structuredClone(keys.map((key) => records.get(nameOf(tenant, key))?.record));
      const all = balancesOf(postingsOf(tenant));
      return { records: found, balances: Object.fromEntries(accounts.map((account) => [account, all[account]])) };
    },
    async list(tenant, request) {
      return pageOf(
        [...records.values()].filter((row) => row.tenant === tenant),
        request,
      );
    },
    async commit(changeSet) {
      assertWellFormed(changeSet);
      const { id, tenant, expect, postings, floors } = changeSet;
      const line = storableJson(changeSet);
      if (done.has(`${tenant}\n${id}`)) return { status: "committed" };
      const versionOf = (key: RecordKey) => records.get(nameOf(tenant, key))?.record.version ?? "absent";
      const stale = expect.find(({ key, version }) => versionOf(key) !== version);
      if (stale !== undefined) return { status: "conflict", key: stale.key };
      const after = balancesOf([...postingsOf(tenant), ...postings]);
      const low = floors.find(({ account, min }) => after[account] < min);
      if (low !== undefined) return { status: "below-floor", account: low.account };
      counting([...(counted.get(tenant) ?? []), ...changeSet.tallies]);
      appendFileSync(file, `${line}\n`, { flush: true, mode: 0o600 });
      apply(JSON.parse(line) as ChangeSet);
      return { status: "committed" };
    },
    async claimDue(kind, { now, until, limit }) {
      const claimed = dueOf(records, kind, limit).filter(({ dueAt }) => Number(dueAt) <= now);
      // A claim is no line of the file: after a restart the work is due again, and nothing is lost.
      for (const { tenant, ...record } of claimed) {
        records.set(nameOf(tenant, record.key), { tenant, record: { ...record, dueAt: until } });
      }
      return claimed.map((record) => ({ ...record, dueAt: until }));
    },
    listDue: async (kind, limit) => dueOf(records, kind, limit),
    listEntries: async (tenant, page) => entriesAfter(entries.get(tenant) ?? [], page),
    sumPostings: async (tenant) => ({ balances: balancesOf(postingsOf(tenant)), sums: balancesOf(postingsOf(tenant)) }),
    entries: async (tenant, reference) =>
      structuredClone((entries.get(tenant) ?? []).filter((entry) => entry.reference === reference)),
    tallies: async (tenant, request) => talliesIn(counted.get(tenant) ?? [], request),
    purgeCommits: async (request) => purgeOld(done, request),
  };
}

/** Purges ids in memory only: the file keeps every line, so they return when it is opened again. */
function purgeOld(done: Map<string, number>, { before, limit }: Parameters<Store["purgeCommits"]>[0]): number {
  const old = [...done].filter(([, at]) => at < before).slice(0, limit);
  for (const [name] of old) done.delete(name);
  return old.length;
}

function counting(tallies: readonly Tally[]): readonly Tally[] {
  const sums = sumTallies(tallies);
  const isExact = sums.every(({ amount, count }) => Number.isSafeInteger(amount) && Number.isSafeInteger(count));
  if (!isExact) throw new RangeError("beyond 2^53");
  return sums;
}

function talliesIn(all: readonly Tally[], { names, from, to }: TallyRequest): Tally[] {
  const asked = all.filter(({ name, day }) => names.includes(name) && day >= from && day <= to);
  return structuredClone(asked.toSorted((a, b) => (tallyText(a) < tallyText(b) ? -1 : 1)));
}

function entriesAfter(all: readonly Entry[], { after, limit }: Parameters<Store["listEntries"]>[1]): Entry[] {
  const first = after === undefined ? 0 : all.findIndex(({ commitId }) => commitId === after) + 1;
  return after !== undefined && first === 0 ? [] : structuredClone(all.slice(first, first + limit));
}

function balancesOf(postings: readonly Posting[]): Balances {
  const sums = new Map(accountNames.map((account) => [account, 0n]));
  for (const one of postings) sums.set(one.account, (sums.get(one.account) ?? 0n) + BigInt(normalDelta(one)));
  if ([...sums.values()].some((sum) => !Number.isSafeInteger(Number(sum)))) throw new RangeError("beyond 2^53 won");
  return { ...emptyBalances, ...Object.fromEntries([...sums].map(([account, sum]) => [account, Number(sum)])) };
}

/** A string that sorts by the bytes of another. */
const inBytes = (text: string) => Buffer.from(text).toString("hex");

/** The order of a list: position, kind and id, and between them characters that no position and no kind may hold. */
const spotOf = (position: string, key: RecordKey) => inBytes(`${position}\0${keyText(key)}`);

function pageOf(rows: readonly Row[], { list, from = "", to, after, limit, order }: ListRequest): StoredRecord[] {
  const sign = order === "ascending" ? 1 : -1;
  const end = to === undefined ? "g" : inBytes(to);
  const last = after && spotOf(after.position, after.key);
  const page = rows
    .filter(({ record }) => record.place?.list === list)
    .map(({ record }) => ({ record, spot: spotOf(record.place?.position ?? "", record.key) }))
    .filter(({ spot }) => spot >= inBytes(from) && spot < end)
    .filter(({ spot }) => last === undefined || (sign === 1 ? spot > last : spot < last))
    .sort((a, b) => (a.spot < b.spot ? -sign : sign));
  return structuredClone(page.slice(0, limit).map(({ record }) => record));
}

function dueOf(records: ReadonlyMap<string, Row>, kind: string, limit: number): DueRecord[] {
  const all = [...records.values()].map(({ tenant, record }) => ({ tenant, ...record }));
  const waiting = all.filter(({ key, dueAt }) => key.kind === kind && dueAt !== null);
  return structuredClone(waiting.sort((a, b) => Number(a.dueAt) - Number(b.dueAt)).slice(0, limit));
}
