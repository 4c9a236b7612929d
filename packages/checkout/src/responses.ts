import { documentOf, type Page, type Place } from "./pages/document.ts";
import { secondsIn } from "./pages/page-texts.ts";
import { paletteStyle } from "./pages/palette.ts";
import { style } from "./pages/style.ts";

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** What the policy of a page depends on. */
interface Policed {
  /** Whose pages may frame it. */
  readonly frameOrigins: readonly string[];
  /** The merchant's colour, where the page has one. */
  readonly color?: string | undefined;
}

/** The policy of a page: our own script, styles by their hashes, pictures within the page, and the calls of the script. */
async function policy({ frameOrigins, color }: Policed): Promise<string> {
  const styles = await Promise.all([style, ...(color === undefined ? [] : [paletteStyle(color)])].map(sha256));
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.map((hash) => `'sha256-${hash}'`).join(" ")}`,
    "img-src data:",
    "connect-src 'self'",
    // Chromium holds the redirect after a submitted form to form-action as well, and that leads to the
    // merchant's own address, which may be any: 'self' alone would strand the buyer after paying.
    "form-action 'self' https: http:",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(" ")}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/**
 * What the answer of every page has, with a policy of its own: a token stands in the address, so nothing may keep the
 * page, and nothing may be told where the buyer came from.
 */
export function headersOfSecretPage(contentSecurityPolicy: string): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Content-Security-Policy": contentSecurityPolicy,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** What the answer of every page of the checkout has. */
export async function pageHeaders(policed: Policed): Promise<Record<string, string>> {
  return headersOfSecretPage(await policy(policed));
}

/** A page as a response. */
export function pageResponse(page: Page, place: Place): Response {
  const { text } = documentOf(page, place);
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "Content-Language": page.texts.language });
  const { status, retryAfterMs } = page;
  if (retryAfterMs !== undefined) headers.set("Retry-After", secondsIn(retryAfterMs));
  return new Response(text, { status, headers });
}
