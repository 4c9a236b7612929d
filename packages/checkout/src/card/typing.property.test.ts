import fc from "fast-check";
import { expect, test } from "vitest";
import { brandOf, passesLuhn } from "./formatting.ts";
import { emptyField, kinds, leave, now, press, sentOf, typeIn } from "../../test/typist.ts";
import type { TypedKind } from "./typing.ts";

// Readers that read what was typed by themselves, in the one way that a person would, or not at all.

const ordinary = (text: string) =>
  text
    .normalize("NFC")
    .replaceAll(/[！-～￦　]/gu, (wide) => wide.normalize("NFKC"))
    .replaceAll(/\p{Cf}/gu, "");

/** A number between words; of single keys, letters do nothing. */
function strictNumber(input: string, how: "keys" | "paste"): string | undefined {
  const text = ordinary(input);
  if (how === "keys") return text.replaceAll(/\D/g, "");
  const [, digits] = /^[^\d]*([\d\s.‐-―−-]*)[^\d]*$/u.exec(text) ?? [];
  return digits?.replaceAll(/\D/g, "");
}

/** The one key 5, 6, 7, 8 or 9 is a month, as no year begins so; the field shows that at once. */
function strictExpiry(input: string, how: "keys" | "paste"): string | undefined {
  const numbers = ordinary(input).match(/\d+/g) ?? [];
  const joined = numbers.join(" ");
  const [, first, second] = /^(\d{1,2}|20\d\d) (\d{1,2}|20\d\d)$/.exec(joined) ??
    /^(\d\d)(\d\d|20\d\d)$/.exec(joined) ??
    (how === "keys" ? /^([5-9])(\d\d|20\d\d)$/.exec(joined) : null) ?? ["", "", ""];
  const [, year, month] = /^(20\d\d)(\d\d)$/.exec(joined) ?? [];
  const pairs = [
    [first, second],
    [second, first],
    [month, year],
  ] as const;
  const found = pairs.find(
    ([of = "", by = ""]) =>
      of.length <= 2 && Number(of) >= 1 && Number(of) <= 12 && Number(by.slice(-2)) > 25 && by.length % 2 === 0,
  );
  return found?.[0] === undefined ? undefined : `${found[0].padStart(2, "0")}/${found[1]?.slice(-2)}`;
}

function strictBirthDate(input: string): string | undefined {
  const text = ordinary(input).replaceAll(/^\D+|\D+$/g, "");
  const [, year = "", month = "", day = ""] =
    /^((?:19|20)?\d\d)(\d\d)(\d\d)$/.exec(text) ?? /^((?:19|20)?\d\d)\D+(\d\d?)\D+(\d\d?)$/.exec(text) ?? [];
  const date = `${year.slice(-2)}${month.padStart(2, "0")}${day.padStart(2, "0")}`;
  const whole = `${year.length === 2 ? `20${year}` : year}-${date.slice(2, 4)}-${date.slice(4)}`;
  const at = Date.parse(whole);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== whole) return undefined;
  return year.length === 4 && at > now ? undefined : date;
}

function strictly(kind: TypedKind, input: string, how: "keys" | "paste"): string | undefined {
  switch (kind) {
    case "expiry":
      return strictExpiry(input, how);
    case "birthDate":
      return strictBirthDate(input);
    case "number": {
      const digits = strictNumber(input, how);
      const brand = brandOf(digits ?? "");
      const isWrong =
        brand !== undefined &&
        (!brand.lengths.includes(digits?.length ?? 0) || (brand.luhn && !passesLuhn(digits ?? "")));
      return isWrong ? undefined : digits;
    }
    case "business":
    case "password":
      return strictNumber(input, how);
  }
}

const digit = fc.oneof(
  { weight: 6, arbitrary: fc.nat(9).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("０", "１", "２", "９") },
);
const other = fc.constantFrom("/", "-", " ", ".", "–", "x", "년", "월", "카", ",", "\u200B");
const key = fc.oneof({ weight: 6, arbitrary: digit }, { weight: 1, arbitrary: other });
const anyKeys = fc.array(key, { maxLength: 22 }).map((keys) => keys.join(""));

