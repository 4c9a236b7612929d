import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../../..");
const wonflow = path.join(root, "packages/wonflow");

/** Bundles the programs that tests start often: a bundle loads in half the time of hundreds of modules. */
export async function setup(): Promise<void> {
  await build({
    entryPoints: [
      "src/cli.ts",
      "test/self-killing-service.ts",
      "test/settling-service.ts",
      "test/paying-out-service.ts",
    ].map((file) => path.join(wonflow, file)),
    outdir: path.join(wonflow, "node_modules/.cache/programs"),
    outExtension: { ".js": ".mjs" },
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["source"],
    // These look for files beside themselves.
    external: ["pg", "@electric-sql/pglite"],
    // Code written for CommonJS still asks for modules of Node.js by this name.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "error",
  });
}

if (import.meta.main) await setup();
