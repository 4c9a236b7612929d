import { plain } from "@wonflow/core/browser";
import { digitsOf } from "./formatting.ts";

/** An expiry date, in two digits each. */
interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** Separators between month and year. */
const between = String.raw`[\s./\\|,‐-―−-]+`;

interface Shape {
  readonly pattern: RegExp;
  /** Whether the year comes first. A year of two digits is then accepted only if it can't be a month. */
  readonly yearFirst: boolean;
}

const shape = (pattern: string, yearFirst: boolean): Shape => ({ pattern: new RegExp(`^${pattern}$`), yearFirst });

const year = String.raw`(?<century>20)?(?<year>\d\d)`;

/** Four digits that begin with 20 are a year without its month. */
const notAYearAlone = String.raw`(?!20\d\d$)`;

const shapes: readonly Shape[] = [
  shape(String.raw`(?<month>\d{1,2})(?:${between}|월\s*)${year}`, false),
  shape(String.raw`${notAYearAlone}(?<month>\d\d)${year}`, false),
  shape(String.raw`${year}(?:${between}|년\s*)(?<month>\d{1,2})`, true),
  shape(String.raw`${notAYearAlone}${year}(?<month>\d\d)`, true),
];

/** Cards that expired before this year are not in use, so a lower two-digit year is not a year. */
const firstYear = 20;

/** All readings of an input as a date, even with an impossible month. Words around the date are ignored. */
function datesIn(typed: string): readonly Expiry[] {
  const text = plain(typed).replaceAll(/^\D+|\D+$/g, "");
  return shapes.flatMap(({ pattern, yearFirst }) => {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) return [];
    const { month = "", year: short = "", century } = groups;
    if (yearFirst && century === undefined && Number(short) < firstYear) return [];
    return [{ month: month.padStart(2, "0"), year: short }];
  });
}

const isMonth = ({ month }: Expiry): boolean => Number(month) >= 1 && Number(month) <= 12;

/**
 * Reads an expiry date, strictly: `12/30`, `1230`, `12 / 2030`, `122030`, `8/29`, and the year first where no month can
 * be meant: `30/12`, `3012`, `2030-12`, `203012`, `2030년 12월`. `undefined` for anything else.
 *
 * @example
 * readExpiry("2030-12"); // { month: "12", year: "30" }
 * readExpiry("139"); // undefined: 1/39, or a digit is missing
 */
export function readExpiry(typed: string): Expiry | undefined {
  return datesIn(typed).find(isMonth);
}

/** Whether an input is an expiry date except for its month, which is above 12 or 0. */
export function hasWrongMonth(typed: string): boolean {
  return readExpiry(typed) === undefined && datesIn(typed).length > 0;
}

/**
 * An expiry date in the form in which it was read; any other input is unchanged. So is the year 2020, which is past:
 * `12/20` would grow into 12/2039 with the next digits.
 */
export function showExpiry(typed: string): string {
  const read = readExpiry(typed);
  return read === undefined || read.year === "20" ? typed : `${read.month}/${read.year}`;
}

/** A year and one digit, which the next one may still change: `39/1` may become 39/12. */
const unfinished = new RegExp(String.raw`(?:${between}|년\s*)\d$`);

/** A whole month with what follows, or one digit that must be the month: no year begins with 5 to 9 or has one digit. */
const begun = new RegExp(String.raw`^\s*(?:(0[1-9]|1[0-2])(?:${between})?(\d*)|([5-9])|([1-9])${between})$`);

/** An expiry date after a key at its end: `8` → `08/`, `12/2039` → `12/39`, `39/12` → `12/39`; the rest stays. */
export function typeExpiry(typed: string): string {
  const text = plain(typed);
  const date = unfinished.test(text) ? text : showExpiry(text);
  if (date !== text) return date;
  const [, whole, rest = "", digit, before] = begun.exec(text) ?? [];
  const month = whole ?? digit ?? before;
  return month === undefined ? text : `${month.padStart(2, "0")}/${rest}`;
}

const betweenParts = String.raw`[\s./,년월‐-―−-]+`;

const birthYear = String.raw`(?<century>19|20)?(?<year>\d\d)`;

const birthDates = [
  new RegExp(String.raw`^${birthYear}(?<month>\d\d)(?<day>\d\d)$`),
  new RegExp(String.raw`^${birthYear}${betweenParts}(?<month>\d{1,2})${betweenParts}(?<day>\d{1,2})$`),
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
  const groups = birthDates.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined);
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
