import type { ChangeSet } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, together, transfer, write, type Bench, type Cases } from "./bench.ts";

/** A change set with a bit of everything: all of it could be done only once. */
async function payment(bench: Bench): Promise<ChangeSet> {
  const [key] = await bench.create("a");
  await bench.deposit(100);
  if (key === undefined) throw new Error("no key");
  return bench.changeSet({
    expect: await bench.asTheyAre([key, bench.key("b")]),
    writes: [write(key, { n: 2 }), write(bench.key("b"), { n: 1 }, { dueAt: 9 })],
    postings: transfer(-60),
    floors: [{ account: "available", min: 0 }],
  });
}

async function wasDoneOnce(bench: Bench): Promise<void> {
  const { records, balances, entries } = await bench.look(["a", "b"].map(bench.key));
  expect(records).toMatchObject([{ body: { n: 2 } }, { body: { n: 1 }, dueAt: 9 }]);
  expect(balances.available).toBe(40);
  expect(entries).toHaveLength(1);
}

export const repetitionCases: Cases = {
  "one after the other: committed each time, done once": async (bench) => {
    const changeSet = await payment(bench);
    for (let round = 0; round < 3; round += 1) expect(await bench.store.commit(changeSet)).toEqual(committed);
    await wasDoneOnce(bench);
  },

  "all at once: committed each time, done once": async (bench) => {
    const changeSet = await payment(bench);
    const results = await together(20, () => bench.store.commit(changeSet));
    expect(results).toEqual(results.map(() => committed));
    await wasDoneOnce(bench);
  },

  "without postings: committed each time, done once": async (bench) => {
    const key = bench.key("a");
    const changeSet = bench.changeSet({ expect: [absent(key)], writes: [write(key, {})] });
    const results = await together(10, () => bench.store.commit(changeSet));
    expect(results).toEqual(results.map(() => committed));
    const version = await bench.version(key);
    expect(await bench.store.commit(changeSet)).toEqual(committed);
    expect(await bench.version(key)).toBe(version);
  },

  "after others moved versions, balances and records on: still committed, nothing undone": async (bench) => {
    const changeSet = await payment(bench);
    const [a, b] = [bench.key("a"), bench.key("b")];
    expect(await bench.store.commit(changeSet)).toEqual(committed);
    const later = {
      expect: await bench.asTheyAre([a, b]),
      writes: [write(a, { n: 3 }), write(b, null)],
      reference: "later",
    };
    expect(await bench.commit({ ...later, postings: transfer(-30) })).toEqual(committed);
    const sight = await bench.look([a, b]);
    expect(await bench.store.commit(changeSet)).toEqual(committed);
    expect(await bench.look([a, b])).toEqual(sight);
  },

  "after a refusal its guards are looked at anew": async (bench) => {
    const changeSet = bench.changeSet({ postings: transfer(-10), floors: [{ account: "available", min: 0 }] });
    const refused = { status: "below-floor", account: "available" };
    expect(await bench.store.commit(changeSet)).toEqual(refused);
    expect(await bench.store.commit(changeSet)).toEqual(refused);
    await bench.deposit(10);
    expect(await bench.store.commit(changeSet)).toEqual(committed);
    expect((await bench.balances()).available).toBe(0);
  },
};
