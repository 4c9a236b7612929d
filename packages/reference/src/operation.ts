import { html } from "hono/html";

import { answersOf } from "./answers.ts";
import type { ExampleObject, OperationObject, ParameterObject, Resolve, SchemaObject } from "./document.ts";
import { boundsOf, fieldsOf, typeOf } from "./fields.ts";
import { paragraphs, type Markup } from "./paragraphs.ts";

export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** The document's credentials; the page has a field for each key and token. */
const ways: Readonly<Record<string, string>> = {
  secretKey: "Secret key",
  clientKey: "Client key",
  checkoutToken: "Checkout token",
  operatorSession: "Operator's session (cookie)",
};

export function operationSection({ path, method, operation }: Placed, resolve: Resolve): Markup {
  const { operationId, summary, description, parameters } = operation;
  const fields = parameters.map((one) => resolve<ParameterObject>(one));
  const isNoHeader = (one: ParameterObject) => one.in !== "header";
  const shown = (one: ParameterObject) => parameterField(one, { operationId, resolve });
  return html`<article id="${operationId}" data-method="${method}" data-path="${path}">
    <h3>${summary}</h3>
    <p class="address"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
    ${paragraphs(description)}
    <form>
      ${waySelect(operation)} ${fields.filter(isNoHeader).map(shown)} ${bodyField(operation, resolve)}
      ${headerFields(fields.filter((one) => !isNoHeader(one)).map(shown))}
      <p class="buttons" hidden>
        <button type="submit" class="run">Run</button>
        <button type="button" class="copy">Copy as curl</button>
        <span class="said" role="status"></span>
      </p>
      <div class="result" hidden>
        <p class="line"></p>
        <pre tabindex="0" aria-label="Answer"></pre>
      </div>
    </form>
    ${answersOf(operation, resolve)}
  </article>`;
}

function waySelect({ security, operationId }: OperationObject): Markup {
  const names = security.map((way) => Object.keys(way)[0] ?? "");
  if (names.length === 0) return html`<p class="note">Needs no key.</p>`;
  const options = names.map((name) => html`<option value="${name}">${ways[name] ?? "Nobody in particular"}</option>`);
  return html`<label class="field" for="${operationId}.way"
    ><span>Called with</span>
    <select id="${operationId}.way" class="way">
      ${options}
    </select></label
  >`;
}

/** Seldom needed, so it is folded. */
function headerFields(fields: readonly Markup[]): Markup | undefined {
  if (fields.length === 0) return undefined;
  return html`<details class="headers">
    <summary>Headers</summary>
    ${fields}
  </details>`;
}

interface Around {
  readonly operationId: string;
  readonly resolve: Resolve;
}

function parameterField(parameter: ParameterObject, { operationId, resolve }: Around): Markup {
  const { name, in: place, required, description, schema, example, examples } = parameter;
  const id = `${operationId}.${name}`;
  const [first] = Object.values(examples ?? {});
  // Headers change the effect, so their examples are not filled in.
  const shown = textOf(example ?? first?.value);
  const value = place === "header" ? "" : shown;
  const hint = place === "header" && shown !== "" ? `such as ${shown}` : "";
  const bounds = boundsOf(schema, resolve);
  const list = schema.enum === undefined ? undefined : `${id}.values`;
  return html`<label class="field" for="${id}"
      ><span
        ><code>${name}</code>
        <span class="type">${place}, ${typeOf(schema, resolve)}${required ? "" : ", optional"}</span></span
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
      <span class="note">${[description, bounds].filter((text) => text !== "").join(" · ")}</span></label
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

function bodyField({ operationId, requestBody }: OperationObject, resolve: Resolve): Markup | undefined {
  const content = requestBody?.content["application/json"];
  if (content === undefined) return undefined;
  const id = `${operationId}.body`;
  const examples = Object.values(content.examples).map((one) => resolve<ExampleObject>(one));
  const text = (value: unknown) => JSON.stringify(value, null, 2);
  const options = examples.map(({ summary, value }) => html`<option value="${text(value)}">${summary}</option>`);
  const first = text(examples[0]?.value);
  return html`<label class="field" for="${id}.example" ${examples.length > 1 ? undefined : html`hidden`}
      ><span>Example</span>
      <select id="${id}.example" class="example">
        ${options}
      </select></label
    >
    <label class="field" for="${id}"
      ><span>Body</span>
      <textarea id="${id}" class="body" rows="${Math.min(first.split("\n").length + 1, 24)}" spellcheck="false">
${first}</textarea>
    </label>
    <details>
      <summary>Fields of the body</summary>
      ${fieldsOf(resolve(content.schema), resolve)}
    </details>`;
}
