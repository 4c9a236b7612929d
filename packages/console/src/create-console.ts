import type { Language } from "@wonflow/core";
import { integrity, script } from "#page-script";
import { pageOf, type OfferedOperator } from "./document.ts";
import { style } from "./style/style.ts";

export interface ConsoleSettings {
  /** Whether the service's clock may be moved, so that the console asks for its time; not by default. */
  readonly isDevelopment?: boolean;
}

/** A file that the page loads. Its name changes with its content, so that browsers may cache it permanently. */
export interface ConsoleFile {
  /** Below `assets/`. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

/** The page as it is to be served. */
export interface ConsolePage {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Console {
  readonly files: readonly ConsoleFile[];
  /**
   * The same page for `/console` and every path below it. A mount takes its own prefix off the path before. It offers to
   * sign in as the operator, if one is given.
   */
  page(path: string, language: Language, operator?: OfferedOperator): ConsolePage;
}

/** The policy allows nothing from elsewhere, and neither script nor style inside the page. */
const policy = Object.entries({
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "connect-src": "'self'",
  "img-src": "data:",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
  "base-uri": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "'none'",
})
  .map((directive) => directive.join(" "))
  .join("; ");

const headers = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy": policy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-384", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** A file's name out of a hash in Base64. */
const nameOf = (hash: string) => hash.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 16);

/**
 * The merchant's console: one page and its two files, for a mount at `/console` beside the interface, whose operators it
 * signs in at `/operator/session` and whose routes it calls. The page loads nothing from elsewhere.
 *
 * @example
 * const { page, files } = await createConsole();
 * const { text, headers } = page("/console/payments", "ko");
 * new Response(text, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } });
 */
export async function createConsole({ isDevelopment = false }: ConsoleSettings = {}): Promise<Console> {
  const scriptFile = {
    name: `${nameOf(integrity.replace(/^sha384-/, ""))}.js`,
    contentType: "text/javascript; charset=utf-8",
    text: script,
  };
  const styleFile = {
    name: `${nameOf(await hashOf(style))}.css`,
    contentType: "text/css; charset=utf-8",
    text: style,
  };
  return {
    files: [scriptFile, styleFile],
    page(path, language, operator) {
      const names = { script: scriptFile.name, style: styleFile.name };
      const text = pageOf({ path, language, operator, isDevelopment, ...names });
      return { text, headers: { ...headers, "Content-Language": language } };
    },
  };
}
