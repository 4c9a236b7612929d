import type { CheckoutView } from "@wonflow/core";
import { iconAddress } from "./icon.ts";
import { paletteStyle } from "./palette.ts";
import { sellerDetails } from "./seller-details.ts";
import { textOf, type TextKey } from "../texts.ts";
import { html, Markup } from "./html.ts";
import { textSpan, type PageTexts } from "./page-texts.ts";
import { style } from "./style.ts";

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
  readonly script: string;
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
  return html`<head>
    ${metaTags}
    <title data-t="${title}">${textOf(texts.language, title, texts.values)}</title>
    ${view === undefined ? undefined : sharedTags(texts, title)} ${new Markup(`<style>${style}</style>`)}
    ${view?.color === undefined ? undefined : new Markup(`<style>${paletteStyle(view.color)}</style>`)}
    ${after === undefined ? undefined : html`<noscript><meta http-equiv="refresh" content="${after}" /></noscript>`}
    <script src="${script}" defer></script>
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
