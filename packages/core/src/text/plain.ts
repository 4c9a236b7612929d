/**
 * A text with ordinary characters for full-width ones, which some keyboards produce, and without the invisible ones that
 * copying brings along.
 *
 * @example
 * plain("３０，０００"); // "30,000"
 */
export function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
}
