import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../../..");
const wonflow = path.join(root, "packages/wonflow");
const torture = path.join(root, "packages/torture");

/** Bundles the programs that tests start often: a bundle loads in half the time of hundreds of modules. */
export async function setup(): Promise<void> {
  await build({
    entryPoints: [
      path.join(wonflow, "src/cli.ts"),
      path.join(wonflow, "test/self-killing-service.ts"),
      path.join(wonflow, "test/settling-service.ts"),
      path.join(wonflow, "test/paying-out-service.ts"),
      path.join(torture, "test/stale-service.ts"),
    ],
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
