import type { ChangeSet, CommitResult, Expectation, RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, seen, transfer, write, type Bench, type Cases } from "./bench.ts";

/** Guards that do not hold: each prepares a record and answers an expectation that fails. */
const failingGuards: Readonly<Record<string, (bench: Bench, key: RecordKey) => Promise<Expectation>>> = {
  "a version that has passed": async (bench, key) => {
    const version = await bench.put(key, { n: 1 });
    await bench.put(key, { n: 2 });
    return seen(key, version);
  },
  "a version that has not come yet": async (bench, key) => seen(key, (await bench.put(key, {})) + 1),
  "expected absent but present": async (bench, key) => {
    await bench.put(key, {});
    return absent(key);
  },
  "expected present but never there": async (_bench, key) => seen(key, 1),
  "expected present but removed": async (bench, key) => {
    const version = await bench.put(key, {});
    await bench.put(key, null);
    return seen(key, version);
  },
};

/** What the guard stands for in its change set. */
const uses: Readonly<Record<string, (key: RecordKey) => Pick<ChangeSet, "writes">>> = {
  "only read": () => ({ writes: [] }),
  written: (key) => ({ writes: [write(key, { mine: true })] }),
  removed: (key) => ({ writes: [write(key, null)] }),
};

/** The failing key sorts between good ones, so that an adapter has begun and not ended when it meets it. */
async function leavesNothing(bench: Bench, title: keyof typeof failingGuards, use: keyof typeof uses): Promise<void> {
  const failing = bench.key("m-failing");
  const guard = await failingGuards[title]?.(bench, failing);
  if (guard === undefined) throw new Error(`no guard is named ${title}`);
  await bench.create("a-good", "z-good");
  await bench.deposit(1_000);
  const [before, after, fresh] = [bench.key("a-good"), bench.key("z-good"), bench.key("b-fresh")];
  const keys = [before, after, fresh, failing];
  const sight = await bench.look(keys);

  const good = await bench.asTheyAre([before, fresh, after]);
  const place = { list: "orders", position: "1" };
  const writes = [write(before, { n: 2 }), write(fresh, { n: 1 }, { dueAt: 5, place }), write(after, null)];
  const parts = {
    expect: [...good, guard],
    writes: [...writes, ...(uses[use]?.(failing).writes ?? [])],
    postings: transfer(100),
    floors: [{ account: "available", min: 0 }] as const,
  };
  const changeSet = bench.changeSet(parts);
  expect(await bench.store.commit(changeSet)).toEqual({ status: "conflict", key: failing } satisfies CommitResult);
  expect(await bench.look(keys)).toEqual(sight);

  const retried = { ...changeSet, expect: good, writes };
  expect(await bench.store.commit(retried)).toEqual(committed);
  expect((await bench.balances()).available).toBe(1_100);
  expect(await bench.read([before])).toMatchObject([{ body: { n: 2 } }]);
}

function guardTests(): Cases {
  const tests = Object.keys(failingGuards).flatMap((title) =>
    Object.keys(uses).map((use) => {
      const run = (bench: Bench) => leavesNothing(bench, title, use);
      return [`${title} (${use}): nothing is left behind, not even the commit id`, run] as const;
    }),
  );
  return Object.fromEntries(tests);
}

export const guardCases: Cases = {
  ...guardTests(),

  "a floor that does not hold leaves nothing behind, not even the commit id": async (bench) => {
    await bench.create("a");
    await bench.deposit(1_000);
    const [key, fresh] = [bench.key("a"), bench.key("b")];
    const sight = await bench.look([key, fresh]);
    const changeSet = bench.changeSet({
      expect: await bench.asTheyAre([key, fresh]),
      writes: [write(key, { n: 2 }), write(fresh, { n: 1 })],
      postings: transfer(-400),
      floors: [{ account: "available", min: 700 }],
    });
    expect(await bench.store.commit(changeSet)).toEqual({ status: "below-floor", account: "available" });
    expect(await bench.look([key, fresh])).toEqual(sight);
    expect(await bench.store.commit({ ...changeSet, floors: [] })).toEqual(committed);
    expect((await bench.balances()).available).toBe(600);
  },

  "a guard that failed for one change set does not stand in the way of the next": async (bench) => {
    const [key] = await bench.create("a");
    if (key === undefined) throw new Error("no key");
    for (const round of [1, 2, 3]) {
      expect(await bench.commit({ expect: [absent(key)] })).toEqual({ status: "conflict", key });
      const writes = [write(key, { round })];
      expect(await bench.commit({ expect: await bench.asTheyAre([key]), writes })).toEqual(committed);
    }
  },

  "an empty change set is committed": async (bench) => {
    expect(await bench.commit({})).toEqual(committed);
  },
};
