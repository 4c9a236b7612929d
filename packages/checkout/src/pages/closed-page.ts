import { errorCatalog, type CheckoutView, type ErrorCode, type Language } from "@wonflow/core";
import { closedReasons, closedTexts, linkClosedBy, type ClosedReason } from "../closed-reasons.ts";
import type { Page } from "./document.ts";
import { html, type Markup } from "./html.ts";
import { orderSummary } from "./order-summary.ts";
import { textSpan, textsOf, type PageTexts } from "./page-texts.ts";

const strokes: Readonly<Record<ClosedReason, string>> = {
  expired: "M12 7v5l3 2",
  superseded: "M8 12h8m-3-3 3 3-3 3",
  unknown: "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3v.01",
  authenticated: "m8 12 3 3 5-6",
  paid: "m8 12 3 3 5-6",
  overloaded: "M12 7v6m0 3.5v.01",
  failed: "M12 7v6m0 3.5v.01",
};

/** What a closed page says, with a link to the shop where there is one. */
function closedContent(texts: PageTexts, reason: ClosedReason, onward?: Markup): Markup {
  const { title, next } = closedTexts[reason];
  return html`<div class="card closed ${reason}">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d="${strokes[reason]}" />
    </svg>
    <h1 tabindex="-1">${textSpan(texts, title)}</h1>
    <p>${textSpan(texts, next)}</p>
    ${onward}
  </div>`;
}

function onwardLink(texts: PageTexts, href: Markup | undefined): Markup {
  return html`<a class="button" id="onward" ${href}>${textSpan(texts, "onward")}</a>`;
}

/** What a page with a form may have to show in its place while it is open, for its script. */
export function closedTemplates(texts: PageTexts): readonly Markup[] {
  const reachable = closedReasons.filter((reason) => reason !== "overloaded" && reason !== "failed");
  return reachable.map((reason) => {
    // The script adds the address once it knows it.
    const onward = closedTexts[reason].linksToShop ? onwardLink(texts, undefined) : undefined;
    return html`<template id="closed-${reason}">${closedContent(texts, reason, onward)}</template>`;
  });
}

function reasonFor(code: ErrorCode): ClosedReason {
  return code === "CONCURRENT_REQUEST" ? "overloaded" : (linkClosedBy(code) ?? "failed");
}

/** The page that says why a checkout cannot go on. */
export function refusedPage(code: ErrorCode, language: Language): Page {
  const texts = { language, values: {} };
  return {
    status: errorCatalog[code].status,
    title: "noticeTitle",
    texts,
    main: html`<main class="alone">${closedContent(texts, reasonFor(code))}</main>`,
  };
}

/** The page of a link that was authenticated or paid: all that is left is to return to the shop. */
export function donePage(view: CheckoutView, language: Language): Page {
  const texts = textsOf(view, language);
  const reason = view.status === "PAID" ? "paid" : "authenticated";
  const { redirectUrl } = view;
  const onward = redirectUrl === undefined ? undefined : onwardLink(texts, html`href="${new URL(redirectUrl).href}"`);
  return {
    status: 200,
    title: "title",
    texts,
    view,
    main: html`<main data-amount="${view.amount}">
      ${orderSummary(view, texts)} ${closedContent(texts, reason, onward)}
    </main>`,
  };
}
