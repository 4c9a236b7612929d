import type { RecordBody } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, seen, together, write, type Bench, type Cases } from "./bench.ts";

/** Text that breaks careless quoting, encoding or comparing. */
const oddTexts = [
  "주문-2026-가나다",
  "👩‍👩‍👧‍👦🇰🇷",
  `'"; drop table records; --`,
  "back\\slash \\u0000 \\n %s $1 {} []",
  " leading and trailing ",
  "tab\tand\rreturn",
  "\u00e9 is not e\u0301",
  "UPPER",
  "upper",
  "가".repeat(400),
  "😀".repeat(200),
];

const oddBodies: readonly RecordBody[] = [
  {},
  { "": "empty name", "a.b": 1, 키: { "'": '"' }, constructor: "c" },
  { nothing: null, yes: true, no: false, list: [], object: {}, lists: [[], [[null]]] },
  { zero: 0, most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER, tenth: 0.1, tiny: 5e-324, huge: 1.7e308 },
  { text: oddTexts, line: "a\nb", control: "\u0001\u001f\u007f\u2028" },
  { long: "가".repeat(100_000) },
];

async function roundTrips(bench: Bench, id: string, body: RecordBody): Promise<void> {
  const key = bench.key(id);
  expect(await bench.commit({ expect: [absent(key)], writes: [write(key, body)] })).toEqual(committed);
  expect(await bench.store.read(bench.tenant, [key])).toEqual([{ key, version: 1, body, dueAt: null }]);
}

function nested(depth: number): RecordBody {
  return depth === 0 ? { end: true } : { inner: [nested(depth - 1), depth] };
}

