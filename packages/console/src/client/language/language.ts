import { pageState } from "../state/page-state.ts";

export type Language = "ko" | "en";

const kept = "wonflow-console-language";

/** A browser may refuse to keep anything, as in a private window. */
function keptLanguage(): string | null {
  try {
    return window.localStorage.getItem(kept);
  } catch {
    return null;
  }
}

function isLanguage(text: string | null): text is Language {
  return text === "ko" || text === "en";
}

const chosen = keptLanguage();
const current = pageState<Language>(isLanguage(chosen) ? chosen : document.documentElement.lang === "en" ? "en" : "ko");
document.documentElement.lang = current.get();

export const language = current.get;

/** The text in the page's language. */
export function say(korean: string, english: string): string {
  return current.get() === "ko" ? korean : english;
}

export function chooseLanguage(next: Language): void {
  document.documentElement.lang = next;
  try {
    window.localStorage.setItem(kept, next);
  } catch {
    // The choice then holds until the page is closed.
  }
  current.set(next);
}

/** Renders the component, and so all below it, again in another language. */
export const useLanguage = current.use;
