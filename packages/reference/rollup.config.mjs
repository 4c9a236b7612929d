import { browserScript } from "@wonflow/check/rollup";

export default [
  browserScript(import.meta.dirname, {
    input: "./src/client/page.ts",
    file: "page.js",
    module: "page-script.js",
  }),
];
