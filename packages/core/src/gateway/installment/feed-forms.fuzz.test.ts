import { expect, test } from "vitest";
import { readJsonFeed, readTextFeed } from "./feed-forms.ts";

const inputs = process.env["TESTS"] === "long" ? 50_000 : 10_000;

/** Numbers that look random and are the same in every run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const characters = [
  ...Array.from('0123456789:^-|~()\n "{}[],.x가\uFEFF\0\uD800'),
  "--",
  "\r\n",
  "e9",
  "null",
  "__proto__",
  "-1",
];

/** One to four changes: a character replaced, inserted, removed; a piece doubled, moved, cut off. */
function mutate(text: string, pick: (below: number) => number): string {
  let changed = text;
  for (let times = 1 + pick(4); times > 0; times -= 1) {
    const at = pick(changed.length + 1);
    const to = at + pick(12);
    const letter = characters[pick(characters.length)] ?? "";
    const [before, piece, after] = [changed.slice(0, at), changed.slice(at, to), changed.slice(to)];
    const changes = [
      before + letter + changed.slice(at + 1),
      before + letter + changed.slice(at),
      before + after,
      before + piece + piece + after,
      after + piece + before,
      before,
    ];
    changed = changes[pick(changes.length)] ?? changed;
  }
  return changed;
}

interface Offered {
  readonly issuer: string;
  readonly minimumAmount: number;
  readonly months: readonly number[];
}

/** The offers of a feed, one entry for each run. */
function readAs(read: ReturnType<typeof readTextFeed>): readonly Offered[] {
  return (read?.offers.free ?? []).flatMap((offer) => {
    if (offer === null) return [];
    const { min, max } = offer.installmentMonth;
    return [{ ...offer, months: Array.from({ length: max - min + 1 }, (_, index) => min + index) }];
  });
}

/** The months that were read although the input has none for the same company and amount. */
function wrongMonths(read: readonly Offered[], given: readonly Offered[]): readonly Offered[] {
  return read.filter(
    ({ issuer, minimumAmount, months }) =>
      !given.some(
        (row) =>
          row.issuer === issuer &&
          row.minimumAmount === minimumAmount &&
          months.every((month) => row.months.includes(month) && month >= 2 && month <= 36),
      ),
  );
}

const textLines = ["period|20261101~20261130", "11|5-2:3:4|5-10(1~4)", "41|5-2:3:7:8^20-2:3:7:8:14|", "W1|30-6:12"];
const baseText = `${textLines.join("\n")}\n`;

/** The rows of a text feed, read in another way than the parser's. */
function rowsInText(text: string): readonly Offered[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*([0-9A-Z]{2})\s*\|([^|]*)/.exec(line);
    return (match?.[2] ?? "").split("^").flatMap((row) => {
      const [, amount = "", months = ""] = /^\s*(\d+)-([\d:]+)\s*$/.exec(row) ?? [];
      if (amount === "") return [];
      return [
        { issuer: match?.[1] ?? "", minimumAmount: Number(amount) * 10_000, months: months.split(":").map(Number) },
      ];
    });
  });
}

test(`${inputs} mutated text feeds: nothing throws, no month is wrong, and lines that were left alone are read`, () => {
  const pick = numbersFrom(20_261_120);
  const whole = readAs(readTextFeed(baseText));
  let read = 0;
  let partly = 0;
  for (let round = 0; round < inputs; round += 1) {
    const text = mutate(baseText, pick);
    const result = readTextFeed(text);
    const offered = readAs(result);
    const wrong = wrongMonths(offered, rowsInText(text));
    if (wrong.length > 0) expect({ text, wrong }).toEqual({ text, wrong: [] });
    if (result === undefined) continue;
    const left = new Set(text.split("\n"));
    for (const line of textLines.filter((each) => left.has(each))) {
      const issuer = line.split("|")[0] ?? "";
      const mine = (entries: readonly Offered[]) => entries.filter((entry) => entry.issuer === issuer);
      const missing = mine(whole).filter((entry) => !offered.some((other) => sameOffer(entry, other)));
      if (missing.length > 0) expect({ text, missing }).toEqual({ text, missing: [] });
    }
    read += 1;
    if (result.offers.free.includes(null)) partly += 1;
  }
  // The mutations destroy some rows, and not all.
  expect(read).toBeGreaterThan(inputs / 3);
  expect(partly).toBeGreaterThan(inputs / 10);
}, 120_000);

function sameOffer(one: Offered, other: Offered): boolean {
  return (
    one.issuer === other.issuer &&
    one.minimumAmount === other.minimumAmount &&
    one.months.join(":") === other.months.join(":")
  );
}

const cards = {
  "11": [{ minAmt: 50_000, maxAmt: 0, installment: "02:03:04", eventToDate: "20261130", partial: "10(1~4)" }],
  "41": [
    { minAmt: 50_000, maxAmt: 199_999, installment: "02:03:07", eventToDate: "20261130" },
    { minAmt: 200_000, maxAmt: 0, installment: "02:03:14", eventToDate: "20261215" },
  ],
};
const baseJson = JSON.stringify({ period: { startDate: "20261101", endDate: "20261130" }, cards });

/** The rows of a JSON value, without any check. */
function rowsInJson(value: unknown): readonly Offered[] {
  return Object.entries(Object(Object(value).cards)).flatMap(([issuer, rows]) =>
    (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
      const { minAmt, installment } = Object(row) as Record<string, unknown>;
      if (typeof installment !== "string") return [];
      return [{ issuer, minimumAmount: Number(minAmt), months: installment.split(":").map(Number) }];
    }),
  );
}

test(`${inputs} mutated JSON feeds: nothing throws, no month is wrong`, () => {
  const pick = numbersFrom(20_261_121);
  let read = 0;
  for (let round = 0; round < inputs; round += 1) {
    const text = mutate(baseJson, pick);
    const result = readJsonFeed(text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      expect(result).toBeUndefined();
      continue;
    }
    const wrong = wrongMonths(readAs(result), rowsInJson(value));
    if (wrong.length > 0) expect({ text, wrong }).toEqual({ text, wrong: [] });
    if (result !== undefined) read += 1;
  }
  expect(read).toBeGreaterThan(inputs / 20);
}, 120_000);
