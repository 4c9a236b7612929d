import { html, Markup } from "./html.ts";
import { style } from "./style.ts";

/** What a page consists of beside what all pages have. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly body: Markup;
}

/** The policy of a page: no script, no image, no font, no frame; its one style by its hash. */
async function policy(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    // Chromium holds the redirect after a submitted form to form-action as well (seen to: with 'self'
    // alone it stops there), and that leads to the merchant's own address, which may be any.
    "form-action 'self' https: http:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/**
 * What every answer has: the token stands in the address, so nothing may keep the page, and nothing may
 * be told where the buyer came from.
 */
export async function commonHeaders(): Promise<Record<string, string>> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": await policy(),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** A page as a response. */
export function pageResponse({ status, title, body }: Page): Response {
  const page = html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(page.text, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
