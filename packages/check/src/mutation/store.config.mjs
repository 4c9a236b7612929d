import { defineConfig } from "vitest/config";

import { changed } from "./marks.ts";
import { mutatedFiles, storeMutants, storeTests } from "./store-mutants.ts";

const root = new URL("../../../../", import.meta.url).pathname;
const { WONFLOW_MUTANTS: list, WONFLOW_MUTANT: name, WONFLOW_MUTANT_TESTS: number } = process.env;
const mutant = storeMutants[list].find((each) => each.name === name);
const { files, named, onServer } = storeTests[list][number];

/** Tests of the store, with the wrong change that is named in the environment. */
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
    globalSetup: onServer ? ["packages/store-postgres/test/postgres-server-setup.ts"] : [],
    include: files,
    testNamePattern: named,
    // The machine may be busy with other things; a statement that waits too long is canceled by the store.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest would take the file as it was read before, without the change.
    fsModuleCache: false,
    bail: 1,
  },
});
