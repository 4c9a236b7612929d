import { z } from "zod";

/**
 * The length of a string in characters: Unicode code points, as JSON Schema, databases and most languages count them,
 * not the UTF-16 units of JavaScript's `length`.
 *
 * @example
 * characterCount("김치 🍜"); // 4
 */
export function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export function textUpTo(max: number) {
  return z
    .string()
    .refine((text) => characterCount(text) <= max, `must be at most ${max} characters`)
    .meta({ maxLength: max });
}

/**
 * A visible character: no blank, no control or format character, and none that is drawn as nothing, such as the Hangul
 * filler U+3164 or the blank Braille pattern U+2800.
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

const controls = /[\p{Cc}\u2028\u2029]/u;

/** A text on one line: what a terminal or a log shows of it can be no second line, and moves no cursor. */
export function lineUpTo(max: number) {
  return textUpTo(max).refine(
    (text) => !controls.test(text),
    "must not contain line breaks or other control characters",
  );
}

/** All control characters but line breaks. A carriage return alone is one: a terminal would overwrite the line. */
const controlsWithin = /(?!\r?\n)\p{Cc}/u;

/** Text of several lines. */
export function linesUpTo(max: number) {
  return textUpTo(max).refine(
    (text) => !controlsWithin.test(text),
    "must not contain control characters other than line breaks",
  );
}

/** A one-line display name with at least one visible character. */
export function nameUpTo(max: number) {
  return lineUpTo(max)
    .refine((text) => visible.test(text), "must not be blank")
    .meta({ minLength: 1, maxLength: max });
}

/**
 * Text of others on one line, as a screen may show it: each run of blanks, control and format characters becomes
 * a space, as these move a terminal's cursor or turn the direction of neighbouring text.
 *
 * @example
 * shownLine("paid\u001b[2J\u202e!"); // "paid [2J !"
 */
export function shownLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
}

/** The strings that a program writes for a missing value, and the problem with each. */
export const missingValue = [
  /^(undefined|null|NaN|\[object \w+\])$/,
  "is not set: the word for a missing value is sent in its place",
] as const;
