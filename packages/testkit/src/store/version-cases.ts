import { type RecordKey, accountNames } from "@wonflow/core";
import { expect } from "vitest";

import {
  absent,
  committed,
  conflict,
  countOf,
  seen,
  together,
  write,
  type CaseContext,
  type Cases,
  transfer,
} from "./case-context.ts";

/** No earlier version fits the record now, so a commit that has read one conflicts. */
async function readsConflict(context: CaseContext, key: RecordKey, earlier: readonly number[]): Promise<void> {
  const version = await context.version(key);
  expect(version).toBeGreaterThan(Math.max(...earlier));
  for (const old of earlier) {
    for (const body of [{ stale: true }, null]) {
      expect(await context.commit({ expect: [seen(key, old)], writes: [write(key, body)] })).toEqual(conflict(key));
    }
  }
}

export const versionCases: Cases = {
  "a version is a whole number from 1 that grows with every write": async (context) => {
    const key = context.key("a");
    let last = 0;
    for (let n = 1; n <= 5; n += 1) {
      const version = await context.put(key, { n });
      expect(Number.isSafeInteger(version)).toBe(true);
      expect(version).toBeGreaterThan(last);
      last = version;
    }
  },

  "a write of what is there already has a new version too": async (context) => {
    const [key = context.key("a")] = await context.create("a");
    const before = await context.version(key);
    expect(await context.put(key, { name: "a" })).toBeGreaterThan(Number(before));
  },

  "a re-created record never has a version that it had before it was removed": async (context) => {
    const key = context.key("a");
    const earlier: number[] = [];
    for (let n = 1; n <= 12; n += 1) {
      earlier.push(await context.put(key, { n }));
      if (n % 3 === 0) earlier.push(await context.put(key, { n, again: true }));
      await context.put(key, null);
    }
    await context.put(key, { n: 0 });
    await readsConflict(context, key, earlier);
  },

  "nor when others were written in between, or the same commit made others": async (context) => {
    const keys = ["a", "b", "c"].map(context.key);
    const [a = context.key("a")] = keys;
    const earlier: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const writes = keys.map((key) => write(key, { round }));
      expect(await context.commit({ expect: keys.map(absent), writes })).toEqual(committed);
      earlier.push(Number(await context.version(a)));
      await context.put(context.key("other"), { round });
      const removals = keys.map((key) => write(key, null));
      expect(await context.commit({ expect: await context.asTheyAre(keys), writes: removals })).toEqual(committed);
    }
    await context.create("a", "b", "c");
    await readsConflict(context, a, earlier);
  },

  "made and removed by many at once: what was seen of a removed one never fits its successor": async (context) => {
    const key = context.key("a");
    const earlier = new Set<number>();
    await together(10, async (index) => {
      for (let round = 0; round < 10; round += 1) {
        const [record] = await context.read([key]);
        const expectation = record === undefined ? absent(key) : seen(key, record.version);
        const body = record === undefined ? { index } : null;
        const result = await context.commit({ expect: [expectation], writes: [write(key, body)] });
        // A removed version must never come again.
        if (result.status !== "committed" || record === undefined) continue;
        expect(earlier.has(record.version)).toBe(false);
        earlier.add(record.version);
      }
    });
    if ((await context.version(key)) === "absent") await context.put(key, {});
    await readsConflict(context, key, [...earlier]);
  },

  "of many that remove the same version one is committed, also when it is re-created meanwhile": async (context) => {
    const key = context.key("a");
    for (let round = 0; round < 10; round += 1) {
      const version = await context.put(key, { round });
      const removals = together(8, () => context.commit({ expect: [seen(key, version)], writes: [write(key, null)] }));
      const makings = together(8, () => context.commit({ expect: [absent(key)], writes: [write(key, { round })] }));
      expect(countOf(await removals, "committed")).toBe(1);
      expect(countOf(await makings, "committed")).toBeLessThanOrEqual(1);
    }
  },
};

const commits = 40;

export const snapshotCases: Cases = {
  "a read of several records sees a commit whole or not at all": async (context) => {
    const keys = await context.create("a", "b");
    const writing = (async () => {
      for (let n = 1; n <= commits; n += 1) {
        await context.commit({ expect: await context.asTheyAre(keys), writes: keys.map((key) => write(key, { n })) });
      }
    })();
    await together(8, async () => {
      for (let round = 0; round < 15; round += 1) {
        const [a, b] = await context.read(keys);
        expect(a?.body["n"]).toBe(b?.body["n"]);
      }
    });
    await writing;
    expect(await context.read(keys)).toMatchObject([{ body: { n: commits } }, { body: { n: commits } }]);
  },

  "a read of records and balances never shows one without the other": async (context) => {
    const [total = context.key("total")] = await context.create("total");
    await context.put(total, { won: 0 });
    let isWriting = true;
    const book = async (won: number) => {
      const writes = [write(total, { won })];
      await context.commit({ expect: await context.asTheyAre([total]), writes, postings: transfer(1) });
    };
    const writing = (async () => {
      for (let won = 1; won <= commits; won += 1) await book(won);
    })().finally(() => {
      isWriting = false;
    });
    await together(6, async (index) => {
      while (isWriting) {
        // Readers in different rhythms, so that no store happens to answer all of them between two commits.
        for (let beat = 0; beat < index; beat += 1) await Promise.resolve();
        const snapshot = await context.store.read(context.tenant, { keys: [total], accounts: ["available", "bank"] });
        const won = snapshot.records[0]?.body["won"];
        expect(snapshot.balances).toEqual({ available: won, bank: won });
      }
    });
    await writing;
    expect((await context.balances()).available).toBe(commits);
  },

  "only the accounts that were asked for are answered, with zero where nothing was booked": async (context) => {
    await context.deposit(7);
    const { store, tenant } = context;
    expect(await store.read(tenant, { keys: [] })).toEqual({ records: [], balances: {} });
    expect(await store.read(tenant, { keys: [], accounts: [] })).toEqual({ records: [], balances: {} });
    const { balances } = await store.read(tenant, { keys: [], accounts: ["vat", "available"] });
    expect(balances).toEqual({ vat: 0, available: 7 });
    const all = await store.read(tenant, { keys: [], accounts: accountNames });
    expect(Object.keys(all.balances).toSorted()).toEqual([...accountNames].toSorted());
  },
};
