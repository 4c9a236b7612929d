import type { RecordKey } from "@wonflow/core";
import { expect } from "vitest";

import { absent, committed, conflict, making, seen, write, type Cases, list, place } from "./case-context.ts";

export const placeCases: Cases = {
  "a record moves within its list, to another list, out of all lists, and back": async (context) => {
    const key = context.key("a");
    await place(context, { a: "1", b: "2" });
    await context.put(key, {}, { place: { list, position: "3" } });
    expect(await context.listed(list)).toEqual(["b", "a"]);
    await context.put(key, {}, { place: { list: "archive", position: "1" } });
    expect([await context.listed(list), await context.listed("archive")]).toEqual([["b"], ["a"]]);
    await context.put(key, {});
    expect([await context.listed(list), await context.listed("archive")]).toEqual([["b"], []]);
    expect((await context.read([key]))[0]?.place).toBeNull();
    await context.put(key, {}, { place: { list, position: "" } });
    expect(await context.listed(list)).toEqual(["a", "b"]);
  },

  "a removed record is in no list, and a re-created one only where it was put": async (context) => {
    const key = context.key("a");
    await place(context, { a: "1", b: "2" });
    await context.put(key, null, { place: { list, position: "1" } });
    expect(await context.listed(list)).toEqual(["b"]);
    await context.put(key, {});
    expect(await context.listed(list)).toEqual(["b"]);
    await context.put(key, {}, { place: { list, position: "3" } });
    expect(await context.listed(list)).toEqual(["b", "a"]);
  },

  "a list is found by its whole name only": async (context) => {
    await place(context, { a: "1" });
    for (const name of ["order", "ordersX", "Orders", "unused"]) expect(await context.listed(name)).toEqual([]);
  },

  "one commit moves many records": async (context) => {
    await place(context, { a: "1", b: "2", c: "3" });
    const keys: readonly RecordKey[] = ["a", "b", "c", "d"].map(context.key);
    const places = [{ list, position: "9" }, null, { list: "archive", position: "1" }, { list, position: "0" }];
    const writes = keys.map((key, index) => write(key, {}, { place: places[index] ?? null }));
    expect(await context.commit({ expect: await context.asTheyAre(keys), writes })).toEqual(committed);
    expect([await context.listed(list), await context.listed("archive")]).toEqual([["d", "a"], ["c"]]);
  },

  "a refused commit moves nothing": async (context) => {
    await place(context, { a: "1", b: "2" });
    const [a, b] = [context.key("a"), context.key("b")];
    const expectations = [...(await context.asTheyAre([a])), absent(b), absent(context.key("c"))];
    const writes = [a, b, context.key("c")].map((key) => write(key, {}, { place: { list, position: "0" } }));
    expect(await context.commit({ expect: expectations, writes })).toEqual(conflict(b));
    expect(await context.listed(list)).toEqual(["a", "b"]);
    expect(await context.listed(list, { to: "1" })).toEqual([]);
  },

  "a record that is only expected, or claimed, keeps its place": async (context) => {
    const key = context.key("a");
    const version = await context.put(key, {}, { dueAt: 1, place: { list, position: "1" } });
    expect(await context.commit({ expect: [seen(key, version)] })).toEqual(committed);
    const [claimed] = await context.store.claimDue(context.kind, { now: 1, until: 5, limit: 1 });
    expect(claimed?.place).toEqual({ list, position: "1" });
    expect((await context.store.listDue(context.kind, 1))[0]?.place).toEqual({ list, position: "1" });
    expect(await context.store.list(context.tenant, { list, limit: 1, order: "ascending" })).toMatchObject([
      { key, version, dueAt: 5 },
    ]);
  },

  "tenants have lists of their own": async (context) => {
    const { store, tenant, otherTenant } = context;
    await place(context, { a: "1" });
    const key = context.key("theirs");
    const made = making(key, {}, { place: { list, position: "1" } });
    expect(await context.commit({ tenant: otherTenant, ...made })).toEqual(committed);
    expect(await context.listed(list)).toEqual(["a"]);
    const theirs = await store.list(otherTenant, { list, limit: 9, order: "ascending" });
    expect(theirs.map((record) => record.key)).toEqual([key]);
    const live = tenant.replace("test", "live") as typeof tenant;
    expect(await store.list(live, { list, limit: 9, order: "ascending" })).toEqual([]);
  },

  "what a caller does to a listed record changes nothing": async (context) => {
    await place(context, { a: "1" });
    const request = { list, limit: 9, order: "ascending" } as const;
    const [first] = await context.store.list(context.tenant, request);
    try {
      Object.assign(first?.body ?? {}, { id: "altered" });
      Object.assign(first?.place ?? {}, { position: "altered" });
    } catch {
      // A store may answer frozen records.
    }
    expect(await context.store.list(context.tenant, request)).toMatchObject([
      { body: { id: "a" }, place: { position: "1" } },
    ]);
  },
};
