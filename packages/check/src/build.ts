import { execFileSync } from "node:child_process";
import { existsSync, globSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Options } from "tsup";
import { buildForBrowsers } from "./bundle.ts";
import { readTree } from "./tree.ts";
import {
  entriesOf,
  packagesOf,
  publishable,
  publishedExports,
  type Manifest,
  type WorkspacePackage,
} from "./workspace.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The entries of a package by the name that they have when built, without those that are built already. */
function unbuilt(folder: string, manifest: Manifest): Readonly<Record<string, string>> {
  const built = entriesOf({ ...manifest, exports: publishedExports(manifest) });
  const entries = built.map((file) => [file.replace(/^src\/|\.tsx?$/g, ""), path.join(folder, file)]);
  const left = entries.filter(([name]) => !existsSync(path.join(folder, `dist/${name}.js`)));
  return Object.fromEntries(left) as Record<string, string>;
}

/** `tsc -b` has written the declarations, so only what an earlier build left of JavaScript is removed first. */
function buildOptions(folder: string, entry: Readonly<Record<string, string>>): Options {
  return {
    entry,
    outDir: path.join(folder, "dist"),
    tsconfig: path.join(folder, "tsconfig.json"),
    config: false,
    clean: false,
    format: "esm",
    platform: "node",
    target: "es2023",
    removeNodeProtocol: false,
    sourcemap: true,
    silent: true,
  };
}

async function buildPackage({ folder, manifest }: WorkspacePackage): Promise<void> {
  const cwd = path.join(root, folder);
  if (manifest.scripts["build"] !== undefined) {
    execFileSync("pnpm", ["run", "build"], { cwd, stdio: "inherit" });
    return;
  }
  for (const file of globSync("dist/**/*.{js,js.map}", { cwd })) rmSync(path.join(cwd, file));
  await buildForBrowsers(cwd);
  const entries = unbuilt(cwd, manifest);
  if (Object.keys(entries).length === 0) return;
  process.chdir(cwd);
  await build(buildOptions(cwd, entries));
}

for (const workspacePackage of publishable(packagesOf(readTree(root)))) {
  try {
    await buildPackage(workspacePackage);
  } catch (error) {
    console.error(`${workspacePackage.manifest.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
