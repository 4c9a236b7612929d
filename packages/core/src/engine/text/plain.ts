/**
 * The text with ordinary characters for full-width ones, which some keyboards produce, and without the invisible ones
 * that copying brings along. Footnotes and circled numbers do not change, so that no amount gets a digit from them.
 *
 * @example
 * plain("３０，０００"); // "30,000"
 */
export function plain(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[！-～]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - toOrdinary))
    .replaceAll("　", " ")
    .replaceAll("￦", "₩")
    .replaceAll(/\p{Cf}/gu, "");
}

/** Full-width forms have the order of ASCII. */
const toOrdinary = 0xff01 - 0x21;
