import { defineConfig } from "vitest/config";

/** Tests run from source: the packages' `source` export condition leads to their TypeScript. */
const shared = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  // A project's globalSetup runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ["source"], externalConditions: ["source"] } } },
};

export default defineConfig({
  test: {
    globalSetup: ["packages/check/src/browser.ts"],
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{packages,examples}/*/{src,test}/**/*.test.ts"],
          exclude: ["packages/store-postgres/**", "**/*.browser.test.ts", "**/*.crash.test.ts", "**/node_modules/**"],
        },
      },
      {
        ...shared,
        // A browser on a busy machine may take its time; what a page must do in time, the tests themselves say.
        test: { name: "browser", include: ["{packages,examples}/*/test/**/*.browser.test.ts"], testTimeout: 30_000 },
      },
      { ...shared, test: { name: "crash", include: ["packages/*/test/**/*.crash.test.ts"] } },
      {
        ...shared,
        test: {
          name: "postgres",
          include: ["packages/store-postgres/src/**/*.test.ts"],
          globalSetup: ["packages/store-postgres/test/postgres-server-setup.ts"],
        },
      },
    ],
  },
});
