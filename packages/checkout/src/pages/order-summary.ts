import type { CheckoutView } from "@wonflow/core";
import { html, type Markup } from "./html.ts";
import { textSpan, type PageTexts } from "./page-texts.ts";

export function orderSummary(view: CheckoutView, texts: PageTexts): Markup {
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
      ${view.status === "OPEN" && view.checking !== true ? time : undefined}
    </dl>
  </section>`;
}
