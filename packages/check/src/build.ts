import { execFileSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { build, type Options } from "tsup";
import { readTree } from "./tree.ts";
import { entriesOf, packagesOf, publishable, type Manifest, type WorkspacePackage } from "./workspace.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/**
 * One file for each entry of a package, and what they share as chunks. The declarations beside them are
 * the compiler's (`tsc -b`), so only what an earlier build left of JavaScript is removed first.
 * A package with a build script of its own (a browser bundle, say) builds itself.
 */
function buildOptions(folder: string, manifest: Manifest): Options {
  const entries = entriesOf(manifest).map((file) => [file.replace(/^src\/|\.tsx?$/g, ""), path.join(folder, file)]);
  return {
    entry: Object.fromEntries(entries) as Record<string, string>,
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
  process.chdir(cwd);
  await build(buildOptions(cwd, manifest));
}

for (const workspacePackage of publishable(packagesOf(readTree(root)))) {
  try {
    await buildPackage(workspacePackage);
  } catch (error) {
    console.error(`${workspacePackage.manifest.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
