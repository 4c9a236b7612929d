/** A text that is HTML already. */
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

/** An amount as people read it. */
export function won(amount: number): string {
  return `${amount.toLocaleString("ko-KR")}원`;
}

/** A whole page of the shop. */
export function page(title: string, body: Html, head = html``): string {
  return html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · 찻집 다올</title>
        <link rel="stylesheet" href="/shop.css" />
        ${head}
      </head>
      <body>
        <header><a href="/">찻집 다올</a> <a href="/settlements">점주용 정산</a></header>
        <main>${body}</main>
      </body>
    </html>`.text;
}
