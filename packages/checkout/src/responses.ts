import { documentOf, type Page, type Place, secondsIn } from "./pages/document.ts";
import { paletteStyle } from "./pages/palette.ts";
import { style } from "./pages/style.ts";
import { choiceStyle } from "./pages/choice-style.ts";
import * as ofPages from "#page-script";
import * as ofWindow from "#window-script";

/** A script's path below the page; it changes with the script. */
function pathOf({ integrity }: { readonly integrity: string }): string {
  const name = integrity.replace(/^sha384-/, "").replaceAll(/[^A-Za-z0-9]/g, "");
  return `assets/${name.slice(0, 16)}.js`;
}

export const scriptPath = pathOf(ofPages);

/** The script of pages that offer methods of the gateway's window. */
export const windowScriptPath = pathOf(ofWindow);

const scripts: Readonly<Record<string, string>> = {
  [scriptPath]: ofPages.script,
  [windowScriptPath]: ofWindow.script,
};

/** Undefined for any other path. */
export function scriptResponse(pathname: string): Response | undefined {
  const path = Object.keys(scripts).find((each) => pathname.endsWith(`/${each}`));
  if (path === undefined) return undefined;
  return new Response(scripts[path], {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** The Content-Security-Policy of a page that may do nothing but what these directives allow. */
export function policyOf(allowed: Readonly<Record<string, string>>): string {
  const directives = {
    "default-src": "'none'",
    "img-src": "data:",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    ...allowed,
  };
  return Object.entries(directives)
    .map((directive) => directive.join(" "))
    .join("; ");
}

interface Policed {
  readonly frameOrigins: readonly string[];
  readonly color?: string | undefined;
  /** Whether the page offers methods of the gateway's window. */
  readonly offersWindow?: boolean;
}

async function policy({ frameOrigins, color, offersWindow = false }: Policed): Promise<string> {
  const more = [...(offersWindow ? [choiceStyle] : []), ...(color === undefined ? [] : [paletteStyle(color)])];
  const styles = await Promise.all([style, ...more].map(sha256));
  return policyOf({
    "script-src": "'self'",
    "style-src": styles.map((hash) => `'sha256-${hash}'`).join(" "),
    "connect-src": "'self'",
    // Chromium applies form-action to the redirect after the form as well, which leads to the
    // merchant's own address: with 'self' alone the buyer would be stranded after paying.
    "form-action": "'self' https: http:",
    "frame-ancestors": frameOrigins.length === 0 ? "'none'" : frameOrigins.join(" "),
  });
}

/** For pages with a token in their address: no cache stores them, and no referrer contains the address. */
export function headersOfSecretPage(contentSecurityPolicy: string): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": contentSecurityPolicy,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

export async function pageHeaders(policed: Policed): Promise<Record<string, string>> {
  return headersOfSecretPage(await policy(policed));
}

export function pageResponse(page: Page, place: Place): Response {
  const { text } = documentOf(page, place);
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "Content-Language": page.texts.language });
  const { status, retryAfterMs } = page;
  if (retryAfterMs !== undefined) headers.set("Retry-After", secondsIn(retryAfterMs));
  return new Response(text, { status, headers });
}

/** Reports an error. A reporter that throws must not cost the buyer the page. */
export function reportSafely(report: (error: unknown) => void, error: unknown): void {
  try {
    report(error);
  } catch {}
}
