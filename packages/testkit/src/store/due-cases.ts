import { expect } from "vitest";
import {
  absent,
  anyVersion,
  committed,
  conflict,
  making,
  seen,
  together,
  write,
  type CaseContext,
  type Cases,
} from "./case-context.ts";

async function createDue(context: CaseContext, ...times: readonly number[]): Promise<void> {
  const keys = times.map((time) => context.key(`at-${time}`));
  const writes = keys.map((key, index) => write(key, { job: key.id }, { dueAt: times[index] ?? null }));
  expect(await context.commit({ expect: keys.map(absent), writes })).toEqual(committed);
}

function timesOf(records: readonly { readonly key: { readonly id: string } }[]): number[] {
  return records.map(({ key }) => Number(key.id.slice(3)));
}

export const dueCases: Cases = {
  "the longest due are taken first, up to the limit": async (context) => {
    await createDue(context, 30, 10, 20, 40);
    const first = await context.store.claimDue(context.kind, { now: 35, until: 1_000, limit: 2 });
    expect(timesOf(first)).toEqual([10, 20]);
    const rest = await context.store.claimDue(context.kind, { now: 35, until: 1_000, limit: 2 });
    expect(timesOf(rest)).toEqual([30]);
  },

  "what is due exactly now is taken, what is due a millisecond later is not": async (context) => {
    await createDue(context, 100, 101);
    expect(timesOf(await context.store.claimDue(context.kind, { now: 100, until: 500, limit: 9 }))).toEqual([100]);
  },

  "what is taken is due at `until`, with its version and body as they were": async (context) => {
    await createDue(context, 10);
    const key = context.key("at-10");
    const [before] = await context.read([key]);
    const record = { ...before, key, body: { job: "at-10" }, dueAt: 500 };
    const claimed = await context.store.claimDue(context.kind, { now: 10, until: 500, limit: 9 });
    expect(claimed).toEqual([{ tenant: context.tenant, ...record }]);
    expect(await context.read([key])).toEqual([record]);
    expect(await context.store.claimDue(context.kind, { now: 499, until: 900, limit: 9 })).toEqual([]);
    expect(timesOf(await context.store.claimDue(context.kind, { now: 500, until: 900, limit: 9 }))).toEqual([10]);
    const expectation = seen(key, before?.version ?? 0);
    expect(await context.commit({ expect: [expectation], writes: [write(key, {})] })).toEqual(committed);
  },

  "records of other kinds are left alone, those of all tenants are taken": async (context) => {
    await createDue(context, 10);
    const theirs = context.key("at-5");
    const other = { kind: `${context.kind}-other`, id: "at-1" };
    const writes = [write(theirs, {}, { dueAt: 5 }), write(other, {}, { dueAt: 1 })];
    const made = { tenant: context.otherTenant, expect: [absent(theirs), absent(other)], writes };
    expect(await context.commit(made)).toEqual(committed);
    const claimed = await context.store.claimDue(context.kind, { now: 10, until: 500, limit: 9 });
    expect(claimed.map(({ tenant, key }) => [tenant, key.id])).toEqual([
      [context.otherTenant, "at-5"],
      [context.tenant, "at-10"],
    ]);
  },

  "of two tenants' records with one id only the one that is taken moves": async (context) => {
    await createDue(context, 10);
    const key = context.key("at-10");
    expect(await context.commit({ tenant: context.otherTenant, ...making(key, {}, { dueAt: 20 }) })).toEqual(committed);
    const claim = () => context.store.claimDue(context.kind, { now: 30, until: 500, limit: 1 });
    expect((await claim()).map(({ tenant }) => tenant)).toEqual([context.tenant]);
    expect((await claim()).map(({ tenant }) => tenant)).toEqual([context.otherTenant]);
    expect(await claim()).toEqual([]);
  },

  "a due time at or before the epoch counts like any other": async (context) => {
    await createDue(context, 0, 1);
    expect(timesOf(await context.store.claimDue(context.kind, { now: 0, until: 500, limit: 9 }))).toEqual([0]);
  },

  "a commit moves the due time, clears it, or sets it again": async (context) => {
    await createDue(context, 10);
    const key = context.key("at-10");
    const dueTimes = async () => (await context.store.listDue(context.kind, 9)).map(({ dueAt }) => dueAt);
    for (const dueAt of [70, null, 30]) {
      await context.put(key, {}, { dueAt });
      expect(await dueTimes()).toEqual(dueAt === null ? [] : [dueAt]);
    }
    await context.put(key, null);
    expect(await dueTimes()).toEqual([]);
  },

  "a refused commit leaves the due time alone": async (context) => {
    await createDue(context, 10);
    const key = context.key("at-10");
    expect(await context.commit(making(key, {}, { dueAt: 99 }))).toEqual(conflict(key));
    expect((await context.store.listDue(context.kind, 9)).map(({ dueAt }) => dueAt)).toEqual([10]);
  },

  "listDue shows what waits, the next due first, and takes nothing": async (context) => {
    await createDue(context, 5_000, 10, 300);
    const listed = await context.store.listDue(context.kind, 2);
    expect(listed).toEqual(
      [10, 300].map((time) => {
        const key = context.key(`at-${time}`);
        return { tenant: context.tenant, key, version: anyVersion, body: { job: key.id }, dueAt: time, place: null };
      }),
    );
    expect(timesOf(await context.store.listDue(context.kind, 9))).toEqual([10, 300, 5_000]);
  },

  "claimers at once never take the same record, and together take all": async (context) => {
    const times = Array.from({ length: 60 }, (_, index) => index);
    await createDue(context, ...times);
    const taken: number[] = [];
    for (let round = 0; round < 60 && taken.length < times.length; round += 1) {
      const claims = await together(6, () => context.store.claimDue(context.kind, { now: 100, until: 500, limit: 5 }));
      for (const claim of claims) {
        expect(claim.length).toBeLessThanOrEqual(5);
        taken.push(...timesOf(claim));
      }
    }
    expect(taken.toSorted((a, b) => a - b)).toEqual(times);
  },

  "commits and claims of the same records at once: every commit is answered by its version": async (context) => {
    const times = Array.from({ length: 20 }, (_, index) => index);
    await createDue(context, ...times);
    const expectations = await context.asTheyAre(times.map((time) => context.key(`at-${time}`)));
    const claiming = together(10, () => context.store.claimDue(context.kind, { now: 100, until: 500, limit: 20 }));
    const results = await together(20, (index) => {
      const key = context.key(`at-${index}`);
      return context.commit({ expect: expectations.slice(index, index + 1), writes: [write(key, { done: true })] });
    });
    await claiming;
    expect(results).toEqual(results.map(() => committed));
    expect(await context.store.listDue(context.kind, 99)).toEqual([]);
  },
};
