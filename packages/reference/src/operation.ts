import { html } from "hono/html";
import { answersOf } from "./answers.ts";
import type { ExampleObject, OperationObject, ParameterObject, SchemaObject, WebhookObject } from "./document.ts";
import { boundsOf, fieldsOf, note, typeOf } from "./fields.ts";
import { inline, paragraphs, type Markup } from "./paragraphs.ts";
import type { Reader } from "./words/words.ts";

export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

export function operationSection({ path, method, operation }: Placed, reader: Reader): Markup {
  const { resolve, words } = reader;
  const { operationId, summary, description, parameters } = operation;
  const fields = parameters.map((one) => resolve<ParameterObject>(one));
  const isNoHeader = (one: ParameterObject) => one.in !== "header";
  const shown = (one: ParameterObject) => parameterField(one, { operationId, reader });
  return html`<article id="${operationId}" data-method="${method}" data-path="${path}">
    <h3>${inline(summary)}</h3>
    <p class="address"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
    ${paragraphs(description)}
    <form>
      ${waySelect(operation, reader)} ${fields.filter(isNoHeader).map(shown)} ${bodyField(operation, reader)}
      ${headerFields(fields.filter((one) => !isNoHeader(one)).map(shown), reader)}
      <p class="buttons" hidden>
        <button type="submit" class="run">${words.run}</button>
        <button type="button" class="copy">${words.copy}</button>
        <span class="said" role="status"></span>
      </p>
      <div class="result" hidden>
        <p class="line"></p>
        <pre tabindex="0" aria-label="${words.answer}"></pre>
      </div>
    </form>
    ${answersOf(operation, reader)}
  </article>`;
}

function waySelect({ security, operationId }: OperationObject, { words }: Reader): Markup {
  const names = security.map((way) => Object.keys(way)[0] ?? "");
  if (names.length === 0) return html`<p class="note">${words.noKey}</p>`;
  const options = names.map(
    (name) => html`<option value="${name}">${words.ways[name] ?? words.withoutCredential}</option>`,
  );
  return html`<label class="field" for="${operationId}.way"
    ><span>${words.calledWith}</span>
    <select id="${operationId}.way" class="way">
      ${options}
    </select></label
  >`;
}

/** Seldom needed, so it is folded. */
function headerFields(fields: readonly Markup[], { words }: Reader): Markup | undefined {
  if (fields.length === 0) return undefined;
  return html`<details class="headers">
    <summary>${words.headers}</summary>
    ${fields}
  </details>`;
}

interface Around {
  readonly operationId: string;
  readonly reader: Reader;
}

function parameterField(parameter: ParameterObject, { operationId, reader }: Around): Markup {
  const { words } = reader;
  const { name, in: place, required, description, schema, example, examples } = parameter;
  const id = `${operationId}.${name}`;
  const [first] = Object.values(examples ?? {});
  // Headers change the effect, so their examples are not filled in.
  const shown = textOf(example ?? first?.value);
  const value = place === "header" ? "" : shown;
  const hint = place === "header" && shown !== "" ? words.bounds.such(shown) : "";
  const list = schema.enum === undefined ? undefined : `${id}.values`;
  return html`<label class="field" for="${id}"
      ><span
        ><code>${name}</code>
        <span class="type"
          >${words.places[place]}, ${typeOf(schema, reader)}${required ? "" : `, ${words.optional}`}</span
        ></span
      >
      <input
        id="${id}"
        data-in="${place}"
        data-name="${name}"
        value="${value}"
        placeholder="${hint}"
        autocomplete="off"
        spellcheck="false"
        ${listed(list)}
      />
      ${note({ description, bounds: boundsOf(schema, reader) })}</label
    >${datalist(list, schema)}`;
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listed(list: string | undefined): Markup | undefined {
  return list === undefined ? undefined : html` list="${list}"`;
}

function datalist(id: string | undefined, schema: SchemaObject): Markup | undefined {
  if (id === undefined) return undefined;
  const options = (schema.enum ?? []).map((value) => html`<option value="${textOf(value)}"></option>`);
  return html`<datalist id="${id}">${options}</datalist>`;
}

function bodyField({ operationId, requestBody }: OperationObject, reader: Reader): Markup | undefined {
  const { resolve, words } = reader;
  const content = requestBody?.content["application/json"];
  if (content === undefined) return undefined;
  const id = `${operationId}.body`;
  const examples = Object.values(content.examples).map((one) => resolve<ExampleObject>(one));
  const text = (value: unknown) => JSON.stringify(value, null, 2);
  const options = examples.map(({ summary, value }) => html`<option value="${text(value)}">${summary}</option>`);
  const first = text(examples[0]?.value);
  return html`<label class="field" for="${id}.example" ${examples.length > 1 ? undefined : html`hidden`}
      ><span>${words.example}</span>
      <select id="${id}.example" class="example">
        ${options}
      </select></label
    >
    <label class="field" for="${id}"
      ><span>${words.body}</span>
      <textarea id="${id}" class="body" rows="${Math.min(first.split("\n").length + 1, 24)}" spellcheck="false">
${first}</textarea>
    </label>
    <details>
      <summary>${words.bodyFields}</summary>
      ${fieldsOf(resolve(content.schema), reader)}
    </details>`;
}

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
