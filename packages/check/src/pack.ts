import path from "node:path";
import { execFileSync } from "node:child_process";
import type { WorkspacePackage } from "./workspace.ts";

/** A package, and the tarball that was packed of it. */
export interface PackedFile extends WorkspacePackage {
  readonly file: string;
}

/** Packs packages, in their order, into tarballs of a folder: what the check tries is what publishing sends. */
export function pack(
  packages: readonly WorkspacePackage[],
  { root, destination }: { readonly root: string; readonly destination: string },
): readonly PackedFile[] {
  const filters = packages.map(({ manifest }) => `--filter=${manifest.name}`);
  execFileSync("pnpm", ["--recursive", ...filters, "pack", "--pack-destination", destination], {
    cwd: root,
    stdio: "pipe",
  });
  return packages.map((one) => {
    const { name, version } = one.manifest;
    return { ...one, file: path.join(destination, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`) };
  });
}

/** Each package after its dependencies, so that one that is installed meanwhile is complete. */
export function inOrderOfPublishing(packages: readonly WorkspacePackage[]): readonly WorkspacePackage[] {
  const byName = new Map(packages.map((one) => [one.manifest.name, one]));
  const ordered = new Set<WorkspacePackage>();
  const add = (one: WorkspacePackage, asked: readonly WorkspacePackage[]) => {
    if (ordered.has(one) || asked.includes(one)) return;
    const { dependencies, peerDependencies } = one.manifest;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const needed = byName.get(name);
      if (needed !== undefined) add(needed, [...asked, one]);
    }
    ordered.add(one);
  };
  // A created project installs wonflow: its maker comes last.
  const last = packages.filter(({ manifest }) => manifest.name === "create-wonflow");
  for (const one of [...packages.filter((each) => !last.includes(each)), ...last]) add(one, []);
  return [...ordered];
}
