import type { ListRequest } from "@wonflow/core";
import { expect } from "vitest";

import {
  committed,
  together,
  write,
  type CaseContext,
  type Cases,
  list,
  pages,
  place,
  absent,
} from "./case-context.ts";

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

type Read = Parameters<typeof pages> extends [unknown, ...infer Rest] ? Rest : never;

const bothOrders = ["ascending", "descending"] as const;

/** The ids in a part of a list; the whole list ascending is a1, b1, b2, c1. */
const parts: readonly (readonly [request: Partial<ListRequest>, ids: readonly string[]])[] = [
  [{}, ["a1", "b1", "b2", "c1"]],
  [{ from: "a" }, ["a1", "b1", "b2", "c1"]],
  [{ from: "b" }, ["b1", "b2", "c1"]],
  [{ from: "b " }, ["c1"]],
  [{ from: "d" }, []],
  [{ to: "c" }, ["a1", "b1", "b2"]],
  [{ to: "b" }, ["a1"]],
  [{ to: "a" }, []],
  [{ to: "" }, []],
  [{ from: "", to: "z" }, ["a1", "b1", "b2", "c1"]],
  [{ from: "b", to: "c" }, ["b1", "b2"]],
  [{ from: "b", to: "b" }, []],
  [{ from: "c", to: "b" }, []],
];

const partCases: Cases = Object.fromEntries(
  parts.map(([request, ids]) => [
    `the part ${JSON.stringify(request)}, in both orders`,
    async (context: CaseContext) => {
      await place(context, { b2: "b", a1: "a", c1: "c", b1: "b" });
      expect(await context.listed(list, request)).toEqual(ids);
      expect(await context.listed(list, { ...request, order: "descending" })).toEqual(ids.toReversed());
      for (const limit of [1, 2]) {
        expect(await pages(context, { ...request, limit, order: "ascending" })).toEqual(ids);
        expect(await pages(context, { ...request, limit, order: "descending" })).toEqual(ids.toReversed());
      }
    },
  ]),
);

const idOf = (index: number) => `s${String(index).padStart(2, "0")}`;

async function placeStaying(context: CaseContext, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  await place(context, Object.fromEntries(ids.map((id) => [id, id])));
  return ids;
}

/** Pages that are read while other records change must have each staying one once. */
async function showsOnce(context: CaseContext, staying: readonly string[], ...read: Read): Promise<void> {
  const ids = (await pages(context, ...read)).filter((id) => id.startsWith("s"));
  expect(ids).toEqual(read[0].order === "ascending" ? staying : staying.toReversed());
}

export const listPageCases: Cases = {
  ...partCases,

  "a page continues after a record that is gone, has moved, or was never there": async (context) => {
    await place(context, { a: "1", b: "2", c: "2", d: "2", e: "3" });
    const after = { position: "2", key: context.key("c") };
    const bothWays = async () => [
      await context.listed(list, { after }),
      await context.listed(list, { after, order: "descending" }),
    ];
    const beside = [
      ["d", "e"],
      ["b", "a"],
    ];
    expect(await bothWays()).toEqual(beside);
    await context.put(after.key, {}, { place: { list, position: "9" } });
    expect(await bothWays()).toEqual([["d", "e", "c"], beside[1]]);
    await context.put(after.key, {});
    expect(await bothWays()).toEqual(beside);
    await context.put(after.key, null);
    expect(await bothWays()).toEqual(beside);
    const atStart = { position: "0", key: context.key("z") };
    expect(await context.listed(list, { after: atStart })).toEqual(["a", "b", "d", "e"]);
    expect(await context.listed(list, { after: { position: "4", key: context.key("a") } })).toEqual([]);
  },

  "`after` outside of the part does not change the part": async (context) => {
    await place(context, { a: "1", b: "2", c: "3", d: "4" });
    const before = { position: "1", key: context.key("a") };
    const behind = { position: "4", key: context.key("d") };
    const part = { from: "2", to: "4" };
    expect(await context.listed(list, { ...part, after: before })).toEqual(["b", "c"]);
    expect(await context.listed(list, { ...part, after: behind })).toEqual([]);
    expect(await context.listed(list, { ...part, after: behind, order: "descending" })).toEqual(["c", "b"]);
    expect(await context.listed(list, { ...part, after: before, order: "descending" })).toEqual([]);
  },

  "while records move, come and go, each one that does not move comes exactly once": async (context) => {
    for (const order of bothOrders) {
      const staying = await placeStaying(context, 12);
      await place(context, { mover: "s03", goer: "s05" });
      let round = 0;
      await showsOnce(context, staying, { limit: 3, order }, async (page) => {
        round += 1;
        const position = page.findLast((id) => id.startsWith("s")) ?? "s00";
        // One record moves across the page's end and back, one is created exactly there, one is removed.
        await context.put(context.key("mover"), {}, { place: { list, position: round % 2 === 0 ? "s00" : "s11" } });
        await context.put(context.key(`new-${order}-${round}`), {}, { place: { list, position } });
        await context.put(context.key("goer"), null);
      });
      for (let each = 1; each <= round; each += 1) await context.put(context.key(`new-${order}-${each}`), null);
    }
  },

  "pages read while many commits come at once have no record twice and none too few": async (context) => {
    const staying = await placeStaying(context, 30);
    const moving = together(6, async (index) => {
      for (let round = 0; round < 8; round += 1) {
        const position = idOf((index * 7 + round * 11) % 30);
        await context.put(context.key(`m${index}`), { round }, { place: round === 7 ? null : { list, position } });
      }
    });
    await together(4, async (index) => {
      await showsOnce(context, staying, { limit: 4, order: bothOrders[index % 2] ?? "ascending" });
    });
    await moving;
    expect(await context.listed(list)).toEqual(staying);
  },

  "pages of a part, read while others are created and removed, have each lasting record exactly once": async (
    context,
  ) => {
    const staying = await placeStaying(context, 24);
    const inPart = staying.filter((id) => id >= "s04" && id < "s20");
    let isRead = false;
    // Each worker removes its five records in one commit and creates them elsewhere in the next.
    const comingAndGoing = together(4, async (worker) => {
      const keys = Array.from({ length: 5 }, (_, index) => context.key(`c${worker}-${index}`));
      for (let round = 0; !isRead || round % 2 === 1; round += 1) {
        const writes = keys.map((key, index) => {
          const position = idOf((worker * 5 + index * 4 + round) % 24);
          return round % 2 === 0 ? write(key, { round }, { place: { list, position } }) : write(key, null);
        });
        expect(await context.commit({ expect: await context.asTheyAre(keys), writes })).toEqual(committed);
      }
    });
    await together(4, async (index) => {
      const order = bothOrders[index % 2] ?? "ascending";
      const part = { limit: 3, order, from: "s04", to: "s20" };
      for (let round = 0; round < 5; round += 1) await showsOnce(context, inPart, part);
    });
    isRead = true;
    await comingAndGoing;
    expect(await context.listed(list)).toEqual(staying);
  },
};
