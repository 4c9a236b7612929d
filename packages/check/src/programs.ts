import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";

const root = path.resolve(import.meta.dirname, "../../..");
const wonflow = path.join(root, "packages/wonflow");
const torture = path.join(root, "packages/torture");

/** Bundles the programs that tests start often: a bundle loads in half the time of hundreds of modules. */
export async function setup(): Promise<void> {
  const programs = [
    path.join(wonflow, "src/cli.ts"),
    path.join(wonflow, "test/self-killing-service.ts"),
    path.join(wonflow, "test/settling-service.ts"),
    path.join(wonflow, "test/paying-out-service.ts"),
    path.join(torture, "test/stale-service.ts"),
  ];
  await bundle(programs, { name: "[name]" });
  await bundlePatched("next-version", nextVersion);
  await bundlePatched("refusing-window", refusingWindow);
}

/** The version after this one: it has a migration more, with a column and a function. */
const nextVersion = {
  file: "store-postgres/src/schema/migrations.ts",
  change: (text: string) =>
    text.replace(
      /(export const migrations: Migrations = \{[^}]*)\}/,
      `$1  "9998-next-version": [
        "alter table wonflow.records add column note text not null default ''",
        "create function wonflow.count_records_9998() returns bigint language sql as 'select count(*) from wonflow.records'",
      ],
    }`,
    ),
};

/** A service that guesses: an approval in the window without an answer is answered as refused, and not undone. */
const refusingWindow = {
  file: "nice-payments/src/nice-payments.ts",
  change: (text: string) =>
    text.replace(
      "approve: scrubbed((request) => approve(api, request)),",
      `approve: scrubbed(async (request) => {
        const answer = await approve(api, request).catch(() => ({ outcome: "unknown", reason: "no answer" }));
        const isGuessed = answer.outcome === "unknown" && request.authentication !== null;
        return isGuessed ? { outcome: "refused", code: "PROVIDER_ERROR" } : answer;
      }),`,
    ),
};

/** The command, with another text in the place of one of its files. */
export function bundlePatched(
  name: string,
  { file, change }: { readonly file: string; readonly change: (text: string) => string },
): Promise<void> {
  const patched = path.join(root, "packages", file);
  const patch: Plugin = {
    name: "patch",
    setup(patching) {
      patching.onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== patched) return undefined;
        const before = await readFile(patched, "utf8");
        const contents = change(before);
        if (contents === before) throw new Error(`the patch of ${file} finds no place`);
        return { contents, loader: "ts" };
      });
    },
  };
  return bundle([path.join(wonflow, "src/cli.ts")], { name, plugins: [patch] });
}

async function bundle(
  entryPoints: readonly string[],
  { name, plugins = [] }: { readonly name: string; readonly plugins?: readonly Plugin[] },
): Promise<void> {
  await build({
    entryPoints: [...entryPoints],
    outdir: path.join(wonflow, "node_modules/.cache/programs"),
    outExtension: { ".js": ".mjs" },
    entryNames: name,
    plugins: [...plugins],
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
