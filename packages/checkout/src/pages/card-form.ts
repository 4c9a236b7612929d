import type { CheckoutView, Language, WindowMethod } from "@wonflow/core";
import { fieldNames, type CardProblems, type Holder, labelOf } from "../card/entry.ts";
import { cardFields, consent } from "./card-fields.ts";
import type { TextKey } from "../texts.ts";
import { type Page, methodSpan, noticeLine, textSpan, textsOf, type PageTexts, orderSummary } from "./document.ts";
import { closedTemplates } from "./closed-page.ts";
import { html, type Markup } from "./html.ts";
import { methodNames, offersWindow, windowMethodsOf } from "../window/window-texts.ts";

export interface CardForm {
  readonly view: CheckoutView;
  readonly token: string;
  readonly language: Language;
  readonly leftMs: number;
  readonly problems: CardProblems;
  /** Why the last submitted card can't be used at all. */
  readonly refusedCard?: TextKey | undefined;
  readonly refused: boolean;
  readonly testCard?: string | undefined;
  readonly notice?: TextKey | undefined;
  /** Whether a notice is about the submitted form; a failed visit to the window is no mistake of this page. */
  readonly answers?: boolean;
  /** The chosen plan and holder. Nothing else that was typed is sent back. */
  readonly months: string;
  readonly holder: Holder;
}

const fewTries = 2;

function takesCard({ methods }: CheckoutView): boolean {
  return methods === undefined || methods.includes("KEYIN");
}

function problemSummary(texts: PageTexts, { problems, refusedCard, refused, holder, view }: CardForm): Markup {
  const entries = fieldNames
    .filter((name) => problems[name] !== undefined)
    .map((name) => html`<li><a href="#${name}">${textSpan(texts, labelOf(name, holder))}</a></li>`);
  const [alone, another] = fieldNames.flatMap((name) => problems[name] ?? []);
  const title = refusedCard ?? (another === undefined ? alone : undefined) ?? "summary";
  const wrong = entries.length > 0 || refusedCard !== undefined;
  const state = wrong ? html`autofocus` : html`hidden`;
  const showsTries = refused || (view.triesLeft ?? fewTries + 1) <= fewTries;
  return html`<div id="summary" class="problems" role="group" aria-labelledby="summary-title" tabindex="-1" ${state}>
      <p id="summary-title">${textSpan(texts, title)}</p>
      <ul>
        ${entries}
      </ul>
      <button id="another" type="button" class="small" hidden>${textSpan(texts, "anotherCard")}</button>
      ${wrong && takesCard(view) ? html`<p>${textSpan(texts, "retype")}</p>` : undefined}
    </div>
    <p id="tries" class="tries-left" ${showsTries ? undefined : html`hidden`}>${textSpan(texts, "tries")}</p>`;
}

function quietLine(): Markup {
  return html`<p id="quiet" class="sr" role="status"></p>`;
}

function payButton(texts: PageTexts): Markup {
  return html`<div class="actions">
    <button id="pay" class="button" name="action" value="pay">${textSpan(texts, "pay")}</button>
  </div>`;
}

function leaveButton(texts: PageTexts): Markup {
  return html`<button id="leave" class="plain" name="action" value="leave" formnovalidate>
    ${textSpan(texts, "cancel")}
  </button>`;
}

function buttons(texts: PageTexts, notice: TextKey | undefined): Markup {
  return html`${noticeLine(texts, notice)}
    <p id="quiet" class="sr" role="status"></p>
    <div class="actions">
      <button id="pay" class="button" name="action" value="pay">${textSpan(texts, "pay")}</button>
    </div>
    <button id="leave" class="plain" name="action" value="leave" formnovalidate>${textSpan(texts, "cancel")}</button>`;
}

function cardHeading(texts: PageTexts, key: TextKey, testCard: string | undefined): Markup {
  return html`<div class="heading">
    <h2>${textSpan(texts, key)}</h2>
    ${testCard === undefined ? undefined : fillButton(texts, testCard)}
  </div>`;
}

function windowButton(texts: PageTexts, method: WindowMethod, isAlone: boolean): Markup {
  const key = isAlone ? "payWith" : method === "CARD" ? "cardInApp" : "payBy";
  return html`<button
    class="${isAlone ? "button" : "method"}"
    name="action"
    value="window-${method}"
    formnovalidate
    formtarget="_top"
  >
    ${methodSpan(texts, key, method)}
  </button>`;
}

/**
 * The methods of the gateway's window, then the typed card where it is offered. One form for all, as all of them need
 * the buyer's consent to the terms.
 */
