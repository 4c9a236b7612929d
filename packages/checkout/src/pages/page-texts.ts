import type { CheckoutView, Language } from "@wonflow/core";
import { textOf, wonText, type TextKey, type TextValues } from "../texts.ts";
import { html, type Markup } from "./html.ts";

/** The language of a page, and the values for its texts' placeholders. */
export interface PageTexts {
  readonly language: Language;
  readonly values: TextValues;
}

/** The texts of a page that shows a session. */
export function textsOf(view: CheckoutView, language: Language): PageTexts {
  const { merchantName, amount, expiresAt, triesLeft = 0 } = view;
  // Core writes times in Seoul: yyyy-MM-ddTHH:mm:ss+09:00.
  const values = {
    merchant: merchantName,
    amount: wonText(language, amount),
    deadline: expiresAt.slice(11, 16),
    tries: String(triesLeft),
  };
  return { language, values };
}

/** As many whole seconds as it takes to have waited so long. */
export function secondsIn(ms: number): string {
  return String(Math.ceil(ms / 1000));
}

/** A text with its name beside it, so that the script can say it in the other language. */
export function textSpan({ language, values }: PageTexts, key: TextKey): Markup {
  return html`<span data-t="${key}">${textOf(language, key, values)}</span>`;
}
