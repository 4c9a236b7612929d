import { existsSync } from "node:fs";
import path from "node:path";

import { pages, root } from "./docs/site-links.ts";
import { runStep } from "./step.ts";

/**
 * Builds the site of the pages, and fails where a link leads nowhere, a page is missing, anything is warned of, or a phone
 * would cut a Korean word in two.
 */
const { ok, output } = await runStep({ title: "site", command: ["vitepress", "build", "docs"] }, root);
const warnings = output.split("\n").filter((line) => /warn|fall(?:ing|s)? back|dead link/i.test(line));
const places = Object.values(pages).map((place) => place.replace(/md$/, "html"));
const missing = places.filter((place) => !existsSync(path.join(root, "docs/dist", place)));
const lookAtWords = ["node", "--conditions=source", "packages/wonflow/test/checkout/site-words.ts"] as const;

if (!ok || warnings.length + missing.length > 0) {
  console.error([output, ...missing.map((place) => `docs/dist has no ${place}`)].join("\n"));
  process.exitCode = 1;
} else {
  const words = await runStep({ title: "words", command: lookAtWords }, root);
  console.log(`The site is in docs/dist.\n${words.output.trim()}`);
  process.exitCode = words.ok ? 0 : 1;
}
