import path from "node:path";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { pack, type PackedFile, inOrderOfPublishing } from "./pack.ts";
import { runStep } from "./step.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable, readManifest } from "./workspace.ts";

/*
 * Publishes every package whose version the registry does not have, as the check packs it, with the provenance of the
 * forge's job that runs it. It may be run again after a failure: what is published is unchanged.
 *
 *     pnpm release:publish
 *     pnpm release:publish --dry-run create-wonflow     # what npm would send of these packages
 *     pnpm release:publish --by-hand tarballs           # the tarballs, and what a person types to publish them
 */
const root = path.resolve(import.meta.dirname, "../../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean" }, "by-hand": { type: "string" } },
});

const all = inOrderOfPublishing(publishable(packagesOf(readTree(root))));
const packages = all.filter(({ manifest }) => positionals.length === 0 || positionals.includes(manifest.name));

/**
 * A package's provenance names the repository that it was built in, and the registry refuses one whose manifest does not
 * name the same. The forge supplies the repository, so no file here names it.
 */
function nameRepository({ GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: name = "" }: NodeJS.ProcessEnv): void {
  if (name === "") throw new Error("only a job of the forge can publish with provenance: try --dry-run or --by-hand");
  for (const { folder } of packages) {
    const file = path.join(root, folder, "package.json");
    const repository = { type: "git", url: `git+${server}/${name}.git`, directory: folder };
    writeFileSync(file, JSON.stringify({ ...readManifest(readFileSync(file, "utf8")), repository }, null, 2));
  }
}

async function isPublished(name: string, version: string): Promise<boolean> {
  const asked = ["npm", "view", `${name}@${version}`, "version", "--json"] as const;
  const { ok, output } = await runStep({ title: "view", command: asked }, root);
  if (ok) return output.includes(version);
  if (output.includes("E404")) return false;
  throw new Error(`whether ${name} ${version} is published is not known: ${output.trim()}`);
}

/** Answers npm's words. Rejects where npm refuses: a package must not be published without those that it depends on. */
async function publish({ manifest, file }: PackedFile, how: string): Promise<string> {
  const command = ["npm", "publish", file, "--access", "public", how] as const;
  const { ok, output } = await runStep({ title: "publish", command }, root);
  if (!ok) throw new Error(`${manifest.name} ${manifest.version} is not published: ${output.trim()}`);
  return output.trim();
}

async function publishMissing(destination: string): Promise<void> {
  nameRepository(process.env);
  for (const one of pack(packages, { root, destination })) {
    const { name, version } = one.manifest;
    const stands = await isPublished(name, version);
    if (!stands) await publish(one, "--provenance");
    console.log(`${name} ${version} is published${stands ? " already" : ""}`);
  }
}

async function tryOut(destination: string): Promise<void> {
  for (const one of pack(packages, { root, destination })) console.log(await publish(one, "--dry-run"));
}

const byHand = values["by-hand"];
if (byHand === undefined) {
  const destination = mkdtempSync(path.join(tmpdir(), "wonflow-publish-"));
  try {
    await (values["dry-run"] === true ? tryOut : publishMissing)(destination);
  } finally {
    rmSync(destination, { recursive: true });
  }
} else {
  mkdirSync(byHand, { recursive: true });
  const packed = pack(packages, { root, destination: path.resolve(byHand) });
  for (const { file } of packed) console.log(`npm publish ${path.relative(process.cwd(), file)} --access public`);
}
