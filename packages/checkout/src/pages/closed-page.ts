import { errorCatalog, type CheckoutView, type ErrorCode, type Language, type Refusal } from "@wonflow/core";
import { closedReasons, closedTexts, linkClosedBy, type ClosedReason } from "../closed-reasons.ts";
import type { TextKey } from "../texts.ts";
import {
  type Page,
  methodSpan,
  noticeLine,
  secondsIn,
  textSpan,
  textsOf,
  type PageTexts,
  orderSummary,
} from "./document.ts";
import { html, type Markup } from "./html.ts";
import { consent } from "./card-fields.ts";
import { methodNames, offersWindow, paidWithText } from "../window/window-texts.ts";

const strokes: Readonly<Record<ClosedReason, string>> = {
  paying: "",
  leaving: "",
  inWindow: "",
  checking: "",
  authenticated: "m8 12 3 3 5-6",
  authenticatedInWindow: "m8 12 3 3 5-6",
  confirming: "",
  unanswered: "M12 7v5l3 2",
  paid: "m8 12 3 3 5-6",
  expired: "M12 7v5l3 2",
  tries: "M12 7v6m0 3.5v.01",
  closed: "m9 9 6 6m0-6-6 6",
  superseded: "M8 12h8m-3-3 3 3-3 3",
  suspended: "M10 8.5v7m4-7v7",
  unknown: "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3v.01",
  overloaded: "M12 7v6m0 3.5v.01",
  limited: "M12 7v5l3 2",
  failed: "M12 7v6m0 3.5v.01",
};

interface Ways {
  readonly token: string;
  /** The script fills it in for a template. */
  readonly href?: Markup | undefined;
  readonly notice?: TextKey | undefined;
}

function ways(texts: PageTexts, reason: ClosedReason, { token, href, notice }: Ways): Markup {
  const { onward, asks, waits } = closedTexts[reason];
  const noticeText = noticeLine(texts, notice);
  const link =
    onward === undefined ? undefined : html`<a class="button" id="onward" ${href}>${textSpan(texts, onward)}</a>`;
  // The script leads on by itself, and says why the buyer can't leave yet.
  const unscripted = href === undefined ? undefined : html`<noscript>${link}</noscript>`;
  if (asks !== true) return waits === true ? html`${unscripted} ${noticeText}` : html`${link}`;
  return html`${noticeText} ${link}
    <form id="asked" method="post" action="?lang=${texts.language}">
      <input type="hidden" name="token" value="${token}" />
      <button id="take-back" class="plain" name="action" value="take-back">${textSpan(texts, "takeBack")}</button>
    </form>`;
}

function closedContent(texts: PageTexts, reason: ClosedReason, onward?: Markup): Markup {
  const { title, next, card, waits } = closedTexts[reason];
  const sign =
    waits === true
      ? html`<i class="turning"></i>`
      : html`<svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" />
          <path d="${strokes[reason]}" />
        </svg>`;
  return html`<div class="card closed ${reason}">
    ${sign}
    <h1 tabindex="-1">${textSpan(texts, title)}</h1>
    ${card === true ? html`<p class="with-card">${textSpan(texts, "withCard")}</p>` : undefined}
    <p>${textSpan(texts, next)}</p>
    ${onward}
  </div>`;
}

const onlyWithWindow: readonly ClosedReason[] = ["inWindow", "authenticatedInWindow"];

/** The pages that the script may have to show in place of the form. */
export function closedTemplates(view: CheckoutView, texts: PageTexts, token: string): readonly Markup[] {
  const unreachable: readonly ClosedReason[] = ["checking", "overloaded", "limited", "failed"];
  const left = offersWindow(view) ? unreachable : [...unreachable, ...onlyWithWindow];
  return closedReasons
    .filter((reason) => !left.includes(reason))
    .map((reason) =>
      reason === "inWindow"
        ? html`<template id="closed-inWindow">${inWindowContent(texts, { view, token })}</template>`
        : closedTemplate(texts, reason, token),
    );
}

interface WindowShown {
  /** The script fills in the method of a template. */
  readonly view: CheckoutView;
  readonly token: string;
  readonly notice?: TextKey | undefined;
  /** Whether the link's time is over, so that no window opens any more. */
  readonly isLate?: boolean;
}

