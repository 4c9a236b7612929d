import { plain } from "@wonflow/core/browser";
import { brandOf } from "./brand.ts";

/** The digits of an input, also full-width ones, which some keyboards produce. */
export function digitsOf(text: string): string {
  return plain(text).replaceAll(/\D/g, "");
}

/** Spaces, dots and every kind of hyphen: the separators inside a number. */
const inNumbers = String.raw`\s.‐-―−-`;

const anythingElse = new RegExp(`[^\\d${inNumbers}]+`, "u");

/** Whether an input consists of digits and separators. */
export function isNumeric(text: string): boolean {
  return !anythingElse.test(plain(text));
}

/**
 * The digits of the only number in an input, which may have words before or after it; undefined if words are between
 * digits, because the number is then ambiguous.
 *
 * @example numberIn("카드 4000-0000"); // "40000000" numberIn("4000 및 0000"); // undefined
 */
export function numberIn(text: string): string | undefined {
  const parts = plain(text)
    .split(anythingElse)
    .filter((part) => /\d/.test(part));
  return parts.length > 1 ? undefined : digitsOf(parts.join(""));
}

/** A card number in the groups printed on the card: `4000 0000 0011 0009`, `3400 000000 71000`. */
export function groupedNumber(digits: string): string {
  return grouped(digits, brandOf(digits)?.groups ?? [4, 4, 4, 4, 4]);
}

/** A business number: `123-45-67890`. */
export function groupedBusinessNumber(digits: string): string {
  return grouped(digits, [3, 2, 5], "-");
}

/** Digits beyond the groups stay in sight behind them. */
function grouped(digits: string, groups: readonly number[], separator = " "): string {
  let from = 0;
  const parts = [...groups, Infinity].map((size) => digits.slice(from, (from += size)));
  return parts.filter((part) => part !== "").join(separator);
}
