/** HTML that is already escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** HTML in which every value is escaped, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${textOf(values[index - 1] ?? "")}${part}`));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An amount for display: -0 is 0. */
export function won(amount: number): string {
  return `${(0 + amount).toLocaleString("ko-KR")}원`;
}

/** A time in Seoul for display. */
export function timeOf(at: number): string {
  const parts = { month: "numeric", day: "numeric", weekday: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Date(at).toLocaleString("ko-KR", { ...parts, hourCycle: "h23", timeZone: "Asia/Seoul" });
}

/** A whole page of the marketplace. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · 장터</title>
        <link rel="stylesheet" href="/market.css" />
        <script src="/market.js" defer></script>
      </head>
      <body>
        <header><a href="/">장터</a> <a href="/shop">물건 사기</a></header>
        <main>${body}</main>
      </body>
    </html>`.text;
}
