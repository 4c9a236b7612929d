/** The languages that messages are written in. */
export type Language = "ko" | "en";

/** How much a language is wanted, from 0 to 1, by one Accept-Language header; null where it is not named. */
function weightOf(language: Language, header: string): number | null {
  const weights = header.split(",").flatMap((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (range !== language && !range.startsWith(`${language}-`)) return [];
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice("q=".length));
    return Number.isFinite(weight) ? [weight] : [];
  });
  return weights.length === 0 ? null : Math.max(...weights);
}

/**
 * The language of messages: English where Accept-Language prefers it to Korean, Korean otherwise.
 *
 * @example
 * languageOf(new Headers({ "Accept-Language": "en-US,en;q=0.9,ko;q=0.8" })); // "en"
 */
export function languageOf(headers: Headers): Language {
  const header = headers.get("Accept-Language") ?? "";
  return (weightOf("en", header) ?? 0) > (weightOf("ko", header) ?? 0) ? "en" : "ko";
}
