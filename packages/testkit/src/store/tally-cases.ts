import { tallyNames, type Tally, type TallyName } from "@wonflow/core";
import { expect } from "vitest";
import {
  belowFloor,
  committed,
  conflict,
  making,
  seen,
  together,
  transfer,
  type CaseContext,
  type Cases,
} from "./case-context.ts";

/** A tally of one; `at` is the counter's name and day. */
function tally(at: `${TallyName} ${string}`, amount: number, count = 1): Tally {
  const [name, day = ""] = at.split(" ");
  return { name: name as TallyName, day, amount, count };
}

const paid = tally("paid 2026-11-20", 700);

function all({ store, tenant }: Pick<CaseContext, "store" | "tenant">): Promise<readonly Tally[]> {
  return store.tallies(tenant, { names: tallyNames, from: "0000-01-01", to: "undated" });
}

export const tallyCases: Cases = {
  "a tenant without commits has none": async (context) => {
    expect(await all(context)).toEqual([]);
  },

  "each commit adds to the counters of its days, also below zero": async (context) => {
    const refused = tally("refused 2026-11-20", -1_000, -3);
    expect(await context.commit({ tallies: [paid, refused] })).toEqual(committed);
    expect(
      await context.commit({ tallies: [tally("paid 2026-11-21", 40, 2), tally("paid 2026-11-20", -50, 0)] }),
    ).toEqual(committed);
    const sums = [tally("paid 2026-11-20", 650), tally("paid 2026-11-21", 40, 2), refused];
    expect(await all(context)).toEqual(sums);
  },

  "a counter whose amount and count are back at zero is left out, and one with either is not": async (context) => {
    const [amount, count] = [tally("canceled 2026-11-20", 5), tally("refused 2026-11-20", 5)];
    await context.commit({ tallies: [paid, amount, count] });
    const back = (one: Tally) => ({ ...one, amount: -one.amount, count: -one.count });
    await context.commit({ tallies: [back(paid), { ...back(amount), count: 0 }, { ...back(count), amount: 0 }] });
    expect(await all(context)).toEqual([
      { ...amount, amount: 0 },
      { ...count, count: 0 },
    ]);
    expect(await context.commit({ tallies: [paid] })).toEqual(committed);
    expect(await all(context)).toContainEqual(paid);
  },

  "counters are read by name and day, from the first day to the last, and undated ones behind": async (context) => {
    const days = ["2026-11-19", "2026-11-20", "2026-11-21", "2027-01-01", "undated"];
    const pending = days.map((day, index) => tally(`pending ${day}`, index + 1));
    await context.commit({ tallies: [tally("returned 2026-11-20", 9), ...pending.toReversed(), paid] });
    const read = (names: readonly TallyName[], from: string, to: string) =>
      context.store.tallies(context.tenant, { names, from, to });
    expect(await read(["pending"], "2026-11-20", "2027-01-01")).toEqual(pending.slice(1, 4));
    expect(await read(["pending"], "2026-11-21", "undated")).toEqual(pending.slice(2));
    expect(await read(["pending", "paid"], "2026-11-20", "2026-11-20")).toEqual([paid, pending[1]]);
    expect(await read(["canceled"], "2026-11-20", "undated")).toEqual([]);
    expect(await read(["pending"], "2026-11-22", "2026-11-21")).toEqual([]);
  },

  "what a guard or a floor refuses is not counted": async (context) => {
    const key = context.key("a");
    await context.put(key, { n: 1 });
    expect(await context.commit({ ...making(key), tallies: [paid] })).toEqual(conflict(key));
    expect(await context.commit({ expect: [seen(key, 9_000_000)], tallies: [paid] })).toEqual(conflict(key));
    const floors = [{ account: "available", min: 0 }] as const;
    expect(await context.commit({ postings: transfer(-1), floors, tallies: [paid] })).toEqual(belowFloor("available"));
    expect(await all(context)).toEqual([]);
  },

  "beside one that is refused at the same time, each that is committed counts": async (context) => {
    const floors = [{ account: "available", min: 0 }] as const;
    const results = await Promise.all([
      context.commit({ postings: transfer(-1), floors, tallies: [{ ...paid, amount: 1 }] }),
      context.commit({ tallies: [paid] }),
      context.commit({ tallies: [paid] }),
    ]);
    expect(results).toEqual([belowFloor("available"), committed, committed]);
    expect(await all(context)).toEqual([{ ...paid, amount: 1_400, count: 2 }]);
  },

  "a commit repeated by its id counts once, with postings and without": async (context) => {
    for (const postings of [[], transfer(5)]) {
      const changeSet = context.changeSet({ postings, tallies: [paid] });
      const results = await together(5, () => context.store.commit(changeSet));
      expect(results).toEqual(results.map(() => committed));
      expect(await context.store.commit(changeSet)).toEqual(committed);
    }
    expect(await all(context)).toEqual([{ ...paid, amount: 1_400, count: 2 }]);
  },

  "of many commits at once each that is committed counts, and no other": async (context) => {
    const [key] = await context.create("a");
    if (key === undefined) throw new Error("no key");
    const expected = await context.asTheyAre([key]);
    const writes = [{ key, body: {}, dueAt: null, place: null }];
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const tallies = [tally("paid 2026-11-20", 10 ** (index % 3)), tally(`pending 2026-12-0${1 + (index % 2)}`, 1)];
        // Every fifth one wants to write the same record.
        return context.commit({ tallies, ...(index % 5 === 0 && { expect: expected, writes }) });
      }),
    );
    const won = results.flatMap(({ status }, index) => (status === "committed" ? [index] : []));
    expect(won).toHaveLength(49);
    const amount = won.reduce((sum, index) => sum + 10 ** (index % 3), 0);
    const [first, ...others] = await all(context);
    expect(first).toEqual({ ...paid, amount, count: 49 });
    expect(others.map(({ count }) => count)).toEqual([
      won.filter((index) => index % 2 === 0).length,
      won.filter((index) => index % 2 === 1).length,
    ]);
  },

  "two tenants share no counter": async (context) => {
    const { otherTenant: tenant } = context;
    await Promise.all([
      context.commit({ tallies: [paid] }),
      context.commit({ tenant, tallies: [{ ...paid, amount: 3 }] }),
    ]);
    expect(await all(context)).toEqual([paid]);
    expect(await all({ store: context.store, tenant })).toEqual([{ ...paid, amount: 3 }]);
  },

  "a sum beyond 2^53 rejects with a RangeError and changes nothing": async (context) => {
    const most = Number.MAX_SAFE_INTEGER;
    const [large, many] = [tally("paid 2026-11-20", most), tally("canceled 2026-11-20", 1, most)];
    expect(await context.commit({ tallies: [large, many] })).toEqual(committed);
    const key = context.key("a");
    for (const one of [tally("paid 2026-11-20", 1, 0), tally("canceled 2026-11-20", 0)]) {
      const tallies = [tally("refused 2026-11-20", 5), one];
      await expect(context.commit({ ...making(key), postings: transfer(5), tallies })).rejects.toThrow(RangeError);
    }
    expect(await context.version(key)).toBe("absent");
    expect((await context.balances()).available).toBe(0);
    expect(await all(context)).toEqual([many, large]);
  },

  "the store keeps its own copy, and hands out copies": async (context) => {
    const mine = { ...paid };
    await context.commit({ tallies: [mine] });
    mine.amount = 1;
    const [given] = await all(context);
    Object.assign(given ?? {}, { amount: 2 });
    expect(await all(context)).toEqual([paid]);
  },
};