/** The buyer is in the gateway's window, perhaps in another tab, or has left it. */
function inWindowContent(texts: PageTexts, { view, token, notice, isLate = false }: WindowShown): Markup {
  const { language } = texts;
  const { title, next } = closedTexts["inWindow"];
  const method = view.window?.method;
  const query = new URLSearchParams({ token, lang: language, choose: "1" });
  const reopen = html`${view.terms?.consent === true ? consent({ texts, problems: {} }, view.terms.url) : undefined}
    <button id="reopen" class="button" name="action" value="window-${method}" formtarget="_top">
      ${textSpan(texts, "reopenWindow")}
    </button>`;
  const choose = html`<a id="choose" class="plain" href="?${query.toString()}">${textSpan(texts, "otherMethod")}</a>`;
  const hasOther = (view.methods ?? []).length > 1;
  return html`<div class="card closed inWindow">
    <i class="turning"></i>
    <h1 tabindex="-1">${textSpan(texts, title)}</h1>
    <p class="with-method">${method === undefined ? undefined : methodSpan(texts, "payBy", method)}</p>
    <p>${textSpan(texts, next)}</p>
    <form id="window" method="post" action="?lang=${language}">
      <input type="hidden" name="token" value="${token}" />
      ${noticeLine(texts, isLate ? "windowLate" : notice)} ${isLate ? undefined : reopen}
      ${isLate || !hasOther ? undefined : choose}
      <button id="leave" class="plain" name="action" value="leave" formnovalidate>${textSpan(texts, "cancel")}</button>
    </form>
  </div>`;
}

interface InWindow extends WindowShown {
  readonly language: Language;
}

/** A page without scripts reloads this often: often enough to follow, and seldom enough to press a button. */
const windowReloadSeconds = 10;

export function inWindowPage({ view, token, language, notice, isLate }: InWindow): Page {
  const texts = textsOf(view, language);
  const shown = { view, token, notice, ...(isLate === undefined ? {} : { isLate }) };
  return {
    status: notice === undefined ? 200 : 400,
    title: "title",
    texts,
    view,
    reloadsAfterSeconds: windowReloadSeconds,
    main: html`<main
      data-amount="${view.amount}"
      data-tax-free="${view.taxFreeAmount ?? 0}"
      data-token="${token}"
      data-reason="inWindow"
      data-window="${view.window?.endsAt}"
      data-names="${JSON.stringify(methodNames)}"
    >
      ${orderSummary(view, texts)} ${inWindowContent(texts, shown)} ${closedTemplates(view, texts, token)}
    </main>`,
  };
}

/** The states that the script may show in place of a closed page. */
const scripted: Readonly<Partial<Record<ClosedReason, readonly ClosedReason[]>>> = {
  authenticated: ["paying", "leaving", "confirming", "unanswered"],
  authenticatedInWindow: ["paying", "leaving", "confirming", "unanswered"],
  confirming: ["unanswered"],
};

function closedTemplate(texts: PageTexts, reason: ClosedReason, token: string): Markup {
  const content = closedContent(texts, reason, ways(texts, reason, { token }));
  return html`<template id="closed-${reason}">${content}</template>`;
}

const refusals: Readonly<Partial<Record<ErrorCode, ClosedReason>>> = {
  CONCURRENT_REQUEST: "overloaded",
  TOO_MANY_REQUESTS: "limited",
};

export function refusedPage({ code, retryAfterMs }: Refusal, language: Language): Page {
  const reason = refusals[code] ?? linkClosedBy(code) ?? "failed";
  const seconds = secondsIn(retryAfterMs ?? 1000);
  const texts = { language, values: { seconds } };
  return {
    status: errorCatalog[code].status,
    title: "noticeTitle",
    texts,
    retryAfterMs,
    main: html`<main class="alone" data-seconds="${seconds}">${closedContent(texts, reason)}</main>`,
  };
}

/** A buyer has returned from the window to a browser without the link, and the outcome is not known yet. */
export function returnedPage(language: Language): Page {
  const texts = { language, values: {} };
  return {
    status: 200,
    title: "noticeTitle",
    texts,
    main: html`<main class="alone">
      <div class="card closed">
        <i class="turning"></i>
        <h1 tabindex="-1">${textSpan(texts, "returnedTitle")}</h1>
        <p>${textSpan(texts, "returnedNext")}</p>
      </div>
    </main>`,
  };
}

interface ClosedLink {
  readonly reason: ClosedReason;
  readonly token: string;
  readonly language: Language;
  readonly notice?: TextKey | undefined;
}

export function closedPage(view: CheckoutView, { reason, token, language, notice }: ClosedLink): Page {
  const texts = textsOf(view, language);
  const { redirectUrl } = view;
  const href = redirectUrl === undefined ? undefined : html`href="${new URL(redirectUrl).href}"`;
  return {
    // An ended link has nothing more to show.
    status: view.status === "EXPIRED" || view.status === "SUPERSEDED" ? 410 : 200,
    title: "title",
    texts,
    view,
    ...(closedTexts[reason].waits === true && { reloadsAfterSeconds: 3 }),
    main: html`<main
      data-amount="${view.amount}"
      data-tax-free="${view.taxFreeAmount ?? 0}"
      data-token="${token}"
      data-reason="${reason}"
      data-card-ko="${paidWithText("ko", view)}"
      data-card-en="${paidWithText("en", view)}"
    >
      ${orderSummary(view, texts)} ${closedContent(texts, reason, ways(texts, reason, { token, href, notice }))}
      ${(scripted[reason] ?? []).map((each) => closedTemplate(texts, each, token))}
    </main>`,
  };
}
