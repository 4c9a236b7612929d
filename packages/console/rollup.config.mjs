import { browserScript } from "@wonflow/check/rollup";

export default [
  browserScript(import.meta.dirname, {
    input: "./src/client/page.tsx",
    file: "page.js",
    module: "page-script.js",
    banner:
      "/*! Preact, Copyright (c) 2015-present Jason Miller; uPlot, Copyright (c) 2022 Leon Sorokin: both under the MIT License, https://opensource.org/license/mit */",
  }),
];
