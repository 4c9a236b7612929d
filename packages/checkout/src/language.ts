import type { Language } from "@wonflow/core";

/** The language in a page's address (`?lang=en`), else the visitor's preferred one. */
export function languageOf({ url }: Request, preferred: Language): Language {
  const chosen = new URL(url).searchParams.get("lang");
  return chosen === "ko" || chosen === "en" ? chosen : preferred;
}
