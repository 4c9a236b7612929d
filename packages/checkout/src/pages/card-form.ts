import { leastInstallmentAmount, type CheckoutView, type Language } from "@wonflow/core";
import { fieldNames, type CardProblems, type Holder } from "../card/entry.ts";
import { controlOf, labelOf } from "../card/labels.ts";
import { cardFields, installmentPlans } from "./card-fields.ts";
import type { Page } from "./document.ts";
import { closedTemplates } from "./closed-page.ts";
import { html, type Markup } from "./html.ts";
import { orderSummary } from "./order-summary.ts";
import { textSpan, textsOf, type PageTexts } from "./page-texts.ts";

/** What the form is shown with. */
export interface CardForm {
  readonly view: CheckoutView;
  readonly token: string;
  readonly language: Language;
  /** For how long the link still works. */
  readonly leftMs: number;
  /** What was wrong with the form as it was submitted last. */
  readonly problems: CardProblems;
  /** The plan and the holder chosen last. Nothing else that was typed is ever sent back. */
  readonly months: string;
  readonly holder: Holder;
}

/** What is wrong, field by field, above the form: the place that the focus goes to. */
function problemSummary(texts: PageTexts, { problems, holder }: CardForm): Markup {
  const entries = fieldNames
    .filter((name) => problems[name] !== undefined)
    .map((name) => html`<li><a href="#${controlOf(name)}">${textSpan(texts, labelOf(name, holder))}</a></li>`);
  const wrong = entries.length > 0;
  const state = wrong ? html`autofocus` : html`hidden`;
  return html`<div id="summary" class="problems" role="group" aria-labelledby="summary-title" tabindex="-1" ${state}>
    <p id="summary-title">${textSpan(texts, "summary")}</p>
    <ul>
      ${entries}
    </ul>
    ${wrong ? html`<p>${textSpan(texts, "retype")}</p>` : undefined}
  </div>`;
}

function buttons(texts: PageTexts): Markup {
  return html`<p id="notice" class="notice" role="alert"></p>
    <p id="quiet" class="sr" role="status"></p>
    <button id="pay" class="button" name="action" value="pay">${textSpan(texts, "pay")}</button>
    <button id="leave" class="plain" name="action" value="leave" formnovalidate>${textSpan(texts, "cancel")}</button>`;
}

/** The page that takes a card. Its form goes to the page's own address, without the token that stands there. */
export function cardFormPage(form: CardForm): Page {
  const { view, token, problems, language } = form;
  const texts = textsOf(view, language);
  const wrong = Object.keys(problems).length > 0;
  const main = html`<main
    data-amount="${view.amount}"
    data-deadline="${texts.values["deadline"]}"
    data-left="${form.leftMs}"
  >
    <h1 class="sr">${textSpan(texts, "title")}</h1>
    ${orderSummary(view, texts)}
    <form class="card" method="post" action="?lang=${language}" autocomplete="on">
      <h2>${textSpan(texts, "card")}</h2>
      ${problemSummary(texts, form)}
      <input type="hidden" name="token" value="${token}" />
      ${cardFields({ texts, problems, holder: form.holder })}
      ${view.amount < leastInstallmentAmount ? undefined : installmentPlans({ texts, problems, months: form.months })}
      ${buttons(texts)}
    </form>
    ${closedTemplates(texts)}
  </main>`;
  return { status: wrong ? 400 : 200, title: "title", texts, view, main };
}