function formWithMethods(form: CardForm, texts: PageTexts): Markup {
  const { view, token, problems, language, notice } = form;
  const methods = windowMethodsOf(view);
  const isAlone = methods.length === 1 && !takesCard(view);
  const fields = { texts, problems, holder: form.holder, months: form.months, plans: view.installmentMonths };
  // Enter in a field presses the first button of the form: it must not be one that opens a window.
  const first = html`<button class="sr" name="action" value="pay" tabindex="-1" aria-hidden="true"></button>`;
  return html`<form id="card" class="card" method="post" action="?lang=${language}" autocomplete="on">
    ${takesCard(view) ? first : undefined}
    ${methods.length === 0 ? undefined : html`<h2>${textSpan(texts, "methods")}</h2>`} ${problemSummary(texts, form)}
    ${noticeLine(texts, view.methods?.length === 0 ? "noMethods" : notice)}
    <input type="hidden" name="token" value="${token}" />
    ${view.terms?.consent === true ? consent({ texts, problems }, view.terms.url) : undefined}
    <div class="methods">${methods.map((method) => windowButton(texts, method, isAlone))}</div>
    ${takesCard(view) && methods.length > 0 ? html`<hr />` : undefined}
    ${takesCard(view) ? html`${cardHeading(texts, methods.length > 0 ? "orCard" : "card", form.testCard)} ${cardFields(fields)}` : undefined}
    ${quietLine()} ${takesCard(view) ? payButton(texts) : undefined} ${leaveButton(texts)}
  </form>`;
}

function fillButton(texts: PageTexts, number: string): Markup {
  return html`<button id="fill" type="button" class="small fill" data-number="${number}" hidden>
    ${textSpan(texts, "fillTestCard")}
  </button>`;
}

function leaveDialog(texts: PageTexts): Markup {
  return html`<dialog id="leaving" aria-labelledby="leaving-title">
    <h2 id="leaving-title">${textSpan(texts, "leaveTitle")}</h2>
    <p>${textSpan(texts, "leaveNext")}</p>
    <button id="stay" type="button" class="button">${textSpan(texts, "stay")}</button>
    <button id="leave-now" type="button" class="plain">${textSpan(texts, "leaveNow")}</button>
  </dialog>`;
}

interface FormPage {
  readonly texts: PageTexts;
  readonly wrong: boolean;
  /** The names of the methods that the page's script may show. */
  readonly names?: Markup;
  readonly content: Markup;
}

function formPage({ view, token, leftMs }: CardForm, { texts, wrong, names, content }: FormPage): Page {
  const main = html`<main
    data-amount="${view.amount}"
    data-tax-free="${view.taxFreeAmount ?? 0}"
    data-token="${token}"
    data-tries="${view.triesLeft ?? 0}"
    data-deadline="${texts.values["deadline"]}"
    data-left="${leftMs}"
    ${names}
  >
    <h1 class="sr">${textSpan(texts, "title")}</h1>
    ${content} ${leaveDialog(texts)} ${closedTemplates(view, texts, token)}
  </main>`;
  return { status: wrong ? 400 : 200, title: "title", texts, view, main };
}

/** The page that offers methods of the gateway's window, and the typed card where the link has it. */
function methodsPage(form: CardForm, texts: PageTexts): Page {
  const answersWrong = form.notice !== undefined && form.answers !== false;
  return formPage(form, {
    texts,
    wrong: form.refused || answersWrong || Object.keys(form.problems).length > 0,
    names: html`data-names="${JSON.stringify(methodNames)}"`,
    content: html`${orderSummary(form.view, texts, true)} ${formWithMethods(form, texts)}`,
  });
}

/** The page that takes a card. Its form goes to the page's own address without the token. */
export function cardFormPage(form: CardForm): Page {
  const { view, token, problems, language } = form;
  const texts = textsOf(view, language);
  if (offersWindow(view)) return methodsPage(form, texts);
  const wrong = form.refused || form.notice !== undefined || Object.keys(problems).length > 0;
  const content = html`${orderSummary(view, texts)}
    <form id="card" class="card" method="post" action="?lang=${language}" autocomplete="on">
      <div class="heading">
        <h2>${textSpan(texts, "card")}</h2>
        ${form.testCard === undefined ? undefined : fillButton(texts, form.testCard)}
      </div>
      ${problemSummary(texts, form)}
      <input type="hidden" name="token" value="${token}" />
      ${cardFields({ texts, problems, holder: form.holder, months: form.months, plans: view.installmentMonths })}
      ${view.terms?.consent === true ? consent({ texts, problems }, view.terms.url) : undefined}
      ${buttons(texts, form.notice)}
    </form>`;
  return formPage(form, { texts, wrong, content });
}
