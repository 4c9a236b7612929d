import type { Language, Opening } from "@wonflow/core";
import { html, Markup } from "../pages/html.ts";
import { metaTags } from "../pages/document.ts";
import { textOf } from "../texts.ts";

/** A launch page is seen for a moment only: it has no style of the merchant. */
export const windowStyle =
  "body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}main{padding:1.5rem;text-align:center}button{font:inherit;padding:.75rem 1.25rem}[hidden]{display:none}";

export const submitScript = "document.forms[0].submit()";

type OpenBy<Kind> = Extract<Opening["open"], { readonly kind: Kind }>;

interface Spoken {
  readonly language: Language;
}

function pageOf(main: Markup, { language }: Spoken): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${metaTags}
        <title>${textOf(language, "toWindow", {})}</title>
        ${new Markup(`<style>${windowStyle}</style>`)}
      </head>
      <body>
        ${main}
      </body>
    </html>`.text;
}

/** Sends the provider its fields, by itself or by the buyer's press. */
export function formDocument({ open, language }: Spoken & { readonly open: OpenBy<"post"> }): string {
  const fields = Object.entries(open.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return pageOf(
    html`<main>
        <p>${textOf(language, "toWindow", {})}</p>
        <form method="post" action="${new URL(open.url).href}" accept-charset="utf-8">
          ${fields}<button>${textOf(language, "openWindow", {})}</button>
        </form>
      </main>
      ${new Markup(`<script>${submitScript}</script>`)}`,
    { language },
  );
}

/** Loads the provider's script and lets the adapter's launcher open the window. */
export function launchDocument({
  open,
  nonce,
  language,
}: Spoken & { readonly open: OpenBy<"script">; readonly nonce: string }): string {
  const failed = `() => { document.getElementById("failed").hidden = false; }`;
  const call = `(${open.launcher})(${scriptText(open.fields)}, ${failed})`;
  return pageOf(
    html`<main>
        <p>${textOf(language, "toWindow", {})}</p>
        <p id="failed" role="alert" hidden>${textOf(language, "windowFailed", {})}</p>
      </main>
      <script nonce="${nonce}" src="${new URL(open.url).href}"></script>
      ${new Markup(`<script nonce="${nonce}">${call.replaceAll("</", String.raw`<\/`)}</script>`)}`,
    { language },
  );
}

/** A value as JavaScript, which cannot end the element that contains it. */
function scriptText(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
