import { defineConfig } from "vitest/config";

import { changed } from "./marks.ts";
import { mutatedFiles, storeMutants } from "./store-mutants.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const { WONFLOW_MUTANTS: list, WONFLOW_MUTANT: name, WONFLOW_MUTANT_TESTS: place } = process.env;
const mutant = storeMutants[list].find((each) => each.name === name);

/** What one process and one connection show, and what only several do, such as a lock that is not taken. */
const tests = {
  sql: {
    embedded: ["packages/store-postgres/src/{contract,rate-limiter}.test.ts"],
    server: ["packages/store-postgres/src/{contract,locks,server,versions}.test.ts"],
  },
  batches: {
    embedded: [
      "packages/core/src/commit/commit.test.ts",
      "packages/store-postgres/src/{batch,contract,group,keep-apart}.test.ts",
    ],
    server: ["packages/store-postgres/src/{contract,locks,lost-connections,server,together,versions}.test.ts"],
  },
};

/** The suites of a contract that run in both places are told apart by their names. */
const named = {
  sql: { embedded: /PGlite in memory/, server: /^(?!.*PGlite)/ },
  batches: { embedded: /^(?!.*PostgreSQL server)/, server: /^(?!.*PGlite)/ },
};

/** Tests of the store on an embedded database or on a server, with the wrong change that is named in the environment. */
export default defineConfig({
  plugins: [
    {
      name: "store-mutant",
      enforce: "pre",
      transform: (code, id) =>
        mutant !== undefined && id.endsWith(mutatedFiles[mutant.file]) ? changed(code, mutant) : undefined,
    },
  ],
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  // The globalSetup runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ["source"], externalConditions: ["source"] } } },
  test: {
    root,
    globalSetup: place === "server" ? ["packages/store-postgres/test/postgres-server-setup.ts"] : [],
    include: tests[list][place],
    testNamePattern: named[list][place],
    // The machine may be busy with other things; a statement that waits for ever is given up by the store.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest would take the file as it was read before, without the change.
    fsModuleCache: false,
    bail: 1,
  },
});
