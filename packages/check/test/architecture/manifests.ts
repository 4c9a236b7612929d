import type { Tree } from "../../src/tree.ts";
import { packagesOf, type Manifest, type WorkspacePackage } from "../../src/workspace.ts";

const exact = /^(?:workspace:\*|(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?)$/;

/** Only peers may be ranges: everything else is installed as it was tested. */
function inexact(manifest: Pick<Manifest, "dependencies" | "devDependencies" | "optionalDependencies">) {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${name} is not at an exact version: ${version}`);
}

function problemsOf({ folder, manifest }: WorkspacePackage): readonly string[] {
  const problems = [...inexact(manifest)];
  if (manifest.type !== "module") problems.push("type is not module");
  if (manifest.license !== "MIT") problems.push("license is not MIT");
  if (folder.startsWith("examples/")) return problems;
  if (manifest.engines["node"] !== ">=22.12") problems.push("engines.node is not >=22.12");
  const published = manifest.files?.filter((file) => !file.startsWith("!dist/"));
  // A project that `npm create wonflow` writes has its texts from this folder.
  const wanted = folder === "packages/create-wonflow" ? ["dist", "template"] : ["dist"];
  if (!manifest.private && published?.join() !== wanted.join()) {
    problems.push(`files is not ${JSON.stringify(wanted)}, or less`);
  }
  if (folder === "packages/core" && Object.keys(manifest.dependencies).join() !== "decimal.js,zod") {
    problems.push("core depends on decimal.js and zod only");
  }
  return problems;
}

/** pnpm judges packages by the Node.js that runs them, which package.json brings along. */
function nodeVersions(tree: Tree, { optionalDependencies }: Pick<Manifest, "optionalDependencies">): readonly string[] {
  const [, judged] = /^nodeVersion: (\S+)$/m.exec(tree.get("pnpm-workspace.yaml") ?? "") ?? [];
  return Object.entries(optionalDependencies)
    .filter(([name, version]) => /^node-(?:linux|win)-/.test(name) && version !== judged)
    .map(([name]) => `package.json:1 ${name} is not the nodeVersion of pnpm-workspace.yaml`);
}

/** The fields that every package.json has alike, and the compiler's root settings for every package. */
export function manifests(tree: Tree): readonly string[] {
  const packages = packagesOf(tree);
  const references = tree.get("tsconfig.json") ?? "";
  const root = packagesOf(new Map([["packages/root/package.json", tree.get("package.json") ?? "{}"]]));
  return [
    ...root.flatMap(({ manifest }) => inexact(manifest).map((problem) => `package.json:1 ${problem}`)),
    ...root.flatMap(({ manifest }) => nodeVersions(tree, manifest)),
    ...packages.flatMap((one) => problemsOf(one).map((problem) => `${one.folder}/package.json:1 ${problem}`)),
    ...packages
      .filter(({ folder }) => tree.has(`${folder}/tsconfig.json`) && !references.includes(`"${folder}"`))
      .map(({ folder }) => `tsconfig.json:1 does not reference ${folder}`),
  ];
}
