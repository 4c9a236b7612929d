import { credit, debit, type ChangeSet, type Place, type Tally } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, making, seen, transfer, write, type CaseContext, type Cases } from "./case-context.ts";

function placed(context: CaseContext, place: Place): Partial<ChangeSet> {
  return making(context.key("a"), {}, { place });
}

function tally(parts: Partial<Tally>): Tally {
  return { name: "paid", day: "2026-11-20", amount: 1, count: 1, ...parts };
}

/** Change sets that only a bug can make, each with one fault. */
const malformed: Readonly<Record<string, (context: CaseContext) => Partial<ChangeSet>>> = {
  "postings that are not balanced": () => ({ postings: [debit("bank", 10), credit("available", 9)] }),
  "a posting of half a won": () => ({ postings: transfer(0.5) }),
  "a posting beyond 2^53": () => ({ postings: transfer(2 ** 53) }),
  "a posting of NaN": () => ({ postings: transfer(Number.NaN) }),
  "a key expected twice": (context) => ({ expect: [absent(context.key("a")), seen(context.key("a"), 1)] }),
  "a key written twice": (context) => ({
    expect: [absent(context.key("a"))],
    writes: [write(context.key("a"), {}), write(context.key("a"), null)],
  }),
  "a write without an expectation": (context) => ({ writes: [write(context.key("a"), {})] }),
  "a booking time of NaN": () => ({ at: Number.NaN }),
  "a due time of NaN": (context) => making(context.key("a"), {}, { dueAt: Number.NaN }),
  "a due time of half a millisecond": (context) => making(context.key("a"), {}, { dueAt: 0.5 }),
  "a version of NaN": (context) => ({ expect: [seen(context.key("a"), Number.NaN)] }),
  "a floor of NaN": () => ({ floors: [{ account: "available", min: Number.NaN }] }),
  "a counter of a day tallied twice": () => ({ tallies: [tally({ amount: 1 }), tally({ amount: 2 })] }),
  "a tally that there is not": () => ({ tallies: [tally({ name: "sold" as "paid" })] }),
  "a tally of no day": () => ({ tallies: [tally({ day: "2026-11" })] }),
  "a tally of half a won": () => ({ tallies: [tally({ amount: 0.5 })] }),
  "a tally that counts NaN": () => ({ tallies: [tally({ count: Number.NaN })] }),
  "a list without a name": (context) => placed(context, { list: "", position: "1" }),
  "a list's name of more than letters": (context) => placed(context, { list: "orders 2", position: "1" }),
  "a list's name of 101 letters": (context) => placed(context, { list: "x".repeat(101), position: "1" }),
  "a position of 401 characters": (context) => placed(context, { list: "orders", position: "x".repeat(401) }),
  "a position with a NUL": (context) => placed(context, { list: "orders", position: "a\0b" }),
  "a position with half of a surrogate pair": (context) => placed(context, { list: "orders", position: "half \ud83d" }),
  "an empty kind": () => ({ expect: [absent({ kind: "", id: "a" })] }),
  "a kind of more than letters, digits and hyphens": () => ({ expect: [absent({ kind: "two words", id: "a" })] }),
  "a kind of 101 characters": () => ({ expect: [absent({ kind: "k".repeat(101), id: "a" })] }),
  "an empty id": (context) => ({ expect: [absent(context.key(""))] }),
  "an id of 401 characters": (context) => ({ expect: [absent(context.key("x".repeat(401)))] }),
  "an id with a line feed": (context) => ({ expect: [absent(context.key("a\nb"))] }),
  "an id with a NUL": (context) => ({ expect: [absent(context.key("a\0b"))] }),
  "an id with half of a surrogate pair": (context) => ({ expect: [absent(context.key("half \ud83d"))] }),
  "a body with a NUL": (context) => making(context.key("a"), { list: [{ text: "a\0b" }] }),
  "a body with half of a surrogate pair in a name": (context) => making(context.key("a"), { "\udc00": "low half" }),
};

async function changesNothing(context: CaseContext, parts: Partial<ChangeSet>): Promise<void> {
  const good = context.key("good");
  const sight = await context.look([good, context.key("a")]);
  const changeSet = context.changeSet({
    postings: transfer(5),
    ...parts,
    expect: [absent(good), ...(parts.expect ?? [])],
    writes: [write(good, { n: 1 }), ...(parts.writes ?? [])],
  });
  await expect(context.store.commit(changeSet)).rejects.toThrow(RangeError);
  expect(await context.look([good, context.key("a")])).toEqual(sight);
  const fixed = { ...changeSet, at: 1_000, ...making(good, { n: 1 }), postings: transfer(5), floors: [], tallies: [] };
  expect(await context.store.commit(fixed)).toEqual(committed);
  expect((await context.balances()).available).toBe(5);
}

export const malformedCases: Cases = {
  ...Object.fromEntries(
    Object.entries(malformed).map(([title, parts]) => {
      const run = (context: CaseContext) => changesNothing(context, parts(context));
      return [`${title}: rejects with a RangeError and changes nothing`, run] as const;
    }),
  ),

  "the shortest and the longest names are taken": async (context) => {
    for (const [kind, id, position] of [
      [1, 1, 0],
      [100, 400, 400],
    ] as const) {
      const key = { kind: "k".repeat(kind), id: "x".repeat(id) };
      const place = { list: "l".repeat(kind), position: "p".repeat(position) };
      expect(await context.commit(making(key, { n: 1 }, { place }))).toEqual(committed);
      expect((await context.read([key]))[0]).toMatchObject({ key, place, body: { n: 1 } });
    }
  },

  "text that only looks like an escape is kept": async (context) => {
    const key = context.key("a");
    const body = { text: "\\u0000 \\ud800 \\\\u0000", "\\udfff": 1 };
    expect(await context.commit(making(key, body))).toEqual(committed);
    expect((await context.read([key]))[0]?.body).toEqual(body);
  },
};