/** Plausible dates and numbers, so that many of them are read. */
const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, "0"));
const gap = fc.constantFrom("", "/", "-", ".", " ", " / ");
const date = fc
  .tuple(
    two(13),
    gap,
    fc.oneof(
      two(50),
      two(50).map((year) => `20${year}`),
    ),
    fc.boolean(),
  )
  .map(([month, between, year, first]) => (first ? year + between + month : month + between + year));
const birth = fc
  .tuple(
    fc.oneof(
      two(99),
      two(99).map((year) => `19${year}`),
      two(30).map((year) => `20${year}`),
    ),
    gap,
    two(13),
    two(32),
  )
  .map(([year, between, month, day]) => [year, month, day].join(between));
const cards = fc
  .constantFrom("4000000000110009", "340000000071000", "6200000000031000123", "5400000000410006", "1234567890")
  .chain((number) =>
    fc.tuple(fc.constant(number), fc.nat(20), gap).map(([of, at, between]) => of.slice(0, at) + between + of.slice(at)),
  );
const typed = fc.oneof(anyKeys, anyKeys, date, birth, cards);

test.each(kinds.flatMap((kind) => [[kind, "keys"] as const, [kind, "paste"] as const]))(
  "whatever is typed into %s by %s, the typed value is sent, or a problem is shown",
  (kind, how) => {
    let read = 0;
    fc.assert(
      fc.property(typed, (input) => {
        const field = typeIn(kind, { how, input });
        const outcome = sentOf(kind, leave(kind, field));
        if ("problem" in outcome || field.said.length > 0) return;
        read += 1;
        expect(outcome.sent).toBe(strictly(kind, input, how));
      }),
      { numRuns: 3000 },
    );
    expect(read, "some of it is read").toBeGreaterThan(20);
  },
);

const moved = fc.constantFrom("⌫", "⌫", "←", "←", "→");
const edits = fc.array(fc.oneof({ weight: 4, arbitrary: key }, { weight: 2, arbitrary: moved }), { maxLength: 40 });

test.each(kinds)(
  "after any keys in %s, also inside it, the field shows what it sends, or a problem is shown",
  (kind) => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.oneof(edits, typed.map(Array.from<string>)),
        fc.array(moved, { maxLength: 6 }),
        anyKeys,
        (keys, moves, more) => {
          const field = [...keys, ...moves, ...Array.from(more.slice(0, 3))].reduce(
            (before, each) => press(kind, before, each),
            emptyField,
          );
          expect(field.caret).toBeGreaterThanOrEqual(0);
          expect(field.caret).toBeLessThanOrEqual(field.value.length);
          const shown = leave(kind, field);
          const outcome = sentOf(kind, shown);
          if ("problem" in outcome) return;
          read += 1;
          expect(outcome.sent).toBe(strictly(kind, shown, "paste"));
        },
      ),
      { numRuns: 3000 },
    );
    expect(read, "some of it is read").toBeGreaterThan(20);
  },
);

test("a resident number never stays beyond its birth date, however it is typed", () => {
  const resident = fc.tuple(
    birth,
    fc.constantFrom("", "-", " ", " - "),
    fc.stringMatching(/^[1-8]\d{6}$/),
    fc.constantFrom("keys", "paste"),
  );
  fc.assert(
    fc.property(resident, ([front, between, back, how]) => {
      const input = front.replaceAll(/\D/g, "").slice(-6) + between + back;
      const field = typeIn("birthDate", { how, input });
      const digits = field.value.replaceAll(/\D/g, "");
      expect(digits.length, field.value).toBeLessThanOrEqual(6);
      if (digits.length === 6) expect(field.value).toBe(input.slice(0, 6));
      expect(field.said).toContain("birthDateCut");
    }),
    { numRuns: 3000 },
  );
});
