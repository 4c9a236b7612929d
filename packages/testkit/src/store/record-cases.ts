import type { RecordBody } from "@wonflow/core";
import { expect } from "vitest";
import { absent, anyVersion, committed, making, write, type CaseContext, type Cases } from "./case-context.ts";

const oddTexts = [
  "주문-2026-가나다",
  "👩‍👩‍👧‍👦🇰🇷",
  `'"; drop table records; --`,
  "back\\slash \\u0000 \\n %s $1 {} []",
  " leading and trailing ",
  "tab\tand\rreturn",
  `a "quote"\ta \\ and\u0001invisible\u007f`,
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

async function roundTrips(context: CaseContext, id: string, body: RecordBody): Promise<void> {
  const key = context.key(id);
  expect(await context.commit(making(key, body))).toEqual(committed);
  expect(await context.read([key])).toEqual([{ key, version: anyVersion, body, dueAt: null, place: null }]);
}

function nested(depth: number): RecordBody {
  return depth === 0 ? { end: true } : { inner: [nested(depth - 1), depth] };
}

export const recordCases: Cases = {
  "a record is read as it was written": async (context) => {
    const key = context.key("a");
    const body = { name: "n", amount: 1_000 };
    const place = { list: "orders", position: "2026-11-20" };
    expect(await context.commit(making(key, body, { dueAt: 77, place }))).toEqual(committed);
    expect(await context.read([key])).toEqual([{ key, version: anyVersion, body, dueAt: 77, place }]);
  },

  "records are answered in the order of the keys, undefined if absent": async (context) => {
    const [a, b, c] = ["a", "b", "c"].map(context.key);
    await context.create("c", "a");
    const keys = [c, b, a, c].filter((key) => key !== undefined);
    const records = await context.read(keys);
    expect(records.map((record) => record?.key.id)).toEqual(["c", undefined, "a", "c"]);
    expect(await context.store.read(context.tenant, { keys: [] })).toEqual({ records: [], balances: {} });
  },

  "records of one id and different kinds are different records": async (context) => {
    const other = { kind: `${context.kind}-other`, id: "a" };
    const [key = other] = await context.create("a");
    const sight = await context.read([key]);
    expect(await context.read([other])).toEqual([undefined]);
    expect(await context.commit(making(other, { o: 1 }))).toEqual(committed);
    expect(await context.read([key])).toEqual(sight);
  },

  "a record that is only expected is unchanged": async (context) => {
    const keys = [context.key("a"), context.key("b")];
    await context.create("a");
    const sight = await context.read(keys);
    expect(await context.commit({ expect: await context.asTheyAre(keys) })).toEqual(committed);
    expect(await context.read(keys)).toEqual(sight);
  },

  "a removed record is absent, and can be made again as a new one": async (context) => {
    const key = context.key("a");
    await context.put(key, { n: 1 }, { dueAt: 5 });
    await context.put(key, { n: 2 }, { dueAt: 6 });
    await context.put(key, null);
    expect(await context.read([key])).toEqual([undefined]);
    expect(await context.store.listDue(context.kind, 10)).toEqual([]);
    await context.put(key, { n: 3 });
    expect(await context.read([key])).toMatchObject([{ body: { n: 3 }, dueAt: null }]);
  },

  "removing what is absent, as expected, changes nothing": async (context) => {
    const key = context.key("a");
    const place = { list: "orders", position: "" };
    const removal = { expect: [absent(key)], writes: [write(key, null, { dueAt: 5, place })] };
    expect(await context.commit(removal)).toEqual(committed);
    expect(await context.version(key)).toBe("absent");
    expect(await context.store.listDue(context.kind, 10)).toEqual([]);
    expect(await context.listed("orders")).toEqual([]);
  },

  "tenants don't see each other's records, balances or entries": async (context) => {
    await context.create("a");
    await context.deposit(500);
    const key = context.key("a");
    const { store, otherTenant } = context;
    const nothing = { records: [undefined], balances: { available: 0 } };
    expect(await store.read(otherTenant, { keys: [key], accounts: ["available"] })).toEqual(nothing);
    expect(await store.entries(otherTenant, "opening")).toEqual([]);
    expect(await context.commit({ tenant: otherTenant, ...making(key, { other: true }) })).toEqual(committed);
    expect(await context.read([key])).toMatchObject([{ body: { name: "a" } }]);
    const live = context.tenant.replace("test", "live") as typeof context.tenant;
    expect((await store.read(live, { keys: [key] })).records).toEqual([undefined]);
  },

  "odd texts are kept as ids and stay apart": async (context) => {
    for (const text of oddTexts) await roundTrips(context, text, { text });
    const records = await context.read(oddTexts.map(context.key));
    expect(records.map((record) => record?.body)).toEqual(oddTexts.map((text) => ({ text })));
  },

  "bodies come back deep-equal": async (context) => {
    for (const [index, body] of oddBodies.entries()) await roundTrips(context, `body-${index}`, body);
    await roundTrips(context, "deep", nested(100));
  },

  "what a caller does to a body afterwards changes nothing": async (context) => {
    const key = context.key("a");
    const body = { list: [1] };
    await context.commit(making(key, body));
    body.list.push(2);
    const [first] = await context.read([key]);
    try {
      Object.assign(first?.body ?? {}, { list: [] });
    } catch {
      // A store may answer frozen bodies.
    }
    const [second] = await context.read([key]);
    expect(second?.body).toEqual({ list: [1] });
  },

  "a key that no record can have is absent": async (context) => {
    const keys = ["nul\0", "half \ud83d", "", "x".repeat(5_000)].map(context.key);
    expect(await context.read(keys)).toEqual(keys.map(() => undefined));
    expect(await context.store.entries(context.tenant, "nul\0")).toEqual([]);
  },

  "a change set may hold a thousand records": async (context) => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `id-${index}`);
    const keys = await context.create(...ids);
    const place = { list: "orders", position: "all" };
    const writes = keys.map((key) => write(key, { n: 2 }, { dueAt: 5, place }));
    expect(await context.commit({ expect: await context.asTheyAre(keys), writes })).toEqual(committed);
    expect(await context.read(keys)).toMatchObject(keys.map((key) => ({ key, body: { n: 2 }, place })));
    expect(await context.listed("orders", { limit: 2_000 })).toEqual(ids.toSorted());
  },
};
