import type { ChangeSet } from "@wonflow/core";
import { expect } from "vitest";

import {
  aboveZero,
  belowFloor,
  committed,
  making,
  together,
  transfer,
  write,
  type CaseContext,
  type Cases,
} from "./case-context.ts";

/** Before every other commit in the same store. */
const longAgo = -8_000_000_000_000_000;

async function purgeAll(context: CaseContext, before: number): Promise<number> {
  let sum = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const purged = await context.store.purgeCommits({ before, limit: 50 });
    expect(purged).toBeLessThanOrEqual(50);
    sum += purged;
    if (purged < 50) return sum;
  }
  throw new Error("the purge never ends");
}

/** Commits a new record. Repeated after its id was purged, the commit conflicts with that record. */
async function make(context: CaseContext, id: string, at: number): Promise<ChangeSet> {
  const changeSet = context.changeSet({ at, ...making(context.key(id), { id }) });
  expect(await context.store.commit(changeSet)).toEqual(committed);
  return changeSet;
}

async function isPurged(context: CaseContext, changeSet: ChangeSet): Promise<boolean> {
  return (await context.store.commit(changeSet)).status === "conflict";
}

export const purgeCases: Cases = {
  "ids of before a time are purged, those of that time and later are kept": async (context) => {
    await purgeAll(context, longAgo + 100);
    const first = await make(context, "first", longAgo);
    const exact = await make(context, "exact", longAgo + 10);
    const later = await make(context, "later", longAgo + 11);
    expect(await purgeAll(context, longAgo + 10)).toBe(1);
    expect(await isPurged(context, first)).toBe(true);
    expect(await isPurged(context, exact)).toBe(false);
    expect(await isPurged(context, later)).toBe(false);
    expect(await purgeAll(context, longAgo + 10)).toBe(0);
  },

  "at most the limit is purged at a time, of any tenant": async (context) => {
    await purgeAll(context, longAgo + 100);
    const ours = [await make(context, "a", longAgo), await make(context, "b", longAgo)];
    const { otherTenant: tenant } = context;
    const theirs = context.changeSet({ tenant, at: longAgo, ...making(context.key("theirs")) });
    expect(await context.store.commit(theirs)).toEqual(committed);
    for (const count of [2, 1, 0]) {
      expect(await context.store.purgeCommits({ before: longAgo + 1, limit: 2 })).toBe(count);
    }
    for (const changeSet of [...ours, theirs]) expect(await isPurged(context, changeSet)).toBe(true);
  },

  "what the commits did stays": async (context) => {
    await make(context, "a", longAgo);
    const sight = await context.look([context.key("a")]);
    await purgeAll(context, longAgo + 1);
    expect(await context.look([context.key("a")])).toEqual(sight);
  },

  "the id of a commit with postings is never purged": async (context) => {
    const booked = context.changeSet({ at: longAgo, postings: transfer(5) });
    for (let round = 0; round < 3; round += 1) {
      expect(await context.store.commit(booked)).toEqual(committed);
      await purgeAll(context, longAgo + 1);
    }
    expect(await context.store.commit(booked)).toEqual(committed);
    const { balances, entries } = await context.look([]);
    expect(balances.available).toBe(5);
    expect(entries).toHaveLength(1);
  },
};

async function payment(context: CaseContext): Promise<ChangeSet> {
  const [key] = await context.create("a");
  await context.deposit(100);
  if (key === undefined) throw new Error("no key");
  return context.changeSet({
    expect: await context.asTheyAre([key, context.key("b")]),
    writes: [write(key, { n: 2 }), write(context.key("b"), { n: 1 }, { dueAt: 9 })],
    postings: transfer(-60),
    floors: aboveZero,
  });
}

async function wasDoneOnce(context: CaseContext): Promise<void> {
  const { records, balances, entries } = await context.look(["a", "b"].map(context.key));
  expect(records).toMatchObject([{ body: { n: 2 } }, { body: { n: 1 }, dueAt: 9 }]);
  expect(balances.available).toBe(40);
  expect(entries).toHaveLength(1);
}

export const repetitionCases: Cases = {
  "one after the other: committed each time, done once": async (context) => {
    const changeSet = await payment(context);
    for (let round = 0; round < 3; round += 1) expect(await context.store.commit(changeSet)).toEqual(committed);
    await wasDoneOnce(context);
  },

  "versions that are answered again are the first ones": async (context) => {
    const changeSet = await payment(context);
    const first = await context.store.commit(changeSet);
    const again = await context.store.commit(changeSet);
    expect([first, again]).toEqual([committed, committed]);
    if (first.status !== "committed" || again.status !== "committed") return;
    expect(again.versions ?? first.versions).toEqual(first.versions);
  },

  "all at once: committed each time, done once": async (context) => {
    const changeSet = await payment(context);
    const results = await together(20, () => context.store.commit(changeSet));
    expect(results).toEqual(results.map(() => committed));
    await wasDoneOnce(context);
  },

  "without postings: committed each time, done once": async (context) => {
    const key = context.key("a");
    const changeSet = context.changeSet(making(key));
    const results = await together(10, () => context.store.commit(changeSet));
    expect(results).toEqual(results.map(() => committed));
    const version = await context.version(key);
    expect(await context.store.commit(changeSet)).toEqual(committed);
    expect(await context.version(key)).toBe(version);
  },

  "after others moved versions, balances and records on: still committed, nothing undone": async (context) => {
    const changeSet = await payment(context);
    const [a, b] = [context.key("a"), context.key("b")];
    expect(await context.store.commit(changeSet)).toEqual(committed);
    const later = { expect: await context.asTheyAre([a, b]), writes: [write(a, { n: 3 }), write(b, null)] };
    expect(await context.commit({ ...later, reference: "later", postings: transfer(-30) })).toEqual(committed);
    const sight = await context.look([a, b]);
    expect(await context.store.commit(changeSet)).toEqual(committed);
    expect(await context.look([a, b])).toEqual(sight);
  },

  "after a refusal its guards are checked again": async (context) => {
    const changeSet = context.changeSet({ postings: transfer(-10), floors: aboveZero });
    for (const _try of [1, 2]) expect(await context.store.commit(changeSet)).toEqual(belowFloor("available"));
    await context.deposit(10);
    expect(await context.store.commit(changeSet)).toEqual(committed);
    expect((await context.balances()).available).toBe(0);
  },
};
