import { shownLine } from "../text/readable-text.ts";

/**
 * The tokens of a string: a digit of any script; a gap, which may separate the digits of one number; or a word, which
 * ends a number. A gap is anything but two letters in a row, and of these the ones of an escape (`%EF`, `\uFF0D`), an
 * entity, a tag or the name of a field (`cardNo1=`). The digits of escapes and names count like any others.
 */
const tokens =
  /(?<digit>\p{Nd})|\\u[a-f]{0,4}|%(?:25){0,5}[a-f]{2}|&[a-z]{1,8};|<\/?[a-z]{1,10} ?\/?>|[\p{L}_][\p{L}_-]{1,39}(?=\p{Nd}{0,2}["'\\]{0,4} ?[:=])|(?<!\p{L})\p{L}(?!\p{L})|(?<word>\p{L}+)|[^]/giu;

/** A card's number has 12 to 19 digits. */
const fewestDigits = 12;
const shownInFront = 6;
const shownAtEnd = 4;

/**
 * The text with every number of 12 digits or more masked but for its first six and last four, however its digits are
 * separated. Its length does not change.
 *
 * @example
 * maskedNumbers("card 4000-0000-0011-0009"); // "card 4000-00**-****-0009"
 */
export function maskedNumbers(text: string): string {
  const shown: string[] = [];
  let number: number[] = [];
  const end = () => {
    if (number.length >= fewestDigits) {
      for (const place of number.slice(shownInFront, -shownAtEnd)) shown[place] = "*";
    }
    number = [];
  };
  for (const { 0: token, groups } of text.matchAll(tokens)) {
    if (groups?.["word"] !== undefined) end();
    if (groups?.["digit"] !== undefined) number.push(shown.length);
    shown.push(token);
  }
  end();
  return shown.join("");
}

/** A provider's text as it may be kept: on one line, without card numbers, not longer than `longest` characters. */
export function scrubbedText(text: unknown, longest: number): string {
  const given = typeof text === "number" ? String(text) : text;
  if (typeof given !== "string") return "";
  // Masked before it is cut: the cut must not make a card's number too short to be one.
  return Array.from(shownLine(maskedNumbers(given.toWellFormed())))
    .slice(0, longest)
    .join("");
}
