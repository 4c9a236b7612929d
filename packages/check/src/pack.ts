import { execFileSync } from "node:child_process";
import path from "node:path";
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
