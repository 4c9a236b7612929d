import type { RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, seen, write, type Cases } from "./bench.ts";
import { list, place } from "./lists.ts";

export const placeCases: Cases = {
  "a record moves within its list, to another list, out of all lists, and back": async (bench) => {
    const key = bench.key("a");
    await place(bench, { a: "1", b: "2" });
    await bench.put(key, {}, { place: { list, position: "3" } });
    expect(await bench.listed(list)).toEqual(["b", "a"]);
    await bench.put(key, {}, { place: { list: "archive", position: "1" } });
    expect([await bench.listed(list), await bench.listed("archive")]).toEqual([["b"], ["a"]]);
    await bench.put(key, {});
    expect([await bench.listed(list), await bench.listed("archive")]).toEqual([["b"], []]);
    expect((await bench.read([key]))[0]?.place).toBeNull();
    await bench.put(key, {}, { place: { list, position: "" } });
    expect(await bench.listed(list)).toEqual(["a", "b"]);
  },

  "a removed record is in no list, and one made anew only where it was put": async (bench) => {
    const key = bench.key("a");
    await place(bench, { a: "1", b: "2" });
    await bench.put(key, null, { place: { list, position: "1" } });
    expect(await bench.listed(list)).toEqual(["b"]);
    await bench.put(key, {});
    expect(await bench.listed(list)).toEqual(["b"]);
    await bench.put(key, {}, { place: { list, position: "3" } });
    expect(await bench.listed(list)).toEqual(["b", "a"]);
  },

  "a list is found by its whole name only": async (bench) => {
    await place(bench, { a: "1" });
    for (const name of ["order", "ordersX", "Orders", "nobody"]) expect(await bench.listed(name)).toEqual([]);
  },

  "one commit moves many records": async (bench) => {
    await place(bench, { a: "1", b: "2", c: "3" });
    const keys: readonly RecordKey[] = ["a", "b", "c", "d"].map(bench.key);
    const places = [{ list, position: "9" }, null, { list: "archive", position: "1" }, { list, position: "0" }];
    const writes = keys.map((key, index) => write(key, {}, { place: places[index] ?? null }));
    expect(await bench.commit({ expect: await bench.asTheyAre(keys), writes })).toEqual(committed);
    expect([await bench.listed(list), await bench.listed("archive")]).toEqual([["d", "a"], ["c"]]);
  },

  "a refused commit moves nothing": async (bench) => {
    await place(bench, { a: "1", b: "2" });
    const [a, b] = [bench.key("a"), bench.key("b")];
    const expectations = [...(await bench.asTheyAre([a])), absent(b), absent(bench.key("c"))];
    const writes = [a, b, bench.key("c")].map((key) => write(key, {}, { place: { list, position: "0" } }));
    expect(await bench.commit({ expect: expectations, writes })).toEqual({ status: "conflict", key: b });
    expect(await bench.listed(list)).toEqual(["a", "b"]);
    expect(await bench.listed(list, { to: "1" })).toEqual([]);
  },

  "a record that is only expected, or claimed, keeps its place": async (bench) => {
    const key = bench.key("a");
    const version = await bench.put(key, {}, { dueAt: 1, place: { list, position: "1" } });
    expect(await bench.commit({ expect: [seen(key, version)] })).toEqual(committed);
    const [claimed] = await bench.store.claimDue(bench.kind, { now: 1, until: 5, limit: 1 });
    expect(claimed?.place).toEqual({ list, position: "1" });
    expect((await bench.store.listDue(bench.kind, 1))[0]?.place).toEqual({ list, position: "1" });
    expect(await bench.store.list(bench.tenant, { list, limit: 1, order: "ascending" })).toMatchObject([
      { key, version, dueAt: 5 },
    ]);
  },

  "tenants have lists of their own": async (bench) => {
    const { store, tenant, otherTenant } = bench;
    await place(bench, { a: "1" });
    const key = bench.key("theirs");
    const writes = [write(key, {}, { place: { list, position: "1" } })];
    expect(await bench.commit({ tenant: otherTenant, expect: [absent(key)], writes })).toEqual(committed);
    expect(await bench.listed(list)).toEqual(["a"]);
    const theirs = await store.list(otherTenant, { list, limit: 9, order: "ascending" });
    expect(theirs.map((record) => record.key)).toEqual([key]);
    const live = tenant.replace("test", "live") as typeof tenant;
    expect(await store.list(live, { list, limit: 9, order: "ascending" })).toEqual([]);
  },

  "what a caller does to a listed record changes nothing": async (bench) => {
    await place(bench, { a: "1" });
    const request = { list, limit: 9, order: "ascending" } as const;
    const [first] = await bench.store.list(bench.tenant, request);
    try {
      Object.assign(first?.body ?? {}, { id: "altered" });
      Object.assign(first?.place ?? {}, { position: "altered" });
    } catch {
      // A store may as well answer frozen records.
    }
    expect(await bench.store.list(bench.tenant, request)).toMatchObject([
      { body: { id: "a" }, place: { position: "1" } },
    ]);
  },
};
