import { html } from "hono/html";

/** What `html` makes. */
export type Markup = ReturnType<typeof html>;

/** A text of several paragraphs, in which `code` stands between backticks. */
export function paragraphs(text: string): readonly Markup[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): readonly Markup[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
