import type { WorkspacePackage } from "./workspace.ts";

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
