import { expect } from "vitest";
import { absent, committed, write, type Cases } from "./case-context.ts";
import { list, pages, place } from "./lists.ts";

const characters = Array.from(
  "\u0001\t\n \"%'/09:AZ\\_ab~\u007f\u0080\u00e9\u07ff\u0800가힣\ud7ff\ue000\uffff\u{10000}\u{1f600}\u{10ffff}",
);
const longer = ["", "-1", "10", "a ", "a-b", "aB", "aa", "ab", "e\u0301", "가가"];

/** By their UTF-8 bytes: longer texts come after their prefixes, characters beyond U+FFFF last. */
const inByteOrder = [...characters, ...longer].toSorted((one, other) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)),
);

/** The longest text, of three-byte characters that do not compress. */
function longText(seed: number): string {
  let state = seed;
  return Array.from({ length: 400 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0xac00 + (state % 11_000));
  }).join("");
}

export const listOrderCases: Cases = {
  "records are in the order of their positions, first or last one first": async (context) => {
    await place(context, { x: "2", y: "1", z: "3" });
    expect(await context.listed(list)).toEqual(["y", "x", "z"]);
    expect(await context.listed(list, { order: "descending" })).toEqual(["z", "x", "y"]);
    expect(await context.listed(list, { limit: 2 })).toEqual(["y", "x"]);
    expect(await context.listed(list, { limit: 2, order: "descending" })).toEqual(["z", "x"]);
    expect(await context.listed(list, { limit: 1, order: "descending" })).toEqual(["z"]);
  },

  "a list answers whole records": async (context) => {
    const key = context.key("a");
    const version = await context.put(key, { name: "n" }, { dueAt: 9, place: { list, position: "p" } });
    expect(await context.store.list(context.tenant, { list, limit: 9, order: "ascending" })).toEqual([
      { key, version, body: { name: "n" }, dueAt: 9, place: { list, position: "p" } },
    ]);
  },

  "at one position records are ordered by kind, then by id": async (context) => {
    const ofOneKind = ["10", "9", "Z", "a", "\uffff", "\u{10000}"].map((id) => ({ kind: `${context.kind}-a`, id }));
    const keys = [{ kind: `${context.kind}-B`, id: "b" }, ...ofOneKind, { kind: `${context.kind}-b`, id: "A" }];
    for (const key of keys.toReversed()) await context.put(key, {}, { place: { list, position: "same" } });
    const ids = keys.map(({ id }) => id);
    expect(await context.listed(list)).toEqual(ids);
    expect(await context.listed(list, { order: "descending" })).toEqual(ids.toReversed());
    for (const limit of [1, 2, 3, 8]) {
      expect(await pages(context, { limit, order: "ascending" })).toEqual(ids);
      expect(await pages(context, { limit, order: "descending" })).toEqual(ids.toReversed());
    }
  },

  "positions are ordered by their bytes": async (context) => {
    const ids = inByteOrder.map((_, index) => `id-${index}`);
    const keys = ids.map(context.key);
    const writes = keys.map((key, index) => write(key, {}, { place: { list, position: inByteOrder[index] ?? "" } }));
    expect(await context.commit({ expect: keys.map(absent), writes: writes.toReversed() })).toEqual(committed);
    expect(await context.listed(list)).toEqual(ids);
    expect(await pages(context, { limit: 7, order: "descending" })).toEqual(ids.toReversed());
    for (const [index, position] of inByteOrder.entries()) {
      expect(await context.listed(list, { from: position })).toEqual(ids.slice(index));
      expect(await context.listed(list, { to: position })).toEqual(ids.slice(0, index));
      const after = { position, key: context.key(`id-${index}`) };
      expect(await context.listed(list, { after })).toEqual(ids.slice(index + 1));
    }
    const records = await context.read(keys);
    expect(records.map((record) => record?.place?.position)).toEqual(inByteOrder);
  },

  "a position and an id may be as long as they may be, both at once": async (context) => {
    const key = context.key(longText(1));
    const positions = [longText(2), longText(3)].toSorted();
    for (const position of positions) {
      await context.put(key, {}, { place: { list, position } });
      expect(await context.listed(list, { from: position })).toEqual([key.id]);
      expect(await context.listed(list, { after: { position, key } })).toEqual([]);
    }
    expect(await context.listed(list, { to: positions[1] ?? "" })).toEqual([]);
  },
};