export const recordCases: Cases = {
  "a record is read as it was written": async (bench) => {
    const key = bench.key("a");
    const body = { name: "n", amount: 1_000 };
    expect(await bench.commit({ expect: [absent(key)], writes: [write(key, body, 77)] })).toEqual(committed);
    expect(await bench.store.read(bench.tenant, [key])).toEqual([{ key, version: 1, body, dueAt: 77 }]);
  },

  "records are answered in the order of the keys, undefined where absent, a key twice if asked twice": async (
    bench,
  ) => {
    const [a, b, c] = ["a", "b", "c"].map(bench.key);
    await bench.create("c", "a");
    const keys = [c, b, a, c].filter((key) => key !== undefined);
    const records = await bench.store.read(bench.tenant, keys);
    expect(records.map((record) => record?.key.id)).toEqual(["c", undefined, "a", "c"]);
    expect(await bench.store.read(bench.tenant, [])).toEqual([]);
  },

  "records of one id and different kinds are different records": async (bench) => {
    const other = { kind: `${bench.kind}-other`, id: "a" };
    await bench.create("a");
    expect(await bench.store.read(bench.tenant, [other])).toEqual([undefined]);
    expect(await bench.commit({ expect: [absent(other)], writes: [write(other, { o: 1 })] })).toEqual(committed);
    expect(await bench.version(bench.key("a"))).toBe(1);
  },

  "the version is one more after each write": async (bench) => {
    const key = bench.key("a");
    await bench.create("a");
    for (const version of [1, 2, 3]) {
      const changes = { expect: [seen(key, version)], writes: [write(key, { version: version + 1 })] };
      expect(await bench.commit(changes)).toEqual(committed);
    }
    const [record] = await bench.store.read(bench.tenant, [key]);
    expect(record).toEqual({ key, version: 4, body: { version: 4 }, dueAt: null });
  },

  "a record that is only expected keeps its version and body": async (bench) => {
    const key = bench.key("a");
    await bench.create("a");
    expect(await bench.commit({ expect: [seen(key, 1), absent(bench.key("b"))] })).toEqual(committed);
    const records = await bench.store.read(bench.tenant, [key, bench.key("b")]);
    expect(records).toEqual([{ key, version: 1, body: { name: "a" }, dueAt: null }, undefined]);
  },

  "a removed record is absent, and can be made again as a new one": async (bench) => {
    const key = bench.key("a");
    await bench.create("a");
    expect(await bench.commit({ expect: [seen(key, 1)], writes: [write(key, { n: 2 })] })).toEqual(committed);
    expect(await bench.commit({ expect: [seen(key, 2)], writes: [write(key, null)] })).toEqual(committed);
    expect(await bench.store.read(bench.tenant, [key])).toEqual([undefined]);
    await bench.create("a");
    expect(await bench.version(key)).toBe(1);
  },

  "removing what is absent, as expected, changes nothing": async (bench) => {
    const key = bench.key("a");
    expect(await bench.commit({ expect: [absent(key)], writes: [write(key, null, 5)] })).toEqual(committed);
    expect(await bench.version(key)).toBe("absent");
    expect(await bench.store.listDue(bench.kind, 10)).toEqual([]);
  },

  "tenants don't see each other's records, balances or entries": async (bench) => {
    await bench.create("a");
    await bench.deposit(500);
    const key = bench.key("a");
    const { store, otherTenant } = bench;
    expect(await store.read(otherTenant, [key])).toEqual([undefined]);
    expect((await store.balances(otherTenant)).available).toBe(0);
    expect(await store.entries(otherTenant, "opening")).toEqual([]);
    expect(
      await bench.commit({ tenant: otherTenant, expect: [absent(key)], writes: [write(key, { other: true })] }),
    ).toEqual(committed);
    expect((await store.read(bench.tenant, [key]))[0]?.body).toEqual({ name: "a" });
    const live = bench.tenant.replace("test", "live") as typeof bench.tenant;
    expect(await store.read(live, [key])).toEqual([undefined]);
  },

  "odd texts are kept as ids and stay apart": async (bench) => {
    for (const text of oddTexts) await roundTrips(bench, text, { text });
    const records = await bench.store.read(bench.tenant, oddTexts.map(bench.key));
    expect(records.map((record) => record?.body)).toEqual(oddTexts.map((text) => ({ text })));
  },

  "bodies come back deep-equal": async (bench) => {
    for (const [index, body] of oddBodies.entries()) await roundTrips(bench, `body-${index}`, body);
    await roundTrips(bench, "deep", nested(100));
  },

  "what a caller does to a body afterwards changes nothing": async (bench) => {
    const key = bench.key("a");
    const body = { list: [1] };
    await bench.commit({ expect: [absent(key)], writes: [write(key, body)] });
    body.list.push(2);
    const [first] = await bench.store.read(bench.tenant, [key]);
    try {
      Object.assign(first?.body ?? {}, { list: [] });
    } catch {
      // A store may as well answer frozen bodies.
    }
    const [second] = await bench.store.read(bench.tenant, [key]);
    expect(second?.body).toEqual({ list: [1] });
  },

  "a key that no record can have is absent": async (bench) => {
    const keys = ["nul\0", "half \ud83d", "", "x".repeat(5_000)].map(bench.key);
    expect(await bench.store.read(bench.tenant, keys)).toEqual(keys.map(() => undefined));
    expect(await bench.store.entries(bench.tenant, "nul\0")).toEqual([]);
  },

  "a change set may hold a thousand records": async (bench) => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `id-${index}`);
    const keys = await bench.create(...ids);
    const changes = { expect: keys.map((key) => seen(key, 1)), writes: keys.map((key) => write(key, { n: 2 })) };
    expect(await bench.commit(changes)).toEqual(committed);
    const records = await bench.store.read(bench.tenant, keys);
    expect(new Set(records.map((record) => record?.version))).toEqual(new Set([2]));
  },

  "a read of several records is one snapshot": async (bench) => {
    const keys = await bench.create("a", "b");
    const writing = (async () => {
      for (let version = 1; version <= 40; version += 1) {
        const writes = keys.map((key) => write(key, { version: version + 1 }));
        await bench.commit({ expect: keys.map((key) => seen(key, version)), writes });
      }
    })();
    await together(8, async () => {
      for (let round = 0; round < 15; round += 1) {
        const [a, b] = await bench.store.read(bench.tenant, keys);
        expect(a?.version).toBe(b?.version);
      }
    });
    await writing;
    expect(await Promise.all(keys.map(bench.version))).toEqual([41, 41]);
  },
};
