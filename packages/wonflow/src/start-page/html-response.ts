import { createHash } from "node:crypto";

import { iconAddress, policyOf } from "@wonflow/checkout";
import type { Language } from "@wonflow/core";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

import { style } from "./style.ts";

/** The whole script; without it people copy by hand. */
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
