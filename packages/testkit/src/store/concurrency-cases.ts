import { credit, debit, type ChangeSet, type Expectation, type RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import {
  absent,
  conflict,
  countOf,
  making,
  together,
  transfer,
  write,
  type CaseContext,
  type Cases,
} from "./case-context.ts";

/** Retries with the current versions until it is committed, as core does. */
async function untilCommitted(
  context: CaseContext,
  keys: readonly RecordKey[],
  parts: () => Partial<ChangeSet>,
): Promise<void> {
  for (;;) {
    const result = await context.commit({ expect: await context.asTheyAre(keys), ...parts() });
    if (result.status === "committed") return;
  }
}

/** How many of ten are committed that all expect the same, and write one key each. */
async function winnersOver(context: CaseContext, keys: readonly RecordKey[], expected: readonly Expectation[]) {
  const written = (index: number) => keys.slice(index * 10, index * 10 + 1).map((key) => write(key, { index }));
  return countOf(
    await together(10, (index) => context.commit({ expect: expected, writes: written(index) })),
    "committed",
  );
}

function spread(round: number): string[] {
  return Array.from({ length: 100 }, (_, index) => `${round}-${String(index).padStart(3, "0")}`);
}

export const concurrencyCases: Cases = {
  "50 on one record: exactly one per version is committed": async (context) => {
    const key = context.key("a");
    await context.create("a");
    for (const round of [1, 2, 3]) {
      const expectations = await context.asTheyAre([key]);
      const results = await together(50, (index) =>
        context.commit({ expect: expectations, writes: [write(key, { index })], postings: transfer(1) }),
      );
      expect(countOf(results, "committed")).toBe(1);
      expect(countOf(results, "conflict")).toBe(49);
      const winner = results.findIndex((result) => result.status === "committed");
      const { records, balances, entries } = await context.look([key]);
      expect(records).toMatchObject([{ key, body: { index: winner } }]);
      expect(balances.available).toBe(round);
      expect(entries).toHaveLength(round);
    }
  },

  "50 on one absent key: exactly one is committed": async (context) => {
    const key = context.key("slot");
    const results = await together(50, (index) => context.commit({ ...making(key, { index }), postings: transfer(1) }));
    expect(countOf(results, "committed")).toBe(1);
    expect(results.filter((result) => result.status === "conflict")).toEqual(Array(49).fill(conflict(key)));
    expect((await context.balances()).available).toBe(1);
  },

  "a floor on an account that others take from at the same time holds": async (context) => {
    await context.deposit(100);
    const key = context.key("proof");
    const leaving = (min: number) => [{ account: "available", min }] as const;
    const taking = together(20, () => context.commit({ postings: transfer(-10), floors: leaving(0) }));
    const proof = context.commit({ ...making(key), floors: leaving(1) });
    expect(countOf(await taking, "committed")).toBe(10);
    expect((await context.balances()).available).toBe(0);
    expect((await context.version(key)) === "absent").toBe((await proof).status !== "committed");
  },

  "each takes from one account under a floor on another, crosswise: only the ones or the others": async (context) => {
    // The two ways share no account but these, such as one for the other side of a posting.
    const ways = [
      { from: "available", to: "fee", held: "reserved" },
      { from: "reserved", to: "vat", held: "available" },
    ] as const;
    for (let round = 0; round < 20; round += 1) {
      const { available, reserved } = await context.balances();
      const start = [debit("available", available - 1), debit("reserved", reserved - 1)];
      await context.commit({ postings: [...start, credit("bank", available + reserved - 2)] });
      const results = await together(20, async (index) => {
        const way = index % 2 === 0 ? ways[0] : ways[1];
        const postings = [debit(way.from, 1), credit(way.to, 1)];
        const result = await context.commit({ postings, floors: [{ account: way.held, min: 1 }] });
        return { from: way.from, committed: result.status === "committed" };
      });
      const winners = results.filter(({ committed }) => committed).map(({ from }) => from);
      expect(winners).toHaveLength(10);
      expect(new Set(winners).size).toBe(1);
    }
  },

  "each writes what the others only read: one is committed": async (context) => {
    for (let round = 0; round < 4; round += 1) {
      const keys = await context.create(...spread(round));
      expect(await winnersOver(context, keys, await context.asTheyAre(keys))).toBe(1);
    }
  },

  "each makes what the others expect to stay absent: one is committed": async (context) => {
    for (let round = 0; round < 4; round += 1) {
      const keys = spread(round).map(context.key);
      expect(await winnersOver(context, keys, keys.map(absent))).toBe(1);
      const records = await context.read(keys);
      expect(records.filter((record) => record !== undefined)).toHaveLength(1);
    }
  },

  "many that only read the same record and the same absence are all committed": async (context) => {
    const [key] = await context.create("a");
    if (key === undefined) throw new Error("no key");
    const expectations = await context.asTheyAre([key, context.key("b")]);
    const results = await together(30, () => context.commit({ expect: expectations }));
    expect(countOf(results, "committed")).toBe(30);
    expect(await context.version(context.key("b"))).toBe("absent");
  },

  "key sets in opposite order do not deadlock, and every call is answered": async (context) => {
    const keys = await context.create(...spread(0));
    await together(24, (index) => {
      const order = index % 2 === 0 ? keys : keys.toReversed();
      const postings = index % 2 === 0 ? transfer(1) : transfer(1).toReversed();
      return untilCommitted(context, order, () => ({ writes: order.map((key) => write(key, { index })), postings }));
    });
    const records = await context.read(keys);
    expect(new Set(records.map((record) => record?.body["index"])).size).toBe(1);
    expect((await context.balances()).available).toBe(24);
  },

  "each reads one record and writes another, in opposite order: every call is answered": async (context) => {
    const keys = await context.create("a", "b");
    await together(24, (index) => {
      const order = index % 2 === 0 ? keys : keys.toReversed();
      const writes = order.slice(0, 1).map((key) => write(key, { index }));
      return untilCommitted(context, order, () => ({ writes, postings: transfer(1) }));
    });
    expect((await context.balances()).available).toBe(24);
  },

  "a record made and removed in turn stays unique": async (context) => {
    const key = context.key("a");
    await together(12, (index) =>
      untilCommitted(context, [key], () => ({ writes: [write(key, { index })], postings: transfer(1) })),
    );
    expect((await context.balances()).available).toBe(12);
    const expectations = await context.asTheyAre([key]);
    const removals = await together(12, () => context.commit({ expect: expectations, writes: [write(key, null)] }));
    expect(countOf(removals, "committed")).toBe(1);
    expect(await context.version(key)).toBe("absent");
  },
};
