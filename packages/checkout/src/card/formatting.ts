import { brandOf } from "./brand.ts";

export interface Typed {
  readonly value: string;
  readonly caret: number;
}

/** Formats what is typed into a field: its digits, with separators. */
export type Formatter = (typed: string, inserting: boolean) => string;

/** The digits of a text, also full-width ones, which some keyboards produce. */
export function digitsOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/\D/g, "");
}

const mostDigits = 19;

/** A card number in the groups that stand on the card: `4000 0000 0011 0009`, `3400 000000 71000`. */
export function formatNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, mostDigits);
  const brand = brandOf(digits);
  const most = Math.max(...(brand?.lengths ?? [mostDigits]));
  return grouped(digits.slice(0, most), brand?.groups ?? [4, 4, 4, 4, 4]);
}

/** A birth date: six digits, or eight with the year in full. */
export function formatBirthDate(typed: string): string {
  return digitsOf(typed).slice(0, 8);
}

/** A business number: `123-45-67890`. */
export function formatBusinessNumber(typed: string): string {
  return grouped(digitsOf(typed).slice(0, 10), [3, 2, 5], "-");
}

export function formatPassword(typed: string): string {
  return digitsOf(typed).slice(0, 2);
}

/** Puts the month of a whole expiry date first: `2039-12`, `39/12` → `12/39`; an ambiguous date stays. */
export function inMonthYearOrder(typed: string): string {
  const match = /^\s*(?:20)?(\d\d)\s*[-/.]\s*(0?[1-9]|1[0-2])\s*$/.exec(typed.normalize("NFKC"));
  const [, year = "", month = ""] = match ?? [];
  const isYearFirst = match !== null && (Number(year) > 12 || /^\s*20\d\d/.test(typed));
  return isYearFirst ? `${month.padStart(2, "0")}/${year}` : typed;
}

/** An expiry date: `8` → `08/`, `1230` → `12/30`. The slash is added while typing; deleting removes it. */
export function formatExpiry(whole: string, inserting: boolean): string {
  const typed = inMonthYearOrder(whole);
  const parts = typed.normalize("NFKC").split(/[^\d]+/);
  const alone = parts.length > 1 && /^[1-9]$/.test(parts[0] ?? "") && inserting;
  const digits = (alone ? "0" : "") + digitsOf(typed);
  const padded = inserting && /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const year = padded.slice(2).replace(/^20(?=\d\d$)/, "");
  // Only paste and autofill bring a year of four digits, and they bring it whole.
  const month = padded.slice(0, 2);
  if (month.length < 2) return month;
  return year !== "" || inserting ? `${month}/${year.slice(0, 2)}` : month;
}

function grouped(digits: string, groups: readonly number[], separator = " "): string {
  let from = 0;
  const parts = groups.map((size) => digits.slice(from, (from += size)));
  return parts.filter((part) => part !== "").join(separator);
}

/**
 * Formats a field's value after a key was pressed, and keeps the caret behind its digit. `inserting` is false for a key
 * that deletes.
 *
 * @example
 * reformat(formatNumber, { value: "40001", caret: 5 }, true); // { value: "4000 1", caret: 6 }
 */
export function reformat(format: Formatter, typed: Typed, inserting: boolean): Typed {
  const value = format(typed.value, inserting);
  if (typed.caret >= typed.value.length) return { value, caret: value.length };
  const before = digitsOf(typed.value.slice(0, typed.caret)).length;
  let caret = 0;
  for (let passed = 0; caret < value.length && passed < before; caret += 1) {
    if (/\d/.test(value.charAt(caret))) passed += 1;
  }
  // After typing a digit the caret skips the separator before the next one.
  if (inserting && before > 0) while (caret < value.length && !/\d/.test(value.charAt(caret))) caret += 1;
  return { value, caret };
}
