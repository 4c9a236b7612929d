import type { Language, Mode } from "@wonflow/core";

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
export function pageOf({ path, language, operator, isDevelopment, script, style }: Document): string {
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
