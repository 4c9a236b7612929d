import type { CheckoutView, Language } from "@wonflow/core";
import { cardText } from "../card/authenticated.ts";
import { textOf, wonText, type TextKey, type TextValues } from "../texts.ts";
import { html, type Markup } from "./html.ts";

export interface PageTexts {
  readonly language: Language;
  readonly values: TextValues;
}

export function textsOf(view: CheckoutView, language: Language): PageTexts {
  const { merchantName, amount, taxFreeAmount = 0, expiresAt, triesLeft = 0 } = view;
  // Core writes times in Seoul: yyyy-MM-ddTHH:mm:ss+09:00.
  const values = {
    merchant: merchantName,
    amount: wonText(language, amount),
    taxFree: wonText(language, taxFreeAmount),
    deadline: expiresAt.slice(11, 16),
    tries: String(triesLeft),
    card: view.card === undefined ? "" : cardText(language, view.card),
  };
  return { language, values };
}

export function secondsIn(ms: number): string {
  return String(Math.ceil(ms / 1000));
}

/** The line for notices of the script and the page. */
export function noticeLine(texts: PageTexts, notice: TextKey | undefined): Markup {
  const said = notice === undefined ? undefined : textSpan(texts, notice);
  return html`<p id="notice" class="notice" role="alert">${said}</p>`;
}

/** A message with its key, so that the script can show it in the other language. */
export function textSpan({ language, values }: PageTexts, key: TextKey): Markup {
  return html`<span data-t="${key}">${textOf(language, key, values)}</span>`;
}
