import { defineConfig } from "vitest/config";

/** Tests run from source: the packages' `source` export condition leads to their TypeScript. */
const shared = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: { name: "unit", include: ["packages/*/{src,test}/**/*.test.ts"] },
      },
    ],
  },
});
