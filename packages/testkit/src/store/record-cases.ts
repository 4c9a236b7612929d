import type { RecordBody } from "@wonflow/core";
import { expect } from "vitest";
import { absent, anyVersion, committed, write, type Bench, type Cases } from "./bench.ts";

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
  expect(await bench.read([key])).toEqual([{ key, version: anyVersion, body, dueAt: null, place: null }]);
}

function nested(depth: number): RecordBody {
  return depth === 0 ? { end: true } : { inner: [nested(depth - 1), depth] };
}

export const recordCases: Cases = {
  "a record is read as it was written": async (bench) => {
    const key = bench.key("a");
    const body = { name: "n", amount: 1_000 };
    const place = { list: "orders", position: "2026-11-20" };
    expect(await bench.commit({ expect: [absent(key)], writes: [write(key, body, { dueAt: 77, place })] })).toEqual(
      committed,
    );
    expect(await bench.read([key])).toEqual([{ key, version: anyVersion, body, dueAt: 77, place }]);
  },

  "records are answered in the order of the keys, undefined where absent, a key twice if asked twice": async (
    bench,
  ) => {
    const [a, b, c] = ["a", "b", "c"].map(bench.key);
    await bench.create("c", "a");
    const keys = [c, b, a, c].filter((key) => key !== undefined);
    const records = await bench.read(keys);
    expect(records.map((record) => record?.key.id)).toEqual(["c", undefined, "a", "c"]);
    expect(await bench.store.read(bench.tenant, { keys: [] })).toEqual({ records: [], balances: {} });
  },

  "records of one id and different kinds are different records": async (bench) => {
    const other = { kind: `${bench.kind}-other`, id: "a" };
    const [key = other] = await bench.create("a");
    const sight = await bench.read([key]);
    expect(await bench.read([other])).toEqual([undefined]);
    expect(await bench.commit({ expect: [absent(other)], writes: [write(other, { o: 1 })] })).toEqual(committed);
    expect(await bench.read([key])).toEqual(sight);
  },

  "a record that is only expected stays as it is": async (bench) => {
    const keys = [bench.key("a"), bench.key("b")];
    await bench.create("a");
    const sight = await bench.read(keys);
    expect(await bench.commit({ expect: await bench.asTheyAre(keys) })).toEqual(committed);
    expect(await bench.read(keys)).toEqual(sight);
  },

  "a removed record is absent, and can be made again as a new one": async (bench) => {
    const key = bench.key("a");
    await bench.put(key, { n: 1 }, { dueAt: 5 });
    await bench.put(key, { n: 2 }, { dueAt: 6 });
    expect(await bench.commit({ expect: await bench.asTheyAre([key]), writes: [write(key, null)] })).toEqual(committed);
    expect(await bench.read([key])).toEqual([undefined]);
    expect(await bench.store.listDue(bench.kind, 10)).toEqual([]);
    await bench.put(key, { n: 3 });
    expect(await bench.read([key])).toMatchObject([{ body: { n: 3 }, dueAt: null }]);
  },

  "removing what is absent, as expected, changes nothing": async (bench) => {
    const key = bench.key("a");
    const place = { list: "orders", position: "" };
    const removal = { expect: [absent(key)], writes: [write(key, null, { dueAt: 5, place })] };
    expect(await bench.commit(removal)).toEqual(committed);
    expect(await bench.version(key)).toBe("absent");
    expect(await bench.store.listDue(bench.kind, 10)).toEqual([]);
    expect(await bench.listed("orders")).toEqual([]);
  },

  "tenants don't see each other's records, balances or entries": async (bench) => {
    await bench.create("a");
    await bench.deposit(500);
    const key = bench.key("a");
    const { store, otherTenant } = bench;
    const nothing = { records: [undefined], balances: { available: 0 } };
    expect(await store.read(otherTenant, { keys: [key], accounts: ["available"] })).toEqual(nothing);
    expect(await store.entries(otherTenant, "opening")).toEqual([]);
    expect(
      await bench.commit({ tenant: otherTenant, expect: [absent(key)], writes: [write(key, { other: true })] }),
    ).toEqual(committed);
    expect(await bench.read([key])).toMatchObject([{ body: { name: "a" } }]);
    const live = bench.tenant.replace("test", "live") as typeof bench.tenant;
    expect((await store.read(live, { keys: [key] })).records).toEqual([undefined]);
  },

  "odd texts are kept as ids and stay apart": async (bench) => {
    for (const text of oddTexts) await roundTrips(bench, text, { text });
    const records = await bench.read(oddTexts.map(bench.key));
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
    const [first] = await bench.read([key]);
    try {
      Object.assign(first?.body ?? {}, { list: [] });
    } catch {
      // A store may as well answer frozen bodies.
    }
    const [second] = await bench.read([key]);
    expect(second?.body).toEqual({ list: [1] });
  },

  "a key that no record can have is absent": async (bench) => {
    const keys = ["nul\0", "half \ud83d", "", "x".repeat(5_000)].map(bench.key);
    expect(await bench.read(keys)).toEqual(keys.map(() => undefined));
    expect(await bench.store.entries(bench.tenant, "nul\0")).toEqual([]);
  },

  "a change set may hold a thousand records": async (bench) => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `id-${index}`);
    const keys = await bench.create(...ids);
    const place = { list: "orders", position: "all" };
    const writes = keys.map((key) => write(key, { n: 2 }, { dueAt: 5, place }));
    expect(await bench.commit({ expect: await bench.asTheyAre(keys), writes })).toEqual(committed);
    expect(await bench.read(keys)).toMatchObject(keys.map((key) => ({ key, body: { n: 2 }, place })));
    expect(await bench.listed("orders", { limit: 2_000 })).toEqual(ids.toSorted());
  },
};
