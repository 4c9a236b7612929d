import { createHash } from "node:crypto";
import { iconAddress, policyOf } from "@wonflow/checkout";
import type { Language } from "@wonflow/core";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** The style of the pages of a service in development. Their policy allows exactly this text, by its hash. */
const style = `
:root{color-scheme:light dark;--page:#f2f4f7;--card:#fff;--ink:#16202e;--soft:#566072;--line:#8993a4;--hair:#e3e7ed;--accent:#1c54d8;--good:#0b7a50}
@media (prefers-color-scheme:dark){:root{--page:#0e131b;--card:#18202b;--ink:#eef2f8;--soft:#a3afc0;--line:#6d7a8e;--hair:#2b3645;--accent:#86a9ff;--good:#58d3a0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Apple SD Gothic Neo","Pretendard","Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
.top{display:flex;justify-content:space-between;align-items:baseline;gap:1rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.3}
h2{margin:0 0 .75rem;font-size:1.125rem}
p{margin:0 0 .75rem}
a{color:var(--accent);text-underline-offset:.2em}
section{margin-top:1.25rem;padding:1.25rem;background:var(--card);border-radius:1rem}
ul{margin:0;padding:0;list-style:none}
.rows li{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;align-items:center;padding:.625rem 0;border-top:1px solid var(--hair)}
.rows li:first-child{border-top:0}
.rows span{color:var(--soft);font-size:.875rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono CJK KR",monospace}
code{font-size:.9375rem}
button{grid-column:2;grid-row:1/3;min-height:2.75rem;min-width:4.5rem;padding:0 .875rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;color:var(--ink);font:inherit;font-size:.875rem;cursor:pointer}
button[data-copied]{border-color:var(--good);color:var(--good)}
[hidden],.done,button[data-copied] .copy{display:none}
button[data-copied] .done{display:inline}
.note{color:var(--soft);font-size:.875rem}
.links li{padding:.25rem 0}
.big{font-weight:600}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
summary{margin-top:.5rem;padding:.25rem 0;cursor:pointer}
.doc{max-width:52rem}
.doc h2{margin:2rem 0 .5rem;font-size:1.375rem}
.doc h3{margin:1.5rem 0 .5rem;font-size:1.125rem}
.doc ul,.doc ol{margin:0 0 .75rem;padding-left:1.5rem;list-style:revert}
.doc li{margin:.25rem 0}
.doc :not(pre)>code{padding:.1em .3em;border-radius:.3rem;background:var(--card)}
.doc pre{margin:0 0 1rem;padding:.875rem 1rem;border:1px solid var(--hair);border-radius:.6rem;background:var(--card);white-space:pre-wrap}
.doc pre code{font-size:.875rem}
.doc blockquote{margin:0 0 .75rem;padding-left:1rem;border-left:3px solid var(--line)}
.wide{margin:0 0 1rem;overflow-x:auto;overflow-wrap:break-word}
table{border-collapse:collapse;font-size:.9375rem}
th,td{min-width:6rem;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--hair);text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600}
:target{outline:2px solid var(--accent);outline-offset:4px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** The whole script; without it readers copy by hand. */
const script = `const said=document.querySelector("[role=status]");
if(navigator.clipboard)for(const button of document.querySelectorAll("[data-copy]")){
button.hidden=false;
button.onclick=async()=>{await navigator.clipboard.writeText(button.dataset.copy);
for(const other of document.querySelectorAll("[data-copied]"))delete other.dataset.copied;
button.dataset.copied="";said.textContent=button.dataset.done}}`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = policyOf({ "script-src": hashOf(script), "style-src": hashOf(style) });

export async function htmlResponse(content: {
  readonly language: Language;
  readonly title: string;
  readonly body: HtmlEscapedString;
}): Promise<Response> {
  const { language, title, body } = content;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${iconAddress}" />
        <title>${title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return new Response(String(await page), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": policy,
      "Referrer-Policy": "no-referrer",
    },
  });
}
