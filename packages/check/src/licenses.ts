import path from "node:path";
import { readTree } from "./tree.ts";
import { packagesOf, publishable, type WorkspacePackage } from "./workspace.ts";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { z } from "zod";

const versions = z.record(z.string(), z.string()).default({});

const installedSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  // Older packages have an object, or a list of them.
  license: z.union([z.string(), z.looseObject({ type: z.string() }).transform(({ type }) => type)]).optional(),
  dependencies: versions,
  optionalDependencies: versions,
});

interface Shipped {
  readonly name: string;
  readonly version: string;
  /** As its package.json says: an SPDX expression. */
  readonly license: string;
}

/** Those that let anyone use, change and sell what is made with them, and require only that their text is included. */
const allowed = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense"]);

/** Whether a license, or one that may be chosen in its place, is allowed; what is not understood is not. */
export function isAllowed(license: string): boolean {
  return license
    .replaceAll(/^\(|\)$/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => allowed.has(one)));
}

/** Where a package that is installed in `from` finds another one, as Node.js looks for it; nothing where it is not there. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", name);
    if (existsSync(path.join(found, "package.json"))) return realpathSync(found);
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** All that is installed with these packages, by name, without optional dependencies for other machines. */
export function shippedWith(root: string, packages: readonly WorkspacePackage[]): readonly Shipped[] {
  const ours = new Set(packages.map(({ manifest }) => manifest.name));
  const found = new Map<string, Shipped>();
  const visit = (folder: string, names: readonly string[], isOptional: boolean): void => {
    for (const name of names.filter((one) => !ours.has(one))) {
      const installed = folderOf(name, folder);
      if (installed === undefined && !isOptional) throw new Error(`${name}, which ${folder} needs, is not installed`);
      if (installed === undefined || found.has(installed)) continue;
      const text = readFileSync(path.join(installed, "package.json"), "utf8");
      const { version, license = "none is named", ...needs } = installedSchema.parse(JSON.parse(text));
      found.set(installed, { name, version, license });
      visit(installed, Object.keys(needs.dependencies), false);
      visit(installed, Object.keys(needs.optionalDependencies), true);
    }
  };
  for (const { folder, manifest } of packages) {
    visit(path.join(root, folder), Object.keys(manifest.dependencies), false);
    visit(path.join(root, folder), Object.keys(manifest.optionalDependencies), true);
  }
  const key = ({ name, version }: Shipped) => `${name}@${version}`;
  return [...found.values()].toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** `pnpm licenses:list` lists the license of everything that is shipped, and fails for one that is not allowed. */
if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "../../..");
  for (const { name, version, license } of shippedWith(root, publishable(packagesOf(readTree(root))))) {
    console.log(`${`${name} ${version}`.padEnd(48)}${license}`);
    if (isAllowed(license)) continue;
    console.error(`${name} ${version}: ${license} is not allowed here`);
    process.exitCode = 1;
  }
}
