import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { install, link, type Packed } from "./empty-project.ts";
import { runStep } from "./step.ts";
import { readManifest } from "./workspace.ts";

/** Starts a project and pays an order of it in Chromium. */
export const payProgram = "packages/create-wonflow/test/pay.ts";

/** Lets the packed `create-wonflow` write a project, lays the packed packages out in it, and pays its first order. */
export async function problemsInCreatedProject(
  packed: readonly Packed[],
  { framework, root }: { readonly framework: string; readonly root: string },
): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "wonflow-created-")));
  try {
    install(folder, { packed, root });
    const cli = path.join(folder, "node_modules/create-wonflow/dist/cli.js");
    const shop = path.join(folder, "shop");
    const args = ["shop", "--framework", framework, "--store", "embedded"];
    const written = await runStep({ title: "create-wonflow", command: ["node", cli, ...args] }, folder);
    if (!written.ok) return [`create-wonflow: ${written.output.trim()}`];
    install(shop, { packed, root });
    const { dependencies } = readManifest(readFileSync(path.join(shop, "package.json"), "utf8"));
    const ours = new Set(packed.map(({ tarball }) => tarball.packageName));
    for (const name of Object.keys(dependencies).filter((one) => !ours.has(one))) {
      const here = path.join(root, "packages/create-wonflow/node_modules", name);
      link(path.join(shop, "node_modules", name), realpathSync(here));
    }
    const paid = await runStep({ title: "pay", command: ["node", payProgram, shop], limitMs: 120_000 }, root);
    return paid.ok ? [] : [`${framework}: ${paid.output.trim()}`];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
