import { browserModules } from "@wonflow/check/rollup";

// What runs in every browser of 2020 runs on every edge runtime as well.
export default [browserModules(import.meta.dirname, ["./src/index.ts"])];
