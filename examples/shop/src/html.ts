import type { Words } from "./words.ts";

/** HTML that is already escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** HTML in which every value is escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html)[]): Html {
  const escaped = values.map((value) => (value instanceof Html ? value.text : escape(String(value))));
  return new Html(parts.reduce((text, part, index) => `${text}${escaped[index - 1] ?? ""}${part}`));
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The shop's name, which its checkout shows as well. */
export const shopName = "찻집 다올";

/** The parts of a page that other pages do not have. */
interface Content {
  readonly title: string;
  readonly body: Html;
  readonly head?: Html;
}

/** A whole page of the shop. */
export function page({ language, say }: Words, { title, body, head = html`` }: Content): string {
  const other = say("en", "ko");
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <link rel="stylesheet" href="/shop.css" />
        <script src="/busy.js" defer></script>
        ${head}
      </head>
      <body>
        <header>
          <a href="/" lang="ko">${shopName}</a>
          <nav>
            <a href="/settlements">${say("가맹점 정산", "For the owner")}</a>
            <a id="language" href="/language?to=${other}" lang="${other}" hreflang="${other}"
              >${say("English", "한국어")}</a
            >
          </nav>
        </header>
        <main>${body}</main>
      </body>
    </html>`.text;
}
