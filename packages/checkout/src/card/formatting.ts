import { plain } from "@wonflow/core/browser";

/** A card brand: the beginnings and lengths of its numbers, and their groups on the card. */
export interface Brand {
  readonly name: string;
  /** Matches the first digits of a number, as soon as they are unambiguous. */
  readonly begins: RegExp;
  readonly lengths: readonly number[];
  /** Sizes of the groups on the card; fours by default. */
  readonly groups?: readonly number[];
  /** Whether the last digit of every number of the brand is a Luhn check digit. */
  readonly luhn: boolean;
}

/**
 * The brands that the page names, by the international ranges (ISO/IEC 7812). Numbers of other brands are accepted too:
 * only the gateway knows all cards. Cards for use in Korea only begin with 9; like UnionPay's, not all of them have
 * a check digit.
 */
const brands: readonly Brand[] = [
  { name: "Amex", begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], luhn: true },
  { name: "Diners Club", begins: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19], luhn: true },
  { name: "JCB", begins: /^35(?:2[89]|[3-8])/, lengths: [16, 19], luhn: true },
  { name: "Visa", begins: /^4/, lengths: [13, 16, 19], luhn: true },
  {
    name: "Mastercard",
    begins: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    luhn: true,
  },
  { name: "UnionPay", begins: /^(?:62|81)/, lengths: [16, 17, 18, 19], luhn: false },
  { name: "domestic", begins: /^9/, lengths: [15, 16], luhn: false },
];

/**
 * The brand of a number, from its first digits on; undefined while they may still be any.
 *
 * @example
 * brandOf("3714")?.name; // "Amex"
 */
export function brandOf(digits: string): Brand | undefined {
  return brands.find(({ begins }) => begins.test(digits));
}

/**
 * Whether a number's last digit is the check digit of the others (ISO/IEC 7812-1, annex B).
 *
 * @example
 * passesLuhn("4000000000110009"); // true
 */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => {
      const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

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
 * @example
 * numberIn("카드 4000-0000"); // "40000000"
 * numberIn("4000 및 0000"); // undefined
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
