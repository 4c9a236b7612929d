import { expect } from "vitest";
import { absent, anyVersion, committed, seen, together, write, type Bench, type Cases } from "./bench.ts";

/** Commits new records that are due at these times; their ids are the times. */
async function createDue(bench: Bench, ...times: readonly number[]): Promise<void> {
  const keys = times.map((time) => bench.key(`at-${time}`));
  const writes = keys.map((key, index) => write(key, { job: key.id }, { dueAt: times[index] ?? null }));
  expect(await bench.commit({ expect: keys.map(absent), writes })).toEqual(committed);
}

/** The times in the ids of what was claimed or listed. */
function timesOf(records: readonly { readonly key: { readonly id: string } }[]): number[] {
  return records.map(({ key }) => Number(key.id.slice(3)));
}

export const dueCases: Cases = {
  "the longest due are taken first, up to the limit": async (bench) => {
    await createDue(bench, 30, 10, 20, 40);
    const first = await bench.store.claimDue(bench.kind, { now: 35, until: 1_000, limit: 2 });
    expect(timesOf(first)).toEqual([10, 20]);
    const rest = await bench.store.claimDue(bench.kind, { now: 35, until: 1_000, limit: 2 });
    expect(timesOf(rest)).toEqual([30]);
  },

  "what is due exactly now is taken, what is due a millisecond later is not": async (bench) => {
    await createDue(bench, 100, 101);
    expect(timesOf(await bench.store.claimDue(bench.kind, { now: 100, until: 500, limit: 9 }))).toEqual([100]);
  },

  "what is taken is due at `until`, with its version and body as they were": async (bench) => {
    await createDue(bench, 10);
    const key = bench.key("at-10");
    const [before] = await bench.read([key]);
    const record = { ...before, key, body: { job: "at-10" }, dueAt: 500 };
    const claimed = await bench.store.claimDue(bench.kind, { now: 10, until: 500, limit: 9 });
    expect(claimed).toEqual([{ tenant: bench.tenant, ...record }]);
    expect(await bench.read([key])).toEqual([record]);
    expect(await bench.store.claimDue(bench.kind, { now: 499, until: 900, limit: 9 })).toEqual([]);
    expect(timesOf(await bench.store.claimDue(bench.kind, { now: 500, until: 900, limit: 9 }))).toEqual([10]);
    const expectation = seen(key, before?.version ?? 0);
    expect(await bench.commit({ expect: [expectation], writes: [write(key, {})] })).toEqual(committed);
  },

  "records of other kinds are left alone, those of all tenants are taken": async (bench) => {
    await createDue(bench, 10);
    const theirs = bench.key("at-5");
    const other = { kind: `${bench.kind}-other`, id: "at-1" };
    const writes = [write(theirs, {}, { dueAt: 5 }), write(other, {}, { dueAt: 1 })];
    expect(await bench.commit({ tenant: bench.otherTenant, expect: [absent(theirs), absent(other)], writes })).toEqual(
      committed,
    );
    const claimed = await bench.store.claimDue(bench.kind, { now: 10, until: 500, limit: 9 });
    expect(claimed.map(({ tenant, key }) => [tenant, key.id])).toEqual([
      [bench.otherTenant, "at-5"],
      [bench.tenant, "at-10"],
    ]);
  },

  "a due time at or before the epoch counts like any other": async (bench) => {
    await createDue(bench, 0, 1);
    expect(timesOf(await bench.store.claimDue(bench.kind, { now: 0, until: 500, limit: 9 }))).toEqual([0]);
  },

  "a commit moves the due time, clears it, or sets it again": async (bench) => {
    await createDue(bench, 10);
    const key = bench.key("at-10");
    const dueTimes = async () => (await bench.store.listDue(bench.kind, 9)).map(({ dueAt }) => dueAt);
    for (const dueAt of [70, null, 30]) {
      await bench.put(key, {}, { dueAt });
      expect(await dueTimes()).toEqual(dueAt === null ? [] : [dueAt]);
    }
    await bench.put(key, null);
    expect(await dueTimes()).toEqual([]);
  },

  "a refused commit leaves the due time alone": async (bench) => {
    await createDue(bench, 10);
    const key = bench.key("at-10");
    const refused = { expect: [absent(key)], writes: [write(key, {}, { dueAt: 99 })] };
    expect(await bench.commit(refused)).toEqual({ status: "conflict", key });
    expect((await bench.store.listDue(bench.kind, 9)).map(({ dueAt }) => dueAt)).toEqual([10]);
  },

  "listDue shows what waits, the next due first, and takes nothing": async (bench) => {
    await createDue(bench, 5_000, 10, 300);
    const listed = await bench.store.listDue(bench.kind, 2);
    expect(listed).toEqual(
      [10, 300].map((time) => {
        const key = bench.key(`at-${time}`);
        return { tenant: bench.tenant, key, version: anyVersion, body: { job: key.id }, dueAt: time, place: null };
      }),
    );
    expect(timesOf(await bench.store.listDue(bench.kind, 9))).toEqual([10, 300, 5_000]);
  },

  "claimers at once never take the same record, and together take all": async (bench) => {
    const times = Array.from({ length: 60 }, (_, index) => index);
    await createDue(bench, ...times);
    const taken: number[] = [];
    for (let round = 0; round < 60 && taken.length < times.length; round += 1) {
      const claims = await together(6, () => bench.store.claimDue(bench.kind, { now: 100, until: 500, limit: 5 }));
      for (const claim of claims) {
        expect(claim.length).toBeLessThanOrEqual(5);
        taken.push(...timesOf(claim));
      }
    }
    expect(taken.toSorted((a, b) => a - b)).toEqual(times);
  },

  "commits and claims of the same records at once: every commit is answered by its version": async (bench) => {
    const times = Array.from({ length: 20 }, (_, index) => index);
    await createDue(bench, ...times);
    const expectations = await bench.asTheyAre(times.map((time) => bench.key(`at-${time}`)));
    const claiming = together(10, () => bench.store.claimDue(bench.kind, { now: 100, until: 500, limit: 20 }));
    const results = await together(20, (index) => {
      const key = bench.key(`at-${index}`);
      return bench.commit({ expect: expectations.slice(index, index + 1), writes: [write(key, { done: true })] });
    });
    await claiming;
    expect(results).toEqual(results.map(() => committed));
    expect(await bench.store.listDue(bench.kind, 99)).toEqual([]);
  },
};
