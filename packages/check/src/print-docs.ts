import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { printErrors } from "./docs/errors.ts";
import { printStates } from "./docs/states.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The pages of `docs` that are printed from the code, by their path from the root. */
export function printedPages(): Readonly<Record<string, string>> {
  const printed = (page: string) => page.replace("\n", "\n\n<!-- Printed from the code by `pnpm print:docs`. -->\n");
  return {
    "docs/errors.md": printed(printErrors(readFileSync(path.join(root, "packages/core/src/errors.ts"), "utf8"))),
    "docs/states.md": printed(printStates()),
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(printedPages())) writeFileSync(path.join(root, file), text);
}
