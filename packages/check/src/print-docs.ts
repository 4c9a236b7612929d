import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
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

export function printedPages(): Readonly<Record<string, string>> {
  const printed = (page: string) => page.replace("\n", "\n\n<!-- Printed from the code by `pnpm print:docs`. -->\n");
  const catalog = readFileSync(path.join(root, "packages/core/src/errors.ts"), "utf8");
  return {
    "docs/errors.md": printed(printErrors(catalog)),
    "docs/ko/errors.md": printed(printKoreanErrors(catalog)),
    "docs/states.md": printed(printStates()),
    "packages/sdk/README.md": printSdk(),
    ...printDecisions(path.join(root, "docs")),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(printedPages())) writeFileSync(path.join(root, file), text);
}
