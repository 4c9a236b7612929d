import { plain } from "@wonflow/core/browser";
import { digitsOf } from "./formatting.ts";

const between = String.raw`[\s./,년월‐-―−-]+`;

const year = String.raw`(?<century>19|20)?(?<year>\d\d)`;

const shapes = [
  new RegExp(String.raw`^${year}(?<month>\d\d)(?<day>\d\d)$`),
  new RegExp(String.raw`^${year}${between}(?<month>\d{1,2})${between}(?<day>\d{1,2})$`),
];

/**
 * Reads a birth date, strictly, as yyMMdd: six or eight digits, or year, month and day apart (`90.1.1`, `1990-01-01`,
 * `1990년 1월 1일`). `undefined` for anything else, for a day that does not exist, and for one to come.
 *
 * @example
 * readBirthDate("1990-1-1", Date.now()); // "900101"
 */
export function readBirthDate(typed: string, now: number): string | undefined {
  const text = plain(typed).replaceAll(/^\D+|\D+$/g, "");
  const groups = shapes.map((shape) => shape.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { century, year: short = "", month = "", day = "" } = groups;
  const date = new Date(Date.UTC(Number(`${century ?? "20"}${short}`), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (century !== undefined && date.getTime() > now) return undefined;
  return short + month.padStart(2, "0") + day.padStart(2, "0");
}

/** The beginning of a resident number: a birth date directly followed by more digits. */
const longer = /^\D*\d{7}|^\D*\d{6}[\s.‐-―−-]+\d/;

/** Six digits that may be the year and the month of a whole birth date. */
const wholeYear = /^(?:19|20)/;

/** A birth date has at most eight digits. */
const mostDigits = 8;

/**
 * The part of a resident number (`900101-1…`), or of its beginning, that may stay in the field: its birth date, or
 * nothing if that is uncertain. `undefined` if the text is not a resident number.
 *
 * The rest of a resident number must not stay on a screen, and paying does not require it.
 */
export function withoutResidentNumber(typed: string): string | undefined {
  const text = plain(typed);
  const digits = digitsOf(text);
  const front = digits.slice(0, 6);
  const isDate = !wholeYear.test(front) && readBirthDate(front, 0) !== undefined;
  if (digits.length > mostDigits) return isDate && longer.test(text) ? front : "";
  return isDate && longer.test(text) ? front : undefined;
}
