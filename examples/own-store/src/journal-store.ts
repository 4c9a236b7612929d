import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { accountNames, assertWellFormed, emptyBalances, keyText, normalDelta } from "@wonflow/core";
import type { Balances, ChangeSet, DueRecord, Entry, Posting, RecordKey, Store, TenantId } from "@wonflow/core";

/** How JSON writes a NUL or half of a surrogate pair: text that no store may take, as some databases cannot. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Wonflow's store port over a file, for one process: each commit is a line, read again when it is opened. */
export function journalStore(file: string): Store {
  const records = new Map<string, DueRecord>();
  const entries = new Map<TenantId, Entry[]>();
  const done = new Set<string>();
  const nameOf = (tenant: TenantId, key: RecordKey) => `${tenant}\n${keyText(key)}`;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) if (line !== "") apply(JSON.parse(line) as ChangeSet);

  function apply({ id, tenant, at, reference, postings, writes }: ChangeSet): void {
    for (const { key, body, dueAt } of writes) {
      const name = nameOf(tenant, key);
      if (body === null) records.delete(name);
      else records.set(name, { tenant, key, version: (records.get(name)?.version ?? 0) + 1, body, dueAt });
    }
    done.add(`${tenant}\n${id}`);
    if (postings.length === 0) return;
    entries.set(tenant, [...(entries.get(tenant) ?? []), { commitId: id, at, reference, postings }]);
  }

  function balancesAfter(tenant: TenantId, more: readonly Posting[]): Balances {
    const sums = new Map(accountNames.map((account) => [account, 0n]));
    const all = [...(entries.get(tenant) ?? []).flatMap(({ postings }) => postings), ...more];
    for (const one of all) sums.set(one.account, (sums.get(one.account) ?? 0n) + BigInt(normalDelta(one)));
    if ([...sums.values()].some((sum) => !Number.isSafeInteger(Number(sum)))) throw new RangeError("beyond 2^53 won");
    return { ...emptyBalances, ...Object.fromEntries([...sums].map(([account, sum]) => [account, Number(sum)])) };
  }

  function due(kind: string, limit: number): readonly DueRecord[] {
    const waiting = [...records.values()].filter(({ key, dueAt }) => key.kind === kind && dueAt !== null);
    return structuredClone(waiting.sort((a, b) => Number(a.dueAt) - Number(b.dueAt)).slice(0, limit));
  }

  return {
    async read(tenant, keys) {
      const found = structuredClone(keys.map((key) => records.get(nameOf(tenant, key))));
      return found.map((row) => row && { key: row.key, version: row.version, body: row.body, dueAt: row.dueAt });
    },
    async commit(changeSet) {
      assertWellFormed(changeSet);
      const { id, tenant, expect, postings, floors } = changeSet;
      const line = JSON.stringify(changeSet);
      if (unstorable.test(line)) throw new RangeError("text that not every store can keep");
      if (done.has(`${tenant}\n${id}`)) return { status: "committed" };
      const versionOf = (key: RecordKey) => records.get(nameOf(tenant, key))?.version ?? "absent";
      const stale = expect.find(({ key, version }) => versionOf(key) !== version);
      if (stale !== undefined) return { status: "conflict", key: stale.key };
      const after = balancesAfter(tenant, postings);
      const low = floors.find(({ account, min }) => after[account] < min);
      if (low !== undefined) return { status: "below-floor", account: low.account };
      appendFileSync(file, `${line}\n`, { flush: true });
      apply(JSON.parse(line) as ChangeSet);
      return { status: "committed" };
    },
    async claimDue(kind, { now, until, limit }) {
      const claimed = due(kind, limit).filter(({ dueAt }) => Number(dueAt) <= now);
      // A claim is no line of the file: after a restart the work is due again, and nothing is lost.
      for (const row of claimed) records.set(nameOf(row.tenant, row.key), { ...row, dueAt: until });
      return structuredClone(claimed.map((row) => ({ ...row, dueAt: until })));
    },
    listDue: async (kind, limit) => due(kind, limit),
    balances: async (tenant) => balancesAfter(tenant, []),
    entries: async (tenant, reference) =>
      structuredClone((entries.get(tenant) ?? []).filter((entry) => entry.reference === reference)),
  };
}
