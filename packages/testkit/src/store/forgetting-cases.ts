import type { ChangeSet } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, transfer, write, type Bench, type Cases } from "./bench.ts";

/** Long before every commit that anybody else may have made in the same store. */
const longAgo = -8_000_000_000_000_000;

/** Forgets whatever was committed before a time, and answers how many those were. */
async function forgetAll(bench: Bench, before: number): Promise<number> {
  let sum = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const forgotten = await bench.store.forgetCommits({ before, limit: 50 });
    expect(forgotten).toBeLessThanOrEqual(50);
    sum += forgotten;
    if (forgotten < 50) return sum;
  }
  throw new Error("the forgetting never ends");
}

/** Commits the making of a record: repeated after its id was forgotten, it finds the record there. */
async function make(bench: Bench, id: string, at: number): Promise<ChangeSet> {
  const key = bench.key(id);
  const changeSet = bench.changeSet({ at, expect: [absent(key)], writes: [write(key, { id })] });
  expect(await bench.store.commit(changeSet)).toEqual(committed);
  return changeSet;
}

async function isForgotten(bench: Bench, changeSet: ChangeSet): Promise<boolean> {
  return (await bench.store.commit(changeSet)).status === "conflict";
}

export const forgettingCases: Cases = {
  "ids of before a time are forgotten, those of that time and later are kept": async (bench) => {
    await forgetAll(bench, longAgo + 100);
    const first = await make(bench, "first", longAgo);
    const exact = await make(bench, "exact", longAgo + 10);
    const later = await make(bench, "later", longAgo + 11);
    expect(await forgetAll(bench, longAgo + 10)).toBe(1);
    expect(await isForgotten(bench, first)).toBe(true);
    expect(await isForgotten(bench, exact)).toBe(false);
    expect(await isForgotten(bench, later)).toBe(false);
    expect(await forgetAll(bench, longAgo + 10)).toBe(0);
  },

  "at most the limit is forgotten at a time, of any tenant": async (bench) => {
    await forgetAll(bench, longAgo + 100);
    const key = bench.key("theirs");
    const ours = [await make(bench, "a", longAgo), await make(bench, "b", longAgo)];
    const theirs = bench.changeSet({
      tenant: bench.otherTenant,
      at: longAgo,
      expect: [absent(key)],
      writes: [write(key, {})],
    });
    expect(await bench.store.commit(theirs)).toEqual(committed);
    expect(await bench.store.forgetCommits({ before: longAgo + 1, limit: 2 })).toBe(2);
    expect(await bench.store.forgetCommits({ before: longAgo + 1, limit: 2 })).toBe(1);
    expect(await bench.store.forgetCommits({ before: longAgo + 1, limit: 2 })).toBe(0);
    for (const changeSet of [...ours, theirs]) expect(await isForgotten(bench, changeSet)).toBe(true);
  },

  "what the commits did stays": async (bench) => {
    await make(bench, "a", longAgo);
    const sight = await bench.look([bench.key("a")]);
    await forgetAll(bench, longAgo + 1);
    expect(await bench.look([bench.key("a")])).toEqual(sight);
  },

  "the id of a commit with postings is never forgotten": async (bench) => {
    const booked = bench.changeSet({ at: longAgo, postings: transfer(5) });
    expect(await bench.store.commit(booked)).toEqual(committed);
    await forgetAll(bench, longAgo + 1);
    expect(await bench.store.commit(booked)).toEqual(committed);
    await forgetAll(bench, longAgo + 1);
    expect(await bench.store.commit(booked)).toEqual(committed);
    const { balances, entries } = await bench.look([]);
    expect(balances.available).toBe(5);
    expect(entries).toHaveLength(1);
  },
};
