import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pack } from "./pack.ts";
import { inOrderOfPublishing } from "./publish-order.ts";
import { runStep } from "./step.ts";
import { readTree } from "./tree.ts";
import { packagesOf, publishable, readManifest } from "./workspace.ts";

/*
 * Publishes every package whose version the registry does not have, as the check packs it, with the provenance of the
 * forge's job that runs it. It may be run again after a failure: what is published stays as it is.
 *
 *     pnpm release:publish
 *     pnpm release:publish --dry-run create-wonflow     # what npm would send of these
 */
const root = path.resolve(import.meta.dirname, "../../..");
const isTrial = process.argv.includes("--dry-run");
const named = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const how = isTrial ? ["--dry-run"] : ["--provenance"];

/**
 * A package's provenance names the repository that it was built in, and the registry refuses one whose manifest does not
 * name the same. The forge says which one that is, so it stands in no file here.
 */
function nameRepository({ GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: name = "" }: NodeJS.ProcessEnv): void {
  if (isTrial) return;
  if (name === "") throw new Error("only a job of the forge can publish with provenance: try --dry-run");
  for (const { folder } of publishable(packagesOf(readTree(root)))) {
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

const destination = mkdtempSync(path.join(tmpdir(), "wonflow-publish-"));
try {
  nameRepository(process.env);
  const all = inOrderOfPublishing(publishable(packagesOf(readTree(root))));
  const packages = all.filter(({ manifest }) => named.length === 0 || named.includes(manifest.name));
  for (const { manifest, file } of pack(packages, { root, destination })) {
    const title = `${manifest.name} ${manifest.version}`;
    if (!isTrial && (await isPublished(manifest.name, manifest.version))) {
      console.log(`${title} is published already`);
      continue;
    }
    const command = ["npm", "publish", file, "--access", "public", ...how] as const;
    const { ok, output } = await runStep({ title: "publish", command }, root);
    // What depends on it must not be published without it.
    if (!ok) throw new Error(`${title} is not published: ${output.trim()}`);
    console.log(isTrial ? output.trim() : `${title} is published`);
  }
} finally {
  rmSync(destination, { recursive: true });
}
