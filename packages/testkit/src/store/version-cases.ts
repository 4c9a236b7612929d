import type { RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, countOf, seen, together, write, type Bench, type Cases } from "./bench.ts";

/** The record as it is now has no version of before, and nobody who has seen one of them can commit. */
async function forgetsNone(bench: Bench, key: RecordKey, earlier: readonly number[]): Promise<void> {
  const version = await bench.version(key);
  expect(version).toBeGreaterThan(Math.max(...earlier));
  for (const old of earlier) {
    const conflict = { status: "conflict", key };
    expect(await bench.commit({ expect: [seen(key, old)], writes: [write(key, { stale: true })] })).toEqual(conflict);
    expect(await bench.commit({ expect: [seen(key, old)], writes: [write(key, null)] })).toEqual(conflict);
  }
}

export const versionCases: Cases = {
  "a version is a whole number from 1 that grows with every write": async (bench) => {
    const key = bench.key("a");
    let last = 0;
    for (let n = 1; n <= 5; n += 1) {
      const version = await bench.put(key, { n });
      expect(Number.isSafeInteger(version)).toBe(true);
      expect(version).toBeGreaterThan(last);
      last = version;
    }
  },

  "a write of what is there already has a new version too": async (bench) => {
    const [key = bench.key("a")] = await bench.create("a");
    const before = await bench.version(key);
    expect(await bench.put(key, { name: "a" })).toBeGreaterThan(Number(before));
  },

  "a record made anew never has a version that it had before it was removed": async (bench) => {
    const key = bench.key("a");
    const earlier: number[] = [];
    for (let n = 1; n <= 12; n += 1) {
      earlier.push(await bench.put(key, { n }));
      if (n % 3 === 0) earlier.push(await bench.put(key, { n, again: true }));
      await bench.put(key, null);
    }
    await bench.put(key, { n: 0 });
    await forgetsNone(bench, key, earlier);
  },

  "nor when others were written in between, or the same commit made others": async (bench) => {
    const keys = ["a", "b", "c"].map(bench.key);
    const [a = bench.key("a")] = keys;
    const earlier: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const writes = keys.map((key) => write(key, { round }));
      expect(await bench.commit({ expect: keys.map(absent), writes })).toEqual(committed);
      earlier.push(Number(await bench.version(a)));
      await bench.put(bench.key("other"), { round });
      const removals = keys.map((key) => write(key, null));
      expect(await bench.commit({ expect: await bench.asTheyAre(keys), writes: removals })).toEqual(committed);
    }
    expect(await bench.commit({ expect: keys.map(absent), writes: keys.map((key) => write(key, {})) })).toEqual(
      committed,
    );
    await forgetsNone(bench, a, earlier);
  },

  "made and removed by many at once: what was seen of a removed one never fits its successor": async (bench) => {
    const key = bench.key("a");
    const earlier = new Set<number>();
    await together(10, async (index) => {
      for (let round = 0; round < 10; round += 1) {
        const [record] = await bench.read([key]);
        const expectation = record === undefined ? absent(key) : seen(key, record.version);
        const body = record === undefined ? { index } : null;
        const result = await bench.commit({ expect: [expectation], writes: [write(key, body)] });
        // Whoever removes it has seen its version: nobody may see that one again.
        if (result.status !== "committed" || record === undefined) continue;
        expect(earlier.has(record.version)).toBe(false);
        earlier.add(record.version);
      }
    });
    if ((await bench.version(key)) === "absent") await bench.put(key, {});
    await forgetsNone(bench, key, [...earlier]);
  },

  "of many that remove the same version one is committed, also when it is made anew meanwhile": async (bench) => {
    const key = bench.key("a");
    for (let round = 0; round < 10; round += 1) {
      const version = await bench.put(key, { round });
      const removals = together(8, () => bench.commit({ expect: [seen(key, version)], writes: [write(key, null)] }));
      const makings = together(8, () => bench.commit({ expect: [absent(key)], writes: [write(key, { round })] }));
      expect(countOf(await removals, "committed")).toBe(1);
      expect(countOf(await makings, "committed")).toBeLessThanOrEqual(1);
    }
  },
};
