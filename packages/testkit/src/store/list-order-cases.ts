import { expect } from "vitest";
import { absent, committed, write, type Cases } from "./bench.ts";
import { list, pages, place } from "./lists.ts";

/** Texts in the order of their UTF-8 bytes: one more byte comes behind, and so does a character beyond U+FFFF. */
const inByteOrder = [
  "",
  "\u0001",
  "\t",
  "\n",
  " ",
  '"',
  "%",
  "'",
  "-1",
  "/",
  "0",
  "10",
  "9",
  ":",
  "A",
  "Z",
  "\\",
  "_",
  "a",
  "a ",
  "a-b",
  "aB",
  "aa",
  "ab",
  "b",
  "e\u0301",
  "~",
  "\u007f",
  "\u0080",
  "\u00e9",
  "\u07ff",
  "\u0800",
  "가",
  "가가",
  "힣",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{1f600}",
  "\u{10ffff}",
];

/** As many characters as may be, of three bytes each, that no compression makes shorter. */
function longText(seed: number): string {
  let state = seed;
  return Array.from({ length: 400 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0xac00 + (state % 11_000));
  }).join("");
}

export const listOrderCases: Cases = {
  "records stand in the order of their positions, first or last one first": async (bench) => {
    await place(bench, { x: "2", y: "1", z: "3" });
    expect(await bench.listed(list)).toEqual(["y", "x", "z"]);
    expect(await bench.listed(list, { order: "descending" })).toEqual(["z", "x", "y"]);
    expect(await bench.listed(list, { limit: 2 })).toEqual(["y", "x"]);
    expect(await bench.listed(list, { limit: 2, order: "descending" })).toEqual(["z", "x"]);
    expect(await bench.listed(list, { limit: 1, order: "descending" })).toEqual(["z"]);
  },

  "a list answers whole records": async (bench) => {
    const key = bench.key("a");
    const version = await bench.put(key, { name: "n" }, { dueAt: 9, place: { list, position: "p" } });
    expect(await bench.store.list(bench.tenant, { list, limit: 9, order: "ascending" })).toEqual([
      { key, version, body: { name: "n" }, dueAt: 9, place: { list, position: "p" } },
    ]);
  },

  "at one position records are ordered by kind, then by id": async (bench) => {
    const keys = [
      { kind: `${bench.kind}-B`, id: "b" },
      { kind: `${bench.kind}-a`, id: "10" },
      { kind: `${bench.kind}-a`, id: "9" },
      { kind: `${bench.kind}-a`, id: "Z" },
      { kind: `${bench.kind}-a`, id: "a" },
      { kind: `${bench.kind}-a`, id: "\uffff" },
      { kind: `${bench.kind}-a`, id: "\u{10000}" },
      { kind: `${bench.kind}-b`, id: "A" },
    ];
    for (const key of keys.toReversed()) await bench.put(key, {}, { place: { list, position: "same" } });
    const ids = keys.map(({ id }) => id);
    expect(await bench.listed(list)).toEqual(ids);
    expect(await bench.listed(list, { order: "descending" })).toEqual(ids.toReversed());
    for (const limit of [1, 2, 3, 8]) {
      expect(await pages(bench, { limit, order: "ascending" })).toEqual(ids);
      expect(await pages(bench, { limit, order: "descending" })).toEqual(ids.toReversed());
    }
  },

  "positions are ordered by their bytes": async (bench) => {
    const ids = inByteOrder.map((_, index) => `id-${index}`);
    const keys = ids.map(bench.key);
    const writes = keys.map((key, index) => write(key, {}, { place: { list, position: inByteOrder[index] ?? "" } }));
    expect(await bench.commit({ expect: keys.map(absent), writes: writes.toReversed() })).toEqual(committed);
    expect(await bench.listed(list)).toEqual(ids);
    expect(await pages(bench, { limit: 7, order: "descending" })).toEqual(ids.toReversed());
    for (const [index, position] of inByteOrder.entries()) {
      expect(await bench.listed(list, { from: position })).toEqual(ids.slice(index));
      expect(await bench.listed(list, { to: position })).toEqual(ids.slice(0, index));
      const after = { position, key: bench.key(`id-${index}`) };
      expect(await bench.listed(list, { after })).toEqual(ids.slice(index + 1));
    }
    const records = await bench.read(keys);
    expect(records.map((record) => record?.place?.position)).toEqual(inByteOrder);
  },

  "a position and an id may be as long as they may be, both at once": async (bench) => {
    const key = bench.key(longText(1));
    const positions = [longText(2), longText(3)].toSorted();
    for (const position of positions) {
      await bench.put(key, {}, { place: { list, position } });
      expect(await bench.listed(list, { from: position })).toEqual([key.id]);
      expect(await bench.listed(list, { after: { position, key } })).toEqual([]);
    }
    expect(await bench.listed(list, { to: positions[1] ?? "" })).toEqual([]);
  },
};
