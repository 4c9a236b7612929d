import { html } from "hono/html";

import type { ExampleObject, ParameterObject, WebhookObject } from "./document.ts";
import { fieldsOf } from "./fields.ts";
import { inline, paragraphs, type Markup } from "./paragraphs.ts";
import type { Reader } from "./words/words.ts";

/** A request that the service sends; it has no form, because its receiver is elsewhere. */
export function webhookSection(webhook: WebhookObject, reader: Reader): Markup {
  const { resolve, words } = reader;
  const { operationId, summary, description, parameters, requestBody, responses } = webhook;
  const content = requestBody?.content["application/json"];
  const examples = Object.values(content?.examples ?? {}).map((one) => resolve<ExampleObject>(one));
  const headers = parameters.map((one) => resolve<ParameterObject>(one));
  return html`<div class="card" id="${operationId}">
    <h3>${summary}</h3>
    ${paragraphs(description)}
    <ul class="fields">
      ${headers.map((one) => html`<li><code>${one.name}</code> <span class="note">${inline(one.description)}</span></li>`)}
    </ul>
    ${examples.map(
      ({ value }) =>
        html`<pre tabindex="0" aria-label="${words.bodyOf(operationId)}">${JSON.stringify(value, null, 2)}</pre>`,
    )}
    <details>
      <summary>${words.bodyFields}</summary>
      ${content === undefined ? undefined : fieldsOf(resolve(content.schema), reader)}
    </details>
    <h4>${words.youAnswer}</h4>
    <ul class="fields">
      ${Object.entries(responses).map(
        ([status, answer]) =>
          html`<li><b>${status === "default" ? words.otherStatus : status}</b> ${answer.description}</li>`,
      )}
    </ul>
  </div>`;
}
