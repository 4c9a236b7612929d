import { errorCatalog, type CheckoutView, type ErrorCode } from "@wonflow/core";
import { endNames, endTexts, type EndName } from "../ends.ts";
import type { Language } from "../texts.ts";
import type { Page } from "./document.ts";
import { html, type Markup } from "./html.ts";
import { orderSummary } from "./order-summary.ts";
import { say, speechAbout, type Speech } from "./speech.ts";

const endOfCode: Readonly<Partial<Record<ErrorCode, EndName>>> = {
  EXPIRED_PAYMENT_SESSION: "expired",
  INVALIDATED_PAYMENT_SESSION: "superseded",
  NOT_FOUND_PAYMENT_SESSION: "unknown",
  CONCURRENT_REQUEST: "crowded",
};

const strokes: Readonly<Record<EndName, string>> = {
  expired: "M12 7v5l3 2",
  superseded: "M8 12h8m-3-3 3 3-3 3",
  unknown: "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3v.01",
  authenticated: "m8 12 3 3 5-6",
  paid: "m8 12 3 3 5-6",
  crowded: "M12 7v6m0 3.5v.01",
  broken: "M12 7v6m0 3.5v.01",
};

/** The one thing that a page says where no card is taken, and the way on where there is one. */
function endContent(speech: Speech, end: EndName, onward?: Markup): Markup {
  const { title, next } = endTexts[end];
  return html`<div class="card end ${end}">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d="${strokes[end]}" />
    </svg>
    <h1 tabindex="-1">${say(speech, title)}</h1>
    <p>${say(speech, next)}</p>
    ${onward}
  </div>`;
}

function onwardLink(speech: Speech, href: Markup | undefined): Markup {
  return html`<a class="button" id="onward" ${href}>${say(speech, "onward")}</a>`;
}

/** Every end that a page with a form can come to while it is open, for its script to show. */
export function endTemplates(speech: Speech): readonly Markup[] {
  const reachable = endNames.filter((end) => end !== "crowded" && end !== "broken");
  return reachable.map((end) => {
    // The script knows where the way on leads, once there is one.
    const onward = endTexts[end].leadsOn ? onwardLink(speech, undefined) : undefined;
    return html`<template id="end-${end}">${endContent(speech, end, onward)}</template>`;
  });
}

/** The page that says why a checkout does not go on. */
export function refusedPage(code: ErrorCode, language: Language): Page {
  const speech = { language, values: {} };
  return {
    status: errorCatalog[code].status,
    title: "noticeTitle",
    speech,
    main: html`<main class="alone">${endContent(speech, endOfCode[code] ?? "broken")}</main>`,
  };
}

/** The page of a link that has done its work: all that is left is to go on to the shop. */
export function donePage(view: CheckoutView, language: Language): Page {
  const speech = speechAbout(view, language);
  const end = view.status === "PAID" ? "paid" : "authenticated";
  const { redirectUrl } = view;
  const onward = redirectUrl === undefined ? undefined : onwardLink(speech, html`href="${new URL(redirectUrl).href}"`);
  return {
    status: 200,
    title: "title",
    speech,
    view,
    main: html`<main data-amount="${view.amount}">
      ${orderSummary(view, speech)} ${endContent(speech, end, onward)}
    </main>`,
  };
}
