import { defineConfig } from "vitest/config";

import { changed } from "./marks.ts";
import { sqlFiles, sqlMutants } from "./sql-mutants.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const mutant = sqlMutants.find(({ name }) => name === process.env.WONFLOW_SQL_MUTANT);

/** What one connection shows, and what only several do, such as a lock that is not taken. */
const onServer = process.env.WONFLOW_SQL_TESTS === "server";
const tests = onServer ? "{contract,locks,server,versions}" : "{contract,rate-limiter}";

/** Tests of the store on an embedded database or on a server, with the wrong change that is named in the environment. */
export default defineConfig({
  plugins: [
    {
      name: "sql-mutant",
      enforce: "pre",
      transform: (code, id) =>
        mutant !== undefined && id.endsWith(sqlFiles[mutant.file]) ? changed(code, mutant) : undefined,
    },
  ],
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  // The globalSetup runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ["source"], externalConditions: ["source"] } } },
  test: {
    root,
    globalSetup: onServer ? ["packages/store-postgres/test/postgres-server-setup.ts"] : [],
    include: [`packages/store-postgres/src/${tests}.test.ts`],
    testNamePattern: onServer ? /^(?!.*PGlite)/ : /PGlite in memory/,
    // The machine may be busy with other things; a statement that waits for ever is given up by the store.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest would take the file as it was read before, without the change.
    fsModuleCache: false,
    bail: 1,
  },
});
