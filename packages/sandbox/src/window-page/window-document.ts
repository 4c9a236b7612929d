import { methodName, type Language } from "@wonflow/core";
import type { OpeningRecord } from "../cards/records.ts";
import { choicesOf, type WindowChoice } from "../cards/window-choices.ts";

/** The style of all these pages. Their policy allows exactly this text, by its hash. */
export const windowPageStyle =
  ":root{color-scheme:light dark;--page:#f2f4f7;--card:#fff;--ink:#16202e;--soft:#566072;--line:#8993a4;--accent:#1c54d8;--on:#fff;--warn:#7a4b00;--warm:#fff1d6}" +
  "@media (prefers-color-scheme:dark){:root{--page:#0e131b;--card:#18202b;--ink:#eef2f8;--soft:#a3afc0;--line:#6d7a8e;--accent:#86a9ff;--on:#0e131b;--warn:#ffd795;--warm:#3a2c10}}" +
  '*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere}' +
  ".test{margin:0;padding:.75rem 1rem;background:var(--warm);color:var(--warn);font-weight:600;text-align:center}" +
  "main{max-width:30rem;margin:0 auto;padding:1.25rem 1rem 3rem}.top{display:flex;justify-content:space-between;align-items:baseline;gap:1rem}" +
  "h1{margin:0;font-size:1.375rem}h2{margin:1.5rem 0 .5rem;font-size:1rem;color:var(--soft)}a{color:var(--accent);padding:.5rem 0}" +
  "dl{margin:1rem 0;padding:1rem;background:var(--card);border-radius:1rem}dl div{display:flex;justify-content:space-between;gap:1rem}dt{color:var(--soft)}dd{margin:0;text-align:right;font-weight:600}" +
  "form{display:grid;gap:.5rem}button{min-height:3rem;padding:.625rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);color:var(--ink);font:inherit;text-align:left;cursor:pointer}" +
  "button.first{border-color:var(--accent);background:var(--accent);color:var(--on);font-weight:600;text-align:center}.note{color:var(--soft);font-size:.875rem}" +
  ":focus-visible{outline:3px solid var(--accent);outline-offset:2px}";

/** Sends the form of a return. */
export const submitScript = "document.forms[0].submit()";

const texts = {
  sandbox: {
    ko: "샌드박스 결제창이에요. 실제 돈은 움직이지 않아요.",
    en: "This is the sandbox's window. No real money moves.",
  },
  order: { ko: "주문 상품", en: "Order" },
  amount: { ko: "결제 금액", en: "Amount" },
  method: { ko: "결제수단", en: "Method" },
  failures: { ko: "인증 실패", en: "Failures" },
  close: {
    ko: "이 창을 닫으면 아무것도 고르지 않은 것이에요.",
    en: "Closing this tab chooses nothing.",
  },
  chosen: {
    ko: "이 결제창의 결과는 이미 정해졌어요. 무엇을 눌러도 그 결과로 돌아가요.",
    en: "This window has its outcome already: every choice returns with that one.",
  },
  unknown: {
    ko: "없는 결제창이에요. 체크아웃에서 결제수단을 다시 골라 주세요.",
    en: "There is no such window. Choose a method at the checkout again.",
  },
  noChoice: {
    ko: "없는 선택이에요. 결제창으로 돌아가 버튼 하나를 눌러 주세요.",
    en: "There is no such choice. Go back to the window and press one of its buttons.",
  },
  notTwice: {
    ko: "첫 번째 복귀를 서비스가 받지 못했어요. 결제창으로 돌아가 다시 눌러 주세요.",
    en: "The service did not receive the first return. Go back to the window and press again.",
  },
  back: { ko: "결제창으로 돌아가기", en: "Back to the window" },
  returning: { ko: "체크아웃으로 돌아가는 중이에요.", en: "Going back to the checkout." },
  goOn: { ko: "돌아가기", en: "Go back" },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "");
}

interface Shown {
  readonly title: string;
  /** Markup. */
  readonly main: string;
  /** The whole script of the page. */
  readonly script?: string;
}

function documentOf(language: Language, { title, main, script }: Shown): string {
  const run = script === undefined ? "" : `<script>${script}</script>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${windowPageStyle}</style>
</head>
<body>
<p class="test">${texts.sandbox[language]}</p>
<main>${main}</main>${run}
</body>
</html>`;
}

/** The order, and a button for each of its method's choices. */
export function openingDocument(opening: OpeningRecord, language: Language): string {
  const { tenant, key, method, amount, orderName, chosen } = opening;
  const name = methodName(method, language);
  const choices = choicesOf(method, amount);
  const button = (choice: WindowChoice, index: number) =>
    `<button name="choice" value="${escaped(choice.name)}"${index === 0 ? ' class="first"' : ""}>${escaped(choice[language])}</button>`;
  const row = (term: string, value: string) => `<div><dt>${term}</dt><dd>${escaped(value)}</dd></div>`;
  const won = amount.toLocaleString("en-US");
  const other = language === "ko" ? "en" : "ko";
  const query = new URLSearchParams({ tenant, key, lang: other });
  const main = `
<div class="top"><h1>${escaped(name)}</h1><a href="?${escaped(query.toString())}" lang="${other}" hreflang="${other}">${other === "ko" ? "한국어" : "English"}</a></div>
<dl>${row(texts.order[language], orderName)}${row(texts.amount[language], language === "ko" ? `${won}원` : `${won} won`)}${row(texts.method[language], name)}</dl>
${chosen === null ? "" : `<p role="status">${texts.chosen[language]}</p>`}
<form method="post">
${choices
  .filter(({ refuse }) => refuse === undefined)
  .map(button)
  .join("\n")}
<h2>${texts.failures[language]}</h2>
${choices
  .filter(({ refuse }) => refuse !== undefined)
  .map((choice) => button(choice, 1))
  .join("\n")}
</form>
<p class="note">${texts.close[language]}</p>`;
  return documentOf(language, { title: name, main });
}

/** Sends a form back to the checkout, by itself or by the buyer's press. */
export function returnDocument(
  { url, fields }: { readonly url: string; readonly fields: Readonly<Record<string, string>> },
  language: Language,
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const main = `
<p>${texts.returning[language]}</p>
<form method="post" action="${escaped(url)}" accept-charset="utf-8">${inputs.join("")}<button class="first">${texts.goOn[language]}</button></form>`;
  return documentOf(language, { title: texts.returning[language], main, script: submitScript });
}

/** Says what is wrong. With an address, a link leads back to the window there. */
export function problemDocument(
  problem: "unknown" | "noChoice" | "notTwice",
  { language, windowUrl }: { readonly language: Language; readonly windowUrl?: string },
): string {
  const text = texts[problem][language];
  const link = windowUrl === undefined ? "" : `<p><a href="${escaped(windowUrl)}">${texts.back[language]}</a></p>`;
  return documentOf(language, { title: text, main: `<h1>${text}</h1>${link}` });
}
