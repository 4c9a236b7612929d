import { methodName, type CheckoutView, type Language, type MethodChoice } from "@wonflow/core";
import { paletteStyle } from "./palette.ts";
import { textOf, type TextKey, wonText, type TextValues } from "../texts.ts";
import { html, Markup } from "./html.ts";
import { style } from "./style.ts";
import { offersWindow, paidWithText } from "../window/window-texts.ts";
import { choiceStyle } from "./choice-style.ts";

/** How the time left is shown: only where the buyer may still choose how to pay. */
export function orderSummary(view: CheckoutView, texts: PageTexts, isChoosing = false): Markup {
  const time = html`<div id="time-row">
    <dt>${textSpan(texts, "timeLeft")}</dt>
    <dd><span id="time" role="timer">${textSpan(texts, "until")}</span></dd>
  </div>`;
  const taxFree = html`<div>
    <dt>${textSpan(texts, "taxFree")}</dt>
    <dd>${textSpan(texts, "taxFreeWon")}</dd>
  </div>`;
  return html`<section class="order">
    <dl>
      <div class="sum">
        <dt>${textSpan(texts, "amount")}</dt>
        <dd>${textSpan(texts, "won")}</dd>
      </div>
      <div>
        <dt>${textSpan(texts, "order")}</dt>
        <dd>${view.orderName}</dd>
      </div>
      ${view.taxFreeAmount === undefined ? undefined : taxFree}
      ${(view.status === "OPEN" || isChoosing) && view.checking !== true ? time : undefined}
    </dl>
  </section>`;
}

/** `123-45-67890`, as on paper. */
export function businessNumberText(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
}

export function termsLink(texts: PageTexts, url: string): Markup {
  return html`<a href="${url}" target="_blank" rel="noopener"
    >${textSpan(texts, "terms")}<span class="sr"> ${textSpan(texts, "newWindow")}</span></a
  >`;
}

function sellerDetails(view: CheckoutView, texts: PageTexts): Markup | undefined {
  const { merchantName, seller, operatorName, terms } = view;
  const { businessName, businessRegistrationNumber: number, phone } = seller;
  // The name is at the top already.
  if (businessName === merchantName && [number, phone, operatorName, terms].every((said) => said === undefined)) return;
  // Terms that need consent are linked at their box.
  const linked = terms?.consent === true ? undefined : terms;
  const row = (term: Markup, value: Markup | string) =>
    html`<div>
      <dt>${term}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<footer>
    <dl>
      ${row(textSpan(texts, "merchant"), businessName)}
      ${number === undefined ? undefined : row(textSpan(texts, "business"), businessNumberText(number))}
      ${phone === undefined ? undefined : row(textSpan(texts, "phone"), html`<a href="tel:${phone.replaceAll(/[ -]/g, "")}">${phone}</a>`)}
      ${operatorName === undefined ? undefined : row(textSpan(texts, "operator"), operatorName)}
    </dl>
    ${linked === undefined ? undefined : html`<p>${termsLink(texts, linked.url)}</p>`}
  </footer>`;
}

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
    card: paidWithText(language, view),
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

/** A message about a method of the gateway's window. */
export function methodSpan({ language, values }: PageTexts, key: TextKey, method: MethodChoice): Markup {
  const text = textOf(language, key, { ...values, method: methodName(method, language) });
  return html`<span data-t="${key}" data-method="${method}">${text}</span>`;
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1c54d8"/><path d="M7 9l4.5 14L16 9l4.5 14L25 9M5 16h22" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

export const iconAddress = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

export interface Page {
  readonly status: number;
  readonly title: TextKey;
  readonly texts: PageTexts;
  readonly view?: CheckoutView;
  readonly main: Markup;
  /** Milliseconds until a retry makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** When a page without scripts reloads, while it waits. */
  readonly reloadsAfterSeconds?: number;
}

export interface Place {
  readonly token: string;
  readonly script?: string;
}

function otherAddress(other: string, token: string): string {
  const query = new URLSearchParams({ ...(token === "" ? {} : { token }), lang: other });
  return `?${query.toString()}`;
}

/** The tags of every page for browsers and search engines. */
export const metaTags = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
  <meta name="color-scheme" content="light dark" />
  <meta name="format-detection" content="telephone=no" />
  <meta name="robots" content="noindex" />
  <link rel="icon" href="${iconAddress}" />`;

/** A link's preview in a chat: the merchant, but neither the order nor the amount. */
function sharedTags({ language, values }: PageTexts, title: TextKey): Markup {
  const description = textOf(language, "shared", values);
  return html`<meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${textOf(language, title, values)}" />
    <meta property="og:description" content="${description}" />`;
}

function head({ title, texts, view, reloadsAfterSeconds: after }: Page, { script }: Place): Markup {
  const choice = view !== undefined && offersWindow(view) ? new Markup(`<style>${choiceStyle}</style>`) : undefined;
  return html`<head>
    ${metaTags}
    <title data-t="${title}">${textOf(texts.language, title, texts.values)}</title>
    ${view === undefined ? undefined : sharedTags(texts, title)} ${new Markup(`<style>${style}</style>`)}
    ${view?.color === undefined ? undefined : new Markup(`<style>${paletteStyle(view.color)}</style>`)}${choice}
    ${after === undefined ? undefined : html`<noscript><meta http-equiv="refresh" content="${after}" /></noscript>`}
    ${script === undefined ? undefined : html`<script src="${script}" defer></script>`}
  </head>`;
}

function merchantName({ logo, merchantName: name }: CheckoutView, texts: PageTexts): Markup {
  const picture = logo === undefined ? undefined : html`<img class="logo" src="${logo}" alt="" />`;
  return html`<span class="sr">${textSpan(texts, "merchant")} </span>${picture}<span id="merchant">${name}</span>`;
}

export function documentOf(page: Page, place: Place): Markup {
  const { texts, view, main } = page;
  const other = texts.language === "ko" ? "en" : "ko";
  const test = html`<p class="test">${textSpan(texts, "testMode")}</p>`;
  const name = view === undefined ? textSpan(texts, "noticeTitle") : merchantName(view, texts);
  return html`<!doctype html>
    <html lang="${texts.language}">
      ${head(page, place)}
      <body>
        <header>
          ${view?.testMode === true ? test : undefined}
          <div class="top">
            <p>${name}</p>
            <a id="language" lang="${other}" hreflang="${other}" href="${otherAddress(other, place.token)}"
              >${textSpan(texts, "otherLanguage")}</a
            >
          </div>
        </header>
        ${main} ${view === undefined ? undefined : sellerDetails(view, texts)}
      </body>
    </html>`;
}
