import { credit, debit, type ChangeSet, type Place } from "@wonflow/core";
import { expect } from "vitest";
import { absent, committed, seen, transfer, write, type Bench, type Cases } from "./bench.ts";

/** The making of a record at a place. */
function placed(bench: Bench, place: Place): Partial<ChangeSet> {
  return { expect: [absent(bench.key("a"))], writes: [write(bench.key("a"), {}, { place })] };
}

/** Change sets that only a bug can make, by what is wrong with them. Each is otherwise good. */
const malformed: Readonly<Record<string, (bench: Bench) => Partial<ChangeSet>>> = {
  "postings that are not balanced": () => ({ postings: [debit("bank", 10), credit("available", 9)] }),
  "a posting of half a won": () => ({ postings: transfer(0.5) }),
  "a posting beyond 2^53": () => ({ postings: transfer(2 ** 53) }),
  "a posting of NaN": () => ({ postings: transfer(Number.NaN) }),
  "a key expected twice": (bench) => ({ expect: [absent(bench.key("a")), seen(bench.key("a"), 1)] }),
  "a key written twice": (bench) => ({
    expect: [absent(bench.key("a"))],
    writes: [write(bench.key("a"), {}), write(bench.key("a"), null)],
  }),
  "a write without an expectation": (bench) => ({ writes: [write(bench.key("a"), {})] }),
  "a booking time of NaN": () => ({ at: Number.NaN }),
  "a due time of NaN": (bench) => ({
    expect: [absent(bench.key("a"))],
    writes: [write(bench.key("a"), {}, { dueAt: Number.NaN })],
  }),
  "a due time of half a millisecond": (bench) => ({
    expect: [absent(bench.key("a"))],
    writes: [write(bench.key("a"), {}, { dueAt: 0.5 })],
  }),
  "a version of NaN": (bench) => ({ expect: [seen(bench.key("a"), Number.NaN)] }),
  "a floor of NaN": () => ({ floors: [{ account: "available", min: Number.NaN }] }),
  "a list without a name": (bench) => placed(bench, { list: "", position: "1" }),
  "a list's name of more than letters": (bench) => placed(bench, { list: "orders 2", position: "1" }),
  "a list's name of 101 letters": (bench) => placed(bench, { list: "x".repeat(101), position: "1" }),
  "a position of 401 characters": (bench) => placed(bench, { list: "orders", position: "x".repeat(401) }),
  "a position with a NUL": (bench) => placed(bench, { list: "orders", position: "a\0b" }),
  "a position with half of a surrogate pair": (bench) => placed(bench, { list: "orders", position: "half \ud83d" }),
  "an empty kind": () => ({ expect: [absent({ kind: "", id: "a" })] }),
  "a kind of more than letters, digits and hyphens": () => ({ expect: [absent({ kind: "two words", id: "a" })] }),
  "a kind of 101 characters": () => ({ expect: [absent({ kind: "k".repeat(101), id: "a" })] }),
  "an empty id": (bench) => ({ expect: [absent(bench.key(""))] }),
  "an id of 401 characters": (bench) => ({ expect: [absent(bench.key("x".repeat(401)))] }),
  "an id with a line feed": (bench) => ({ expect: [absent(bench.key("a\nb"))] }),
  "an id with a NUL": (bench) => ({ expect: [absent(bench.key("a\0b"))] }),
  "an id with half of a surrogate pair": (bench) => ({ expect: [absent(bench.key("half \ud83d"))] }),
  "a body with a NUL": (bench) => ({
    expect: [absent(bench.key("a"))],
    writes: [write(bench.key("a"), { list: [{ text: "a\0b" }] })],
  }),
  "a body with half of a surrogate pair in a name": (bench) => ({
    expect: [absent(bench.key("a"))],
    writes: [write(bench.key("a"), { "\udc00": "low half" })],
  }),
};

async function changesNothing(bench: Bench, parts: Partial<ChangeSet>): Promise<void> {
  const good = bench.key("good");
  const sight = await bench.look([good, bench.key("a")]);
  const changeSet = bench.changeSet({
    postings: transfer(5),
    ...parts,
    expect: [absent(good), ...(parts.expect ?? [])],
    writes: [write(good, { n: 1 }), ...(parts.writes ?? [])],
  });
  await expect(bench.store.commit(changeSet)).rejects.toThrow(RangeError);
  expect(await bench.look([good, bench.key("a")])).toEqual(sight);
  const mended = {
    ...changeSet,
    at: 1_000,
    expect: [absent(good)],
    writes: [write(good, { n: 1 })],
    postings: transfer(5),
    floors: [],
  };
  expect(await bench.store.commit(mended)).toEqual(committed);
  expect((await bench.balances()).available).toBe(5);
}

export const malformedCases: Cases = {
  ...Object.fromEntries(
    Object.entries(malformed).map(([title, parts]) => {
      const run = (bench: Bench) => changesNothing(bench, parts(bench));
      return [`${title}: rejects with a RangeError and changes nothing`, run] as const;
    }),
  ),

  "text that only looks like an escape is kept": async (bench) => {
    const key = bench.key("a");
    const body = { text: "\\u0000 \\ud800 \\\\u0000", "\\udfff": 1 };
    expect(await bench.commit({ expect: [absent(key)], writes: [write(key, body)] })).toEqual(committed);
    expect((await bench.read([key]))[0]?.body).toEqual(body);
  },
};
