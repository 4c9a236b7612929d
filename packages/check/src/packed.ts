import path from "node:path";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { checkPackage, createPackageFromTarballData, type Package, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { clientConsumer, problemsFor, type Consumer, sdkConsumer } from "./consumer.ts";
import { embeddingCode, problemsInProject, type Packed, problemsInCreatedProject } from "./empty-project.ts";
import { pack } from "./pack.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable, publishedExports, type Manifest } from "./workspace.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** These packages are ESM only: how a CommonJS resolver sees them doesn't concern them. */
function concernsEsm(problem: Problem): boolean {
  return !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind));
}

const consumers: Readonly<Record<string, Consumer>> = {
  "@wonflow/client": clientConsumer(root),
  "@wonflow/sdk": sdkConsumer,
};

async function problemsOfTypes(packed: Package, manifest: Manifest): Promise<readonly string[]> {
  const types = await checkPackage(packed, { entrypoints: Object.keys(publishedExports(manifest)) });
  if (types.types === false) return ["the package has no types"];
  return types.problems.filter(concernsEsm).map((problem) => `types: ${JSON.stringify(problem)}`);
}

/** What a developer's folder may hold beside the files of a package. */
function isSecret(file: string): boolean {
  return /(?:^|\/)(?:\.env(?:\.[^/]*)?|\.wonflow\/.*|secrets\/.*|[^/]*\.(?:pem|key|dump))$/.test(file);
}

async function problemsOf(
  tarball: Uint8Array<ArrayBuffer>,
  packed: Package,
  manifest: Manifest,
): Promise<readonly string[]> {
  const consumer = consumers[packed.packageName];
  const lint = await publint({ pkgDir: "package", pack: { tarball: tarball.buffer }, strict: true });
  // A program: no code imports it.
  const typeProblems = packed.packageName === "create-wonflow" ? [] : await problemsOfTypes(packed, manifest);
  return [
    ...lint.messages.map((message) => `publint: ${formatMessage(message, lint.pkg, { color: false }) ?? message.code}`),
    ...packed.listFiles().filter((file) => file.endsWith(".tsbuildinfo") || isSecret(file)),
    ...typeProblems,
    ...(consumer === undefined ? [] : await problemsFor(consumer, packed, root)),
  ];
}

function report(about: string, problems: readonly string[]): void {
  for (const problem of problems) {
    console.error(`${about}: ${problem}`);
    process.exitCode = 1;
  }
}

const packages = publishable(packagesOf(readTree(root)));
const destination = mkdtempSync(path.join(tmpdir(), "wonflow-pack-"));
const allPacked: Packed[] = [];
try {
  for (const { folder, manifest, file } of pack(packages, { root, destination })) {
    const bytes = new Uint8Array(readFileSync(file));
    const tarball = createPackageFromTarballData(bytes);
    report(manifest.name, await problemsOf(bytes, tarball, manifest));
    allPacked.push({ folder, tarball });
  }
} finally {
  rmSync(destination, { recursive: true });
}

// The code of the packages' own READMEs is compiled beside the lines that embed the service.
const snippets = Object.entries(consumers).map(([name, { code }]) => [`${path.basename(name)}.ts`, code]);
const code = { ...embeddingCode(root), ...(Object.fromEntries(snippets) as Readonly<Record<string, string>>) };
report("installed", await problemsInProject(allPacked, { code, root }));
report("created", await problemsInCreatedProject(allPacked, { framework: "hono", root }));
