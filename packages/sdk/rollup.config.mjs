import { browserModules, browserScript } from "@wonflow/check/rollup";
import manifest from "./package.json" with { type: "json" };

const folder = import.meta.dirname;

export default [
  browserScript(folder, {
    input: "./src/script-global.ts",
    global: "PaymentsSDK",
    file: "payments-sdk.js",
    module: "script.js",
    version: manifest.version,
  }),
  browserModules(folder, ["./src/index.ts", "./src/loader.ts", "./src/global.ts"]),
];
