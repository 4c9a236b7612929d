import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "@wonflow/http";
import { printDecisions } from "./docs/decisions.ts";
import { printErrors, printKoreanErrors } from "./docs/errors.ts";
import { printStates } from "./docs/states.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The SDK's README with the version of its script, and the hash of what was built of it, wherever it names one. */
function printSdk(): string {
  const read = (file: string) => readFileSync(path.join(root, "packages/sdk", file), "utf8");
  const { version } = JSON.parse(read("package.json")) as { readonly version: string };
  const hash = createHash("sha384").update(read("dist/payments-sdk.js")).digest("base64");
  return read("README.md")
    .replaceAll(/\bpayments-sdk\/v\d+\.\d+\.\d+\//g, `payments-sdk/v${version}/`)
    .replaceAll(/\bsha384-[\w+/=]{64}/g, `sha384-${hash}`);
}

/** The index for language models as a page for readers of the repository, without the line about this page itself. */
function printPages(index: string): string {
  const lists = index.slice(index.indexOf("## ")).replace(/^- \[[^\]]+\]\(README\.md\).*\n/m, "");
  return `# Documentation\n\n<!-- Printed from llms.txt by \`pnpm print:docs\`. -->\n\nAll pages, by reader.\n\n${lists}`;
}

/** A page with the rows of its table of events, as the document has them: when each is sent, and its body. */
function printEvents(page: string, language: "en" | "ko"): string {
  const rows = Object.entries(openApiDocument(language).webhooks).map(([event, { post }]) => {
    const [sentWhen] = post.description.split("\n");
    const body = post.requestBody?.description.replaceAll(/GET \S+}/g, "`$&`") ?? "";
    return `| \`${event}\` | ${sentWhen} | ${body} |\n`;
  });
  const table = /(?<=^\| (?:event|이벤트) \|.*\n\|[-|]+\n)(?:\|.*\n)+/m;
  if (!table.test(page)) throw new Error("the page of webhooks has no table of events");
  return page.replace(table, () => rows.join(""));
}

export function printedPages(): Readonly<Record<string, string>> {
  const printed = (page: string) => page.replace("\n", "\n\n<!-- Printed from the code by `pnpm print:docs`. -->\n");
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const catalog = read("packages/core/src/error-messages.ts");
  const decisions = printDecisions(path.join(root, "docs"));
  return {
    "docs/errors.md": printed(printErrors(catalog)),
    "docs/ko/errors.md": printed(printKoreanErrors(catalog)),
    "docs/states.md": printed(printStates()),
    "docs/webhook.md": printEvents(read("docs/webhook.md"), "en"),
    "docs/ko/webhook.md": printEvents(read("docs/ko/webhook.md"), "ko"),
    "packages/sdk/README.md": printSdk(),
    ...decisions,
    "docs/README.md": printPages(decisions["docs/llms.txt"] ?? ""),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(printedPages())) writeFileSync(path.join(root, file), text);
}
