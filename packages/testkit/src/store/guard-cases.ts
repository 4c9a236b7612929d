import type { ChangeSet, CommitResult, Expectation, RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, seen, transfer, write, type Bench, type Cases } from "./bench.ts";

/** A guard that does not hold: how to prepare it, and which record it is about. */
interface FailingGuard {
  readonly prepare: (bench: Bench, key: RecordKey) => Promise<unknown>;
  readonly expectation: (key: RecordKey) => Expectation;
}

const failingGuards: Readonly<Record<string, FailingGuard>> = {
  "a version that has passed": {
    prepare: async (bench, key) => {
      await bench.create(key.id);
      await bench.commit({ expect: [seen(key, 1)], writes: [write(key, { n: 2 })] });
    },
    expectation: (key) => seen(key, 1),
  },
  "a version that has not come yet": {
    prepare: (bench, key) => bench.create(key.id),
    expectation: (key) => seen(key, 2),
  },
  "expected absent but present": {
    prepare: (bench, key) => bench.create(key.id),
    expectation: absent,
  },
  "expected present but never there": {
    prepare: async () => {},
    expectation: (key) => seen(key, 1),
  },
  "expected present but removed": {
    prepare: async (bench, key) => {
      await bench.create(key.id);
      await bench.commit({ expect: [seen(key, 1)], writes: [write(key, null)] });
    },
    expectation: (key) => seen(key, 1),
  },
};

/** What the guard stands for in its change set. */
const uses: Readonly<Record<string, (key: RecordKey) => Pick<ChangeSet, "writes">>> = {
  "only read": () => ({ writes: [] }),
  written: (key) => ({ writes: [write(key, { mine: true })] }),
  removed: (key) => ({ writes: [write(key, null)] }),
};

/** The failing key sorts between good ones, so that an adapter has begun and not ended when it meets it. */
async function leavesNothing(bench: Bench, guard: FailingGuard, use: keyof typeof uses): Promise<void> {
  const failing = bench.key("m-failing");
  await guard.prepare(bench, failing);
  await bench.create("a-good", "z-good");
  await bench.deposit(1_000);
  const [before, after, fresh] = [bench.key("a-good"), bench.key("z-good"), bench.key("b-fresh")];
  const keys = [before, after, fresh, failing];
  const sight = await bench.look(keys);

  const good = [seen(before, 1), absent(fresh), seen(after, 1)];
  const writes = [write(before, { n: 2 }), write(fresh, { n: 1 }, 5), write(after, null)];
  const parts = {
    expect: [...good, guard.expectation(failing)],
    writes: [...writes, ...(uses[use]?.(failing).writes ?? [])],
    postings: transfer(100),
    floors: [{ account: "available", min: 0 }] as const,
  };
  const changeSet = bench.changeSet(parts);
  expect(await bench.store.commit(changeSet)).toEqual({ status: "conflict", key: failing } satisfies CommitResult);
  expect(await bench.look(keys)).toEqual(sight);

  const retried = { ...changeSet, expect: good, writes };
  expect(await bench.store.commit(retried)).toEqual(committed);
  expect((await bench.store.balances(bench.tenant)).available).toBe(1_100);
  expect(await bench.version(before)).toBe(2);
}

function guardTests(): Cases {
  const tests = Object.entries(failingGuards).flatMap(([title, guard]) =>
    Object.keys(uses).map((use) => {
      const run = (bench: Bench) => leavesNothing(bench, guard, use);
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
      expect: [seen(key, 1), absent(fresh)],
      writes: [write(key, { n: 2 }), write(fresh, { n: 1 })],
      postings: transfer(-400),
      floors: [{ account: "available", min: 700 }],
    });
    expect(await bench.store.commit(changeSet)).toEqual({ status: "below-floor", account: "available" });
    expect(await bench.look([key, fresh])).toEqual(sight);
    expect(await bench.store.commit({ ...changeSet, floors: [] })).toEqual(committed);
    expect((await bench.store.balances(bench.tenant)).available).toBe(600);
  },

  "a guard that failed for one change set does not stand in the way of the next": async (bench) => {
    const [key] = await bench.create("a");
    if (key === undefined) throw new Error("no key");
    for (const version of [1, 2, 3]) {
      expect(await bench.commit({ expect: [absent(key)] })).toEqual({ status: "conflict", key });
      expect(await bench.commit({ expect: [seen(key, version)], writes: [write(key, {})] })).toEqual(committed);
    }
  },

  "an empty change set is committed": async (bench) => {
    expect(await bench.commit({})).toEqual(committed);
  },
};
