import { useEffect, useState } from "preact/hooks";

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
let current: Language = isLanguage(chosen) ? chosen : document.documentElement.lang === "en" ? "en" : "ko";
document.documentElement.lang = current;

const changed = new EventTarget();

export function language(): Language {
  return current;
}

/** The text in the page's language. */
export function say(korean: string, english: string): string {
  return current === "ko" ? korean : english;
}

export function chooseLanguage(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  try {
    window.localStorage.setItem(kept, next);
  } catch {
    // The choice then holds until the page is closed.
  }
  changed.dispatchEvent(new Event("changed"));
}

/** Renders the component, and so all below it, anew in another language. */
export function useLanguage(): Language {
  const [shown, setShown] = useState(current);
  useEffect(() => {
    const read = () => setShown(current);
    changed.addEventListener("changed", read);
    return () => changed.removeEventListener("changed", read);
  }, []);
  return shown;
}
