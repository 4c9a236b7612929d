import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { clientConsumer } from "./client-tarball.ts";
import { problemsFor, type Consumer } from "./consumer.ts";
import { sdkConsumer } from "./sdk-tarball.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable } from "./workspace.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Packs a package as publishing would, and answers the tarball's bytes. */
function pack(folder: string): Uint8Array<ArrayBuffer> {
  const destination = mkdtempSync(path.join(tmpdir(), "wonflow-pack-"));
  try {
    execFileSync("pnpm", ["pack", "--pack-destination", destination], { cwd: folder, stdio: "pipe" });
    const [tarball] = readdirSync(destination);
    if (tarball === undefined) throw new Error(`pnpm packed nothing in ${folder}`);
    return new Uint8Array(readFileSync(path.join(destination, tarball)));
  } finally {
    rmSync(destination, { recursive: true });
  }
}

/** These packages are ESM only: how a CommonJS resolver sees them is not a problem of theirs. */
function concernsEsm(problem: Problem): boolean {
  return !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind));
}

/** Who installs the packages that stand by themselves. */
const consumers: Readonly<Record<string, Consumer>> = {
  "@wonflow/client": clientConsumer(root),
  "@wonflow/sdk": sdkConsumer,
};

/** What publint and "are the types wrong" find in a packed package. */
async function problemsOf(folder: string, name: string): Promise<readonly string[]> {
  const consumer = consumers[name];
  const tarball = pack(folder);
  const lint = await publint({ pkgDir: "package", pack: { tarball: tarball.buffer }, strict: true });
  const packed = createPackageFromTarballData(tarball);
  const types = await checkPackage(packed);
  const typeProblems = types.types === false ? ["the package has no types"] : types.problems.filter(concernsEsm);
  return [
    ...lint.messages.map((message) => `publint: ${formatMessage(message, lint.pkg, { color: false }) ?? message.code}`),
    ...packed.listFiles().filter((file) => file.endsWith(".tsbuildinfo")),
    ...typeProblems.map((problem) => `types: ${JSON.stringify(problem)}`),
    ...(consumer === undefined ? [] : await problemsFor(consumer, packed, root)),
  ];
}

for (const { folder, manifest } of publishable(packagesOf(readTree(root)))) {
  for (const problem of await problemsOf(path.join(root, folder), manifest.name)) {
    console.error(`${manifest.name}: ${problem}`);
    process.exitCode = 1;
  }
}
