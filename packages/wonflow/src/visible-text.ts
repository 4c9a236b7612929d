/**
 * Characters that a terminal executes and does not show: they end a line, move a terminal's cursor, change its colours, or turn the
 * direction of the text beside them.
 */
const obeyed = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const short: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` };

function escapeOf(sign: string): string {
  return short[sign] ?? String.raw`\u` + sign.charCodeAt(0).toString(16).padStart(4, "0");
}

/**
 * Foreign text on one line, with an escape for each character that a terminal would execute.
 *
 * @example
 * visibleLine("sold out\n2026-11-27 lee"); // String.raw`sold out\n2026-11-27 lee`
 */
export function visibleLine(text: string): string {
  return text.replaceAll(obeyed, escapeOf);
}

/** The same for text whose line breaks are our own. */
export function visibleLines(text: string): string {
  return text.replaceAll(obeyed, (sign) => (sign === "\n" ? sign : escapeOf(sign)));
}

/** JSON that a terminal shows as it is; it reads as the same value. */
export function visibleJson(value: unknown): string {
  return visibleLine(JSON.stringify(value));
}
