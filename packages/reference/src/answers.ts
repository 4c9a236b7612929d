import { html } from "hono/html";

import type { AnswerObject, ExampleObject, OperationObject, Resolve } from "./document.ts";
import { fieldsOf } from "./fields.ts";
import { inline, type Markup } from "./paragraphs.ts";
import type { Reader } from "./words/words.ts";

/** The answers of an operation: examples and fields by status, and every error code. */
export function answersOf({ responses, operationId }: OperationObject, reader: Reader): Markup {
  const { resolve, words } = reader;
  const statuses = Object.entries(responses);
  const rows = statuses
    .filter(([, answer]) => isRefusal(answer, resolve))
    .flatMap(([status, answer]) => codesOf(answer).map((code) => ({ status, code })));
  return html`<h4>${words.answers}</h4>
    ${statuses.filter(([, answer]) => !isRefusal(answer, resolve)).map(([status, answer]) => success({ status, answer, operationId }, reader))}
    <details>
      <summary>${words.codes(rows.length)}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.status}</th>
            <th scope="col">${words.code}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ status, code }) =>
              html`<tr>
                <td>${status}</td>
                <td>
                  <a href="#error-${code}"><code>${code}</code></a>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

/** Whether all examples of an answer are error objects. */
function isRefusal({ content = {} }: AnswerObject, resolve: Resolve): boolean {
  const examples = Object.values(content["application/json"]?.examples ?? {});
  return examples.length > 0 && examples.every((one) => isErrorExample(resolve<ExampleObject>(one).value));
}

function codesOf({ content = {} }: AnswerObject): readonly string[] {
  return Object.keys(content["application/json"]?.examples ?? {});
}

interface Success {
  readonly status: string;
  readonly answer: AnswerObject;
  readonly operationId: string;
}

function success({ status, answer, operationId }: Success, reader: Reader): Markup {
  // A success has one media type: JSON, or that of a file.
  const [content] = Object.values(answer.content ?? {});
  if (content === undefined) return html`<p><b>${status}</b> ${answer.description}</p>`;
  const examples = Object.entries(content.examples).map(
    ([name, one]) => [name, reader.resolve<ExampleObject>(one)] as const,
  );
  return html`<details>
    <summary><b>${status}</b> ${examples.map(([, { summary }]) => summary).join(" · ")}</summary>
    ${examples.map(
      ([name, { summary, value }]) =>
        html`<p class="note">${summary}</p>
          <pre data-answer="${status}" tabindex="0" aria-label="${operationId}, ${name}">
${typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>`,
    )}
    ${fieldsOf(reader.resolve(content.schema), reader)}
  </details>`;
}

/** Every code of the document once, with its message and what to do. */
export function errorList(operations: readonly OperationObject[], { resolve, words }: Reader): Markup {
  const examples = new Map(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((answer) =>
        codesOf(answer).flatMap((code) => {
          const example = resolve<ExampleObject>(answer.content?.["application/json"]?.examples[code]);
          return isErrorExample(example.value) ? [[code, { ...example, value: example.value }] as const] : [];
        }),
      ),
    ),
  );
  const rows = [...examples].map(
    ([code, { summary, description, value }]) =>
      html`<li id="error-${code}">
        <code>${code}</code> <span class="type">${value.statusCode}</span><br />
        <span lang="ko">${value.message}</span><br />
        ${summary === value.message ? undefined : summary} ${inline(description ?? "")}
      </li>`,
  );
  return html`<section aria-labelledby="errors">
    <h2 id="errors">${words.errors}</h2>
    <ul class="fields">
      ${rows}
    </ul>
  </section>`;
}

function isErrorExample(value: unknown): value is { readonly statusCode: number; readonly message: string } {
  const { statusCode, message } = Object(value) as { readonly statusCode?: unknown; readonly message?: unknown };
  return typeof statusCode === "number" && typeof message === "string";
}
