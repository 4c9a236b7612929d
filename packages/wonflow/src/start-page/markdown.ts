import { Marked, type Renderer, type Tokens } from "marked";

/** Where a link of a page leads; undefined if it can't be followed from here. */
export type LinkOf = (href: string) => string | undefined;

/**
 * A page's Markdown as HTML. Of HTML in it only anchors and line breaks are taken, and the rest is shown as it was written,
 * without comments.
 * A link that leads nowhere from here is its words alone, and of a picture its description is shown.
 */
export function htmlOf(markdown: string, linkOf: LinkOf): string {
  const known = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escape(anchorOf(text, known))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [address, words] = [linkOf(href), this.parser.parseInline(tokens)];
        return address === undefined ? words : `<a href="${escape(address)}">${words}</a>`;
      },
      image: ({ text }) => `<em>${escape(text)}</em>`,
      html: ({ text }) => allowed(text),
      code: ({ text }) => `<pre><code>${escape(text)}</code></pre>\n`,
      table,
    },
  });
  return marked.parse(markdown, { async: false });
}

/** A table may be wider than the window: it is scrolled in a box of its own, with the keyboard too. */
function table(this: Renderer, { header, rows }: Tokens.Table): string {
  const cell = (name: string) => (each: Tokens.TableCell) =>
    `<${name}>${this.parser.parseInline(each.tokens)}</${name}>`;
  const body = rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("");
  const head = header.map(cell("th")).join("");
  const words = header.map(({ text }) => text).join(", ");
  return `<div class="wide" tabindex="0" role="group" aria-label="${escape(words)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
}

const anchor = /^<a id="([\w-]+)">$/;

function allowed(text: string): string {
  const shown = text.replaceAll(/<!--[^]*?-->/g, "").trim();
  const [, id] = anchor.exec(shown) ?? [];
  if (id !== undefined) return `<a id="${id}"></a>`;
  if (/^<br ?\/?>$/.test(shown)) return "<br>";
  return shown === "</a>" ? "" : escape(shown);
}

/** The same as on a forge; a repeated heading gets a number. */
function anchorOf(heading: string, known: Set<string>): string {
  const name = heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
  let [id, again] = [name, 0];
  while (known.has(id)) id = `${name}-${(again += 1)}`;
  known.add(id);
  return id;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
