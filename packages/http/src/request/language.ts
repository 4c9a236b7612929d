import type { Language } from "@wonflow/core";
import { weightsIn } from "./accept.ts";

/**
 * The language of an answer: English if Accept-Language prefers it to Korean, else Korean.
 *
 * @example
 * languageOf(new Headers({ "Accept-Language": "en-US,en;q=0.9,ko;q=0.8" })); // "en"
 */
export function languageOf(headers: Headers): Language {
  const weights = [...weightsIn(headers.get("Accept-Language"))];
  const weightOf = (language: Language) =>
    Math.max(0, ...weights.flatMap(([range, weight]) => (range.split("-")[0] === language ? [weight] : [])));
  return weightOf("en") > weightOf("ko") ? "en" : "ko";
}
