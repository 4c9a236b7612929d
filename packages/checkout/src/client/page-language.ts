import type { Language } from "@wonflow/core";
import { textOf, wonText, type TextKey, type TextValues } from "../texts.ts";
import { takesWindow } from "../takes-window.ts";
import type { MethodNames } from "../window/window-texts.ts";
import { find, the } from "./elements.ts";

export function language(): Language {
  return document.documentElement.lang === "en" ? "en" : "ko";
}

function values(): TextValues {
  const { amount, taxFree, deadline = "", tries = "", seconds = "", ...cards } = the("main", HTMLElement).dataset;
  return {
    merchant: find("#merchant", HTMLElement)?.textContent ?? "",
    amount: wonText(language(), Number(amount ?? 0)),
    taxFree: wonText(language(), Number(taxFree ?? 0)),
    deadline,
    tries,
    seconds,
    card: cards[language() === "ko" ? "cardKo" : "cardEn"] ?? "",
  };
}

export function translated(key: TextKey, more: TextValues = {}): string {
  return textOf(language(), key, { ...values(), ...more });
}

/** The name of a method of the gateway's window, as the page has come with it. */
export function nameOfMethod(method: string, inLanguage: Language = language()): string {
  const names = JSON.parse(the("main", HTMLElement).dataset["names"] ?? "{}") as MethodNames;
  return names[method]?.[inLanguage] ?? "";
}

/**
 * Gives an element a message that follows the page's language. The element itself holds the months of its plan, or its
 * method.
 */
export function show(element: HTMLElement, key: TextKey): void {
  const { months = "", method } = element.dataset;
  element.dataset["t"] = key;
  element.textContent = translated(key, {
    months,
    ...(takesWindow && method !== undefined && { method: nameOfMethod(method) }),
  });
}

/** Shows a message that follows the page's language; without a key, empties the element. */
export function showText(target: Element, key: TextKey | undefined, months?: string): void {
  target.replaceChildren();
  if (key === undefined) return;
  const span = document.createElement("span");
  if (months !== undefined) span.dataset["months"] = months;
  show(span, key);
  target.append(span);
}

/** The page, and the content of each template, which is not part of the page. */
function textRoots(): readonly ParentNode[] {
  return [document, ...[...document.querySelectorAll("template")].map(({ content }) => content)];
}

function translatePage(): void {
  for (const element of textRoots().flatMap((place) => [...place.querySelectorAll<HTMLElement>("[data-t]")])) {
    show(element, element.dataset["t"] as TextKey);
  }
}

/** Switches the language without reloading, so that typed values stay. The address remembers the language. */
export function enableLanguageSwitch(): void {
  const link = the("#language", HTMLAnchorElement);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [chosen, other]: readonly [Language, Language] = language() === "ko" ? ["en", "ko"] : ["ko", "en"];
    document.documentElement.lang = chosen;
    translatePage();
    const address = new URL(window.location.href);
    address.searchParams.set("lang", other);
    link.href = address.search;
    link.lang = other;
    link.hreflang = other;
    address.searchParams.set("lang", chosen);
    window.history.replaceState(window.history.state, "", address);
    find("form", HTMLFormElement)?.setAttribute("action", `?lang=${chosen}`);
  });
}
