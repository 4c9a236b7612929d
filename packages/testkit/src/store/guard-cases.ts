import type { ChangeSet, Expectation, RecordKey } from "@wonflow/core";
import { expect } from "vitest";
import {
  absent,
  belowFloor,
  committed,
  conflict,
  seen,
  transfer,
  write,
  type CaseContext,
  type Cases,
} from "./case-context.ts";

/** Guards that fail: each prepares a record and answers an expectation that does not hold. */
const failingGuards: Readonly<Record<string, (context: CaseContext, key: RecordKey) => Promise<Expectation>>> = {
  "a version that has passed": async (context, key) => {
    const version = await context.put(key, { n: 1 });
    await context.put(key, { n: 2 });
    return seen(key, version);
  },
  "a version that has not come yet": async (context, key) => seen(key, (await context.put(key, {})) + 1),
  "expected absent but present": async (context, key) => {
    await context.put(key, {});
    return absent(key);
  },
  "expected present but never there": async (_context, key) => seen(key, 1),
  "expected present but removed": async (context, key) => {
    const version = await context.put(key, {});
    await context.put(key, null);
    return seen(key, version);
  },
};

const uses: Readonly<Record<string, (key: RecordKey) => Pick<ChangeSet, "writes">>> = {
  "only read": () => ({ writes: [] }),
  written: (key) => ({ writes: [write(key, { mine: true })] }),
  removed: (key) => ({ writes: [write(key, null)] }),
};

/** The failing key sorts between good ones, so that an adapter meets it midway. */
async function leavesNothing(
  context: CaseContext,
  title: keyof typeof failingGuards,
  use: keyof typeof uses,
): Promise<void> {
  const failing = context.key("m-failing");
  const guard = await failingGuards[title]?.(context, failing);
  if (guard === undefined) throw new Error(`no guard is named ${title}`);
  await context.create("a-good", "z-good");
  await context.deposit(1_000);
  const [before, after, fresh] = [context.key("a-good"), context.key("z-good"), context.key("b-fresh")];
  const keys = [before, after, fresh, failing];
  const sight = await context.look(keys);

  const good = await context.asTheyAre([before, fresh, after]);
  const place = { list: "orders", position: "1" };
  const writes = [write(before, { n: 2 }), write(fresh, { n: 1 }, { dueAt: 5, place }), write(after, null)];
  const parts = {
    expect: [...good, guard],
    writes: [...writes, ...(uses[use]?.(failing).writes ?? [])],
    postings: transfer(100),
    floors: [{ account: "available", min: 0 }] as const,
  };
  const changeSet = context.changeSet(parts);
  expect(await context.store.commit(changeSet)).toEqual(conflict(failing));
  expect(await context.look(keys)).toEqual(sight);

  const retried = { ...changeSet, expect: good, writes };
  expect(await context.store.commit(retried)).toEqual(committed);
  expect((await context.balances()).available).toBe(1_100);
  expect(await context.read([before])).toMatchObject([{ body: { n: 2 } }]);
}

function guardTests(): Cases {
  const tests = Object.keys(failingGuards).flatMap((title) =>
    Object.keys(uses).map((use) => {
      const run = (context: CaseContext) => leavesNothing(context, title, use);
      return [`${title} (${use}): nothing is left behind, not even the commit id`, run] as const;
    }),
  );
  return Object.fromEntries(tests);
}

export const guardCases: Cases = {
  ...guardTests(),

  "a floor that does not hold leaves nothing behind, not even the commit id": async (context) => {
    await context.create("a");
    await context.deposit(1_000);
    const [key, fresh] = [context.key("a"), context.key("b")];
    const sight = await context.look([key, fresh]);
    const changeSet = context.changeSet({
      expect: await context.asTheyAre([key, fresh]),
      writes: [write(key, { n: 2 }), write(fresh, { n: 1 })],
      postings: transfer(-400),
      floors: [{ account: "available", min: 700 }],
    });
    expect(await context.store.commit(changeSet)).toEqual(belowFloor("available"));
    expect(await context.look([key, fresh])).toEqual(sight);
    expect(await context.store.commit({ ...changeSet, floors: [] })).toEqual(committed);
    expect((await context.balances()).available).toBe(600);
  },

  "an empty change set is committed": async (context) => {
    expect(await context.commit({})).toEqual(committed);
  },
};
