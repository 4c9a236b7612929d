import { html } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** The paragraphs of a description, with `code` between backticks. */
export function paragraphs(text: string): readonly Markup[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** One line, with `code` between backticks. */
export function inline(text: string): readonly Markup[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
