import { defineConfig } from "vitest/config";

import { sqlFiles, sqlMutants } from "./sql-mutants.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const mutant = sqlMutants.find(({ name }) => name === process.env.WONFLOW_SQL_MUTANT);

/** The contracts of the store and the rate limiter on an embedded database, with the wrong change that is named in the environment. */
export default defineConfig({
  plugins: [
    {
      name: "sql-mutant",
      enforce: "pre",
      transform: (code, id) =>
        mutant !== undefined && id.endsWith(sqlFiles[mutant.file])
          ? code.replace(mutant.text, () => mutant.replacement)
          : undefined,
    },
  ],
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    root,
    include: ["packages/store-postgres/src/{contract,rate-limiter}.test.ts"],
    testNamePattern: /PGlite in memory/,
    // Vitest would take the file as it was read before, without the change.
    fsModuleCache: false,
    bail: 1,
  },
});
