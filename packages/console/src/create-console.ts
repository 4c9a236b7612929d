import type { Language, Mode } from "@wonflow/core";
import { integrity, script } from "#page-script";
import { style } from "./style.ts";

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

/**
 * An operator that the page of a service in development offers for signing in. Every reader of the page sees the
 * password.
 */
export interface OfferedOperator {
  readonly mId: number;
  readonly mode: Mode;
  readonly name: string;
  readonly password: string;
}

interface Document {
  /** Below the mount: `/console/…`. */
  readonly path: string;
  readonly language: Language;
  readonly operator: OfferedOperator | undefined;
  readonly isDevelopment: boolean;
  readonly script: string;
  readonly style: string;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");

const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1c54d8"/><path d="M7 9l4.5 14L16 9l4.5 14L25 9M5 16h22" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`;

const texts = {
  ko: { title: "Wonflow 콘솔", noScript: "콘솔은 자바스크립트를 켜야 볼 수 있어요." },
  en: { title: "Wonflow console", noScript: "The console needs JavaScript." },
};

/**
 * The way from a page to the console's own folder. It is relative, because a proxy or framework may have stripped a
 * prefix from the path that the service sees.
 */
function wayToConsole(path: string): string {
  const depth = path.split("/").length - 2;
  return depth === 0 ? "console/" : "../".repeat(depth - 1) || "./";
}

/** The empty page, which its script fills. */
function pageOf({ path, language, operator, isDevelopment, script, style }: Document): string {
  const { title, noScript } = texts[language];
  const way = wayToConsole(path);
  const offered = operator === undefined ? "" : ` data-operator="${escaped(JSON.stringify(operator))}"`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex">
<link rel="icon" href="${icon}">
<title>${title}</title>
<link rel="stylesheet" href="${way}assets/${style}">
<script src="${way}assets/${script}" defer></script>
</head>
<body${isDevelopment ? " data-development" : ""}${offered}>
<div id="console"></div>
<noscript><p>${noScript}</p></noscript>
</body>
</html>
`;
}
