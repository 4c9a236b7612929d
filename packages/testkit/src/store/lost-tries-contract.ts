import type { Store } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { openedOnce } from "../opened-once.ts";
import { absent, committed, setUp, transfer, write, type CaseContext, type StoreFixture } from "./case-context.ts";

/** A store, and a second connection to its database on which tries of commits get lost. */
export interface LosingFixture extends StoreFixture {
  readonly losing: Store;
  /** Holds the next try of this commit on the way, and breaks its sender's connection. */
  readonly hold: (commitId: string) => void;
  /** Delivers the held try, and resolves when the database has answered it to nobody. */
  readonly deliverHeld: () => Promise<void>;
}

type LosingCases = Readonly<Record<string, (context: CaseContext, fixture: LosingFixture) => Promise<void>>>;

const cases: LosingCases = {
  "refused when it was tried again: the first try, when it arrives later, does nothing, and the refusal stands": async (
    context,
    { losing, hold, deliverHeld },
  ) => {
    const key = context.key("payout");
    const change = context.changeSet({
      expect: [absent(key)],
      writes: [write(key, {})],
      postings: transfer(-10),
      floors: [{ account: "available", min: 0 }],
    });
    const refused = { status: "below-floor", account: "available" };
    hold(change.id);
    expect(await losing.commit(change)).toEqual(refused);
    // From now on the held try would satisfy its guards.
    await context.deposit(100);
    await deliverHeld();
    expect(await context.look([key])).toMatchObject({
      records: [undefined],
      balances: { available: 100 },
      entries: [],
    });
    for (const store of [losing, context.store]) expect(await store.commit(change)).toEqual(refused);
    expect(await losing.commit({ ...change, id: `${change.id} decided anew` })).toEqual(committed);
  },

  "in conflict when it was tried again: the first try does nothing later, also when the version fits again": async (
    context,
    { losing, hold, deliverHeld },
  ) => {
    const [key, taken] = [context.key("order"), context.key("slot")];
    const change = context.changeSet({
      expect: [absent(key), absent(taken)],
      writes: [write(key, {}), write(taken, {})],
      postings: transfer(5),
    });
    await context.put(taken, {});
    hold(change.id);
    expect(await losing.commit(change)).toEqual({ status: "conflict", key: taken });
    await context.put(taken, null);
    await deliverHeld();
    expect(await context.look([key, taken])).toMatchObject({
      records: [undefined, undefined],
      balances: { available: 0 },
      entries: [],
    });
    expect(await losing.commit(change)).toEqual({ status: "conflict", key: taken });
  },

  "committed when it was tried again: the first try does nothing when it arrives later": async (
    context,
    { losing, hold, deliverHeld },
  ) => {
    const [key = context.key("a")] = await context.create("a");
    await context.deposit(100);
    const change = context.changeSet({
      expect: await context.asTheyAre([key]),
      writes: [write(key, { n: 1 })],
      postings: transfer(-60),
      floors: [{ account: "available", min: 0 }],
    });
    hold(change.id);
    expect(await losing.commit(change)).toEqual(committed);
    const sight = await context.look([key]);
    await deliverHeld();
    expect(await context.look([key])).toEqual(sight);
    expect(sight).toMatchObject({ balances: { available: 40 } });
    expect(await losing.commit(change)).toEqual(committed);
  },
};

/**
 * The contract of a store with a connection to its database, on which tries of a commit may be lost or late, as a
 * vitest suite beside `storeContract`: a late try never changes the answer that the store gave. `open` is called once,
 * and `close` after the last test.
 *
 * @example
 * lostTriesContract("my store", async () => {
 *   const store = memoryStore();
 *   const lost = { losing: store, hold: () => {}, deliverHeld: async () => {} };
 *   return { store, ...lost, close: async () => {} };
 * });
 */
export function lostTriesContract(name: string, open: () => Promise<LosingFixture>): void {
  describe(`store contract, tries that are lost on the way: ${name}`, () => {
    const fixture = openedOnce(open);
    for (const [title, run] of Object.entries(cases)) test(title, () => run(setUp(fixture().store), fixture()));
  });
}
