/**
 * Signs that are not shown but obeyed: they end a line, move a terminal's cursor, change its colours, or turn the
 * direction of the text beside them.
 */
const obeyed = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const short: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };

function escapeOf(sign: string): string {
  return short[sign] ?? String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0");
}

/**
 * A text of others on one line, with an escape in the place of each sign that a terminal would obey.
 *
 * @example
 * visibleLine("sold out\n2026-11-27 lee"); // String.raw`sold out\n2026-11-27 lee`
 */
export function visibleLine(text: string): string {
  return text.replaceAll(obeyed, escapeOf);
}

/** The same for a text of several lines, each of which is ours. */
export function visibleLines(text: string): string {
  return text.replaceAll(obeyed, (sign) => (sign === "\n" ? sign : escapeOf(sign)));
}

/** JSON that a terminal shows as it is; it reads as the same value. */
export function visibleJson(value: unknown): string {
  return visibleLine(JSON.stringify(value));
}
