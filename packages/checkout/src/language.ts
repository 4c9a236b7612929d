import type { Language } from "./texts.ts";

/** How much a language is wanted, from 0 to 1, by one Accept-Language header. */
function weightOf(language: Language, header: string): number {
  const weights = header.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (range !== language && !range.startsWith(`${language}-`)) return 0;
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length) ?? 1);
    return Number.isFinite(weight) ? weight : 0;
  });
  return Math.max(...weights);
}

/**
 * The language of a page: the one that its address names (`?lang=en`), or the browser's. Korean where
 * neither says English.
 *
 * @example
 * languageOf(new Request("https://pay.example/checkout?lang=en")); // "en"
 */
export function languageOf(request: Request): Language {
  const chosen = new URL(request.url).searchParams.get("lang");
  if (chosen === "ko" || chosen === "en") return chosen;
  const header = request.headers.get("Accept-Language") ?? "";
  return weightOf("en", header) > weightOf("ko", header) ? "en" : "ko";
}
