import type { Store } from "@wonflow/core";
import { describe, expect, test } from "vitest";

import { openedOnce } from "../contract-cases.ts";
import {
  aboveZero,
  absent,
  belowFloor,
  committed,
  conflict,
  making,
  setUp,
  transfer,
  write,
  type CaseContext,
  type StoreFixture,
} from "./case-context.ts";

/** A store, and a second connection to its database on which tries of commits get lost. */
export interface LosingFixture extends StoreFixture {
  readonly losing: Store;
  /** Holds the next try of this commit on the way, and breaks its sender's connection. */
  readonly hold: (commitId: string) => void;
  /** Delivers the held try, and resolves when the database has answered it, though no client receives the answer. */
  readonly deliverHeld: () => Promise<void>;
}

const cases: Readonly<Record<string, (context: CaseContext, lost: LosingFixture) => Promise<void>>> = {
  "refused when it was tried again: nothing happens when the first try arrives later": async (context, lost) => {
    const key = context.key("payout");
    const change = context.changeSet({ ...making(key), postings: transfer(-10), floors: aboveZero });
    lost.hold(change.id);
    expect(await lost.losing.commit(change)).toEqual(belowFloor("available"));
    // From now on the held try would satisfy its guards.
    await context.deposit(100);
    await lost.deliverHeld();
    expect(await context.look([key])).toMatchObject({
      records: [undefined],
      balances: { available: 100 },
      entries: [],
    });
    for (const store of [lost.losing, context.store]) {
      expect(await store.commit(change)).toEqual(belowFloor("available"));
    }
    expect(await lost.losing.commit({ ...change, id: `${change.id} decided again` })).toEqual(committed);
  },

  "in conflict when it was tried again: that is final, even when the version fits again": async (context, lost) => {
    const keys = [context.key("order"), context.key("slot")];
    const [, taken = context.key("slot")] = keys;
    const writes = keys.map((key) => write(key, {}));
    const change = context.changeSet({ expect: keys.map(absent), writes, postings: transfer(5) });
    await context.put(taken, {});
    lost.hold(change.id);
    expect(await lost.losing.commit(change)).toEqual(conflict(taken));
    await context.put(taken, null);
    await lost.deliverHeld();
    const nothing = { records: [undefined, undefined], balances: { available: 0 }, entries: [] };
    expect(await context.look(keys)).toMatchObject(nothing);
    expect(await lost.losing.commit(change)).toEqual(conflict(taken));
  },

  "committed when it was tried again: nothing happens when the first try arrives later": async (context, lost) => {
    const [key = context.key("a")] = await context.create("a");
    await context.deposit(100);
    const expected = await context.asTheyAre([key]);
    const parts = { expect: expected, writes: [write(key, { n: 1 })], postings: transfer(-60), floors: aboveZero };
    const change = context.changeSet(parts);
    lost.hold(change.id);
    expect(await lost.losing.commit(change)).toEqual(committed);
    const sight = await context.look([key]);
    await lost.deliverHeld();
    expect(await context.look([key])).toEqual(sight);
    expect(sight).toMatchObject({ balances: { available: 40 } });
    expect(await lost.losing.commit(change)).toEqual(committed);
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
