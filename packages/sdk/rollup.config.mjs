import { browserModules, browserScript } from "@wonflow/check/rollup";

const folder = import.meta.dirname;

export default [
  browserScript(folder, {
    input: "./src/script-global.ts",
    global: "PaymentsSDK",
    file: "payments-sdk.js",
    module: "script.js",
  }),
  browserModules(folder, ["./src/index.ts", "./src/loader.ts", "./src/global.ts"]),
];
