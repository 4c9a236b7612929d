import type { Language } from "@wonflow/core";

/** The language of a page: the one that its address names (`?lang=en`), or the one that its visitor prefers. */
export function languageOf({ url }: Request, preferred: Language): Language {
  const chosen = new URL(url).searchParams.get("lang");
  return chosen === "ko" || chosen === "en" ? chosen : preferred;
}
