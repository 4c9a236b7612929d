import { defineConfig } from "vitest/config";

import { SoonerSeen } from "./sooner-seen.mjs";

const root = new URL("../../../../", import.meta.url).pathname;

/** Core's own tests, as Stryker runs them over a copy of the repository. */
export default defineConfig({
  resolve: {
    conditions: ["source"],
    // Packages come from the copy too; the links in node_modules lead out of it.
    alias: [{ find: /^@wonflow\/([a-z-]+)$/, replacement: `${root}packages/$1/src/index.ts` }],
  },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    root,
    include: ["packages/core/src/**/*.test.ts"],
    // They read the text of the sources, try random cases, which may see a change today and not tomorrow,
    // or take their time over other folders.
    exclude: ["**/refusals*.test.ts", "**/*.{fuzz,property}.test.ts", "**/{bin,catalog}/**", "**/node_modules/**"],
    // A run of all of them takes seconds, a start of each by itself as long again.
    isolate: false,
    sequence: { sequencer: SoonerSeen },
    fsModuleCache: false,
  },
});
