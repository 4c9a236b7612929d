import type { ChangeSet } from "@wonflow/core";
import { expect } from "vitest";
import { committed, making, transfer, type CaseContext, type Cases } from "./case-context.ts";

/** Before every other commit in the same store. */
const longAgo = -8_000_000_000_000_000;

async function forgetAll(context: CaseContext, before: number): Promise<number> {
  let sum = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const forgotten = await context.store.forgetCommits({ before, limit: 50 });
    expect(forgotten).toBeLessThanOrEqual(50);
    sum += forgotten;
    if (forgotten < 50) return sum;
  }
  throw new Error("the forgetting never ends");
}

/** Commits a new record. Repeated after its id was purged, the commit conflicts with that record. */
async function make(context: CaseContext, id: string, at: number): Promise<ChangeSet> {
  const changeSet = context.changeSet({ at, ...making(context.key(id), { id }) });
  expect(await context.store.commit(changeSet)).toEqual(committed);
  return changeSet;
}

async function isForgotten(context: CaseContext, changeSet: ChangeSet): Promise<boolean> {
  return (await context.store.commit(changeSet)).status === "conflict";
}

export const forgettingCases: Cases = {
  "ids of before a time are purged, those of that time and later are kept": async (context) => {
    await forgetAll(context, longAgo + 100);
    const first = await make(context, "first", longAgo);
    const exact = await make(context, "exact", longAgo + 10);
    const later = await make(context, "later", longAgo + 11);
    expect(await forgetAll(context, longAgo + 10)).toBe(1);
    expect(await isForgotten(context, first)).toBe(true);
    expect(await isForgotten(context, exact)).toBe(false);
    expect(await isForgotten(context, later)).toBe(false);
    expect(await forgetAll(context, longAgo + 10)).toBe(0);
  },

  "at most the limit is purged at a time, of any tenant": async (context) => {
    await forgetAll(context, longAgo + 100);
    const ours = [await make(context, "a", longAgo), await make(context, "b", longAgo)];
    const { otherTenant: tenant } = context;
    const theirs = context.changeSet({ tenant, at: longAgo, ...making(context.key("theirs")) });
    expect(await context.store.commit(theirs)).toEqual(committed);
    for (const count of [2, 1, 0]) {
      expect(await context.store.forgetCommits({ before: longAgo + 1, limit: 2 })).toBe(count);
    }
    for (const changeSet of [...ours, theirs]) expect(await isForgotten(context, changeSet)).toBe(true);
  },

  "what the commits did stays": async (context) => {
    await make(context, "a", longAgo);
    const sight = await context.look([context.key("a")]);
    await forgetAll(context, longAgo + 1);
    expect(await context.look([context.key("a")])).toEqual(sight);
  },

  "the id of a commit with postings is never forgotten": async (context) => {
    const booked = context.changeSet({ at: longAgo, postings: transfer(5) });
    for (let round = 0; round < 3; round += 1) {
      expect(await context.store.commit(booked)).toEqual(committed);
      await forgetAll(context, longAgo + 1);
    }
    expect(await context.store.commit(booked)).toEqual(committed);
    const { balances, entries } = await context.look([]);
    expect(balances.available).toBe(5);
    expect(entries).toHaveLength(1);
  },
};
