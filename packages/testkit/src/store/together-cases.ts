import { credit, debit, type ChangeSet } from "@wonflow/core";
import { expect } from "vitest";
import {
  aboveZero,
  absent,
  belowFloor,
  committed,
  conflict,
  countOf,
  making,
  seen,
  together,
  transfer,
  write,
  type Cases,
} from "./case-context.ts";

/** Change sets that arrive at the same time, which a store may commit together: each has its own result. */
export const togetherCases: Cases = {
  "good ones among bad ones: each has its own answer, and of the bad ones nothing is left": async (context) => {
    const keys = await context.create("a", "b", "c", "d", "e");
    const [a, b, c, d, e] = await context.asTheyAre(keys);
    if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) {
      throw new Error("nothing was made");
    }
    await context.deposit(100);
    const key = context.key;
    const place = { list: "orders", position: "1" };
    const rows: readonly (readonly [parts: Partial<ChangeSet>, result: unknown])[] = [
      [
        {
          expect: [a, absent(key("new-a"))],
          writes: [write(a.key, { n: 1 }), write(key("new-a"), { n: 1 }, { place })],
        },
        committed,
      ],
      [
        {
          expect: [seen(b.key, 1), absent(key("new-b"))],
          writes: [write(b.key, null), write(key("new-b"), {}, { place })],
        },
        conflict(b.key),
      ],
      [
        { expect: [absent(c.key), absent(key("new-c"))], writes: [write(key("new-c"), {})], postings: transfer(5) },
        conflict(c.key),
      ],
      [{ expect: [e, absent(key("new-d"))], writes: [write(e.key, null)], postings: transfer(-30) }, committed],
      [
        { expect: [d], writes: [write(d.key, { n: 1 })], postings: transfer(-200), floors: aboveZero },
        belowFloor("available"),
      ],
      [{ ...making(key("new-e")), postings: transfer(-70), floors: aboveZero }, committed],
      [{ ...making(key("new-f")), postings: transfer(-1), floors: aboveZero }, belowFloor("available")],
      [{ floors: [{ account: "reserved", min: 1 }] }, belowFloor("reserved")],
      [{ postings: [debit("available", 0), credit("reserved", 0)] }, committed],
    ];
    const results = await Promise.all(rows.map(([parts]) => context.commit({ ...parts })));
    expect(results).toEqual(rows.map(([, result]) => result));
    const made = ["new-a", "new-b", "new-c", "new-d", "new-e", "new-f"].map(key);
    const sight = await context.look([...keys, ...made]);
    const bodies = sight.records.map((record) => record?.body);
    expect(bodies.slice(0, 5)).toEqual([{ n: 1 }, { name: "b" }, { name: "c" }, { name: "d" }, undefined]);
    expect(bodies.slice(5)).toEqual([{ n: 1 }, undefined, undefined, undefined, {}, undefined]);
    expect(sight.records[1]).toMatchObject({ version: b.version });
    expect(await context.listed("orders")).toEqual(["new-a"]);
    expect(sight.balances).toMatchObject({ available: 0, bank: 0, reserved: 0 });
    expect(sight.entries.map(({ postings }) => postings)).toEqual([
      transfer(-30),
      transfer(-70),
      [debit("available", 0), credit("reserved", 0)],
    ]);
  },

  "of two tenants each has its own accounts, and its own floors": async (context) => {
    const { otherTenant: tenant, store } = context;
    await context.deposit(100);
    const results = await Promise.all([
      context.commit({ postings: transfer(5) }),
      context.commit({ tenant, postings: transfer(7) }),
      context.commit({ postings: transfer(-90), floors: aboveZero }),
      context.commit({ tenant, postings: transfer(-8), floors: aboveZero }),
    ]);
    expect(results).toEqual([committed, committed, committed, belowFloor("available")]);
    expect(await context.balances()).toMatchObject({ available: 15, bank: 15 });
    const { balances } = await store.read(tenant, { keys: [], accounts: ["available", "bank"] });
    expect(balances).toEqual({ available: 7, bank: 7 });
  },

  "of several that read one record, those that expect another version are refused": async (context) => {
    const [key = context.key("a")] = await context.create("a");
    const before = await context.version(key);
    await context.put(key, { n: 2 });
    const now = await context.version(key);
    const reading = (version: number | "absent", id: string) => {
      const made = making(context.key(id));
      return context.commit({ ...made, expect: [{ key, version }, ...made.expect], postings: transfer(1) });
    };
    for (const [round, versions] of [
      [now, before, now],
      [before, now, now],
      [now, now, before],
    ].entries()) {
      const results = await Promise.all(versions.map((version, index) => reading(version, `${round}-${index}`)));
      expect(results).toEqual(versions.map((version) => (version === now ? committed : conflict(key))));
    }
    expect((await context.balances()).available).toBe(6);
  },

  "a loser is refused again or done, whatever it was beside": async (context) => {
    const [key = context.key("a")] = await context.create("a");
    const [expectation] = await context.asTheyAre([key]);
    if (expectation === undefined) throw new Error("nothing was made");
    const loser = context.changeSet({ postings: transfer(-10), floors: aboveZero });
    const beside = () => context.commit({ expect: [expectation], writes: [write(key, { n: 1 })] });
    expect(await Promise.all([context.store.commit(loser), beside()])).toEqual([belowFloor("available"), committed]);
    expect(await Promise.all([beside(), context.deposit(10)])).toEqual([conflict(key), undefined]);
    const last = [context.store.commit(loser), context.commit({ postings: transfer(1) }), beside()];
    expect(await Promise.all(last)).toEqual([committed, committed, conflict(key)]);
    expect((await context.balances()).available).toBe(1);
  },

  "what was committed before is answered so, beside others and whatever has changed": async (context) => {
    const [key = context.key("a"), other = context.key("c")] = await context.create("a", "c");
    const writes = [write(key, { n: 1 })];
    const booked = context.changeSet({ expect: await context.asTheyAre([key]), writes, postings: transfer(7) });
    const plain = context.changeSet(making(context.key("b")));
    for (const each of [booked, plain]) expect(await context.store.commit(each)).toEqual(committed);
    const results = await Promise.all([
      context.commit({ postings: transfer(1) }),
      context.store.commit(booked),
      context.store.commit(plain),
      context.commit({ expect: [absent(key)] }),
      context.commit({ expect: [absent(other)] }),
      context.store.commit(booked),
    ]);
    expect(results).toEqual([committed, committed, committed, conflict(key), conflict(other), committed]);
    // A refused neighbour must not remove this id.
    expect(await context.store.commit(plain)).toEqual(committed);
    expect((await context.balances()).available).toBe(8);
    // An entry proves its commit even without the commit's id.
    await context.store.purgeCommits({ before: 2_000, limit: 1_000_000 });
    const again = [context.commit({ expect: [absent(key)] }), context.store.commit(booked), context.commit({})];
    expect(await Promise.all(again)).toEqual([conflict(key), committed, committed]);
    expect((await context.balances()).available).toBe(8);
  },

  "one that goes beyond 2^53 fails alone": async (context) => {
    await context.deposit(Number.MAX_SAFE_INTEGER - 10);
    const results = await Promise.allSettled([
      ...[1, 2, 3].map((n) => context.commit(making(context.key(`${n}`)))),
      context.commit({ postings: transfer(11) }),
      context.commit({ postings: transfer(9) }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([...[1, 2, 3].map(() => "fulfilled"), "rejected", "fulfilled"]);
    expect(results[3]).toMatchObject({ reason: expect.any(RangeError) as unknown });
    expect((await context.balances()).available).toBe(Number.MAX_SAFE_INTEGER - 1);
  },

  "1,000 on one account under a floor: exactly those that fit, in their order": async (context) => {
    await context.deposit(1_000);
    const results = await together(1_000, (index) => {
      const key = context.key(`payout-${index}`);
      const won = index % 10 === 0 ? 11 : 1;
      const postings = [debit("available", won), credit("reserved", won)];
      return context.commit({ ...making(key, { won }), postings, floors: aboveZero });
    });
    const { balances, entries } = await context.look([]);
    expect(balances).toMatchObject({ available: 0, reserved: 1_000 });
    expect(entries).toHaveLength(countOf(results, "committed"));
    expect(countOf(results, "committed") + countOf(results, "below-floor")).toBe(1_000);
    const records = await context.read(results.map((_, index) => context.key(`payout-${index}`)));
    expect(records.map((record) => record !== undefined)).toEqual(results.map(({ status }) => status === "committed"));
  },

  "versions are answered in the order of the writes, 0 for what was removed": async (context) => {
    const keys = await context.create("a", "b", "c");
    const [a, b, c] = await context.asTheyAre(keys);
    if (a === undefined || b === undefined || c === undefined) throw new Error("nothing was made");
    const fresh = context.key("0-fresh");
    const changeSet = context.changeSet({
      expect: [a, b, c, absent(fresh), absent(context.key("none"))],
      writes: [write(c.key, { n: 1 }), write(fresh, { n: 1 }), write(b.key, null), write(a.key, { n: 1 })],
    });
    const [result, other] = await Promise.all([
      context.store.commit(changeSet),
      context.commit(making(context.key("z"))),
    ]);
    expect([result, other]).toEqual([committed, committed]);
    // A store need not answer versions.
    if (!("versions" in result) || !("versions" in other)) return;
    const versionOf = async (id: string) => Number(await context.version(context.key(id)));
    expect(result).toEqual({
      status: "committed",
      versions: [await versionOf("c"), await versionOf("0-fresh"), 0, await versionOf("a")],
    });
    expect(other).toEqual({ status: "committed", versions: [await versionOf("z")] });
    // A repeat must not get versions that may have passed.
    await context.put(a.key, { n: 2 });
    expect(await context.store.commit(changeSet)).toEqual({ status: "committed" });
  },
};
