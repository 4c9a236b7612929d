import type { CheckoutView } from "@wonflow/core";
import { html, type Markup } from "./html.ts";
import { say, type Speech } from "./speech.ts";

/** What is paid for, and how much; with the time that is left, where there is something to do in it. */
export function orderSummary(view: CheckoutView, speech: Speech): Markup {
  const time = html`<div id="time-row">
    <dt>${say(speech, "timeLeft")}</dt>
    <dd><span id="time" role="timer">${say(speech, "until")}</span></dd>
  </div>`;
  return html`<section class="order">
    <dl>
      <div class="sum">
        <dt>${say(speech, "amount")}</dt>
        <dd>${say(speech, "won")}</dd>
      </div>
      <div>
        <dt>${say(speech, "order")}</dt>
        <dd>${view.orderName}</dd>
      </div>
      ${view.status === "OPEN" ? time : undefined}
    </dl>
  </section>`;
}
