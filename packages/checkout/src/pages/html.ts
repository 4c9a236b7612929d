/** Escaped markup, made by `html` only. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return String(value).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "");
}

/**
 * Markup with values filled in, every one escaped unless it is markup itself. Attributes must be quoted.
 *
 * @example
 * html`<p>${"<b>"}</p>`.text; // "<p>&lt;b&gt;</p>"
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(""));
}
