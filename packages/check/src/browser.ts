import { globSync } from "node:fs";
import path from "node:path";
import { rollup, type MergedRollupOptions } from "rollup";
import { loadConfigFile } from "rollup/loadConfigFile";

const root = path.resolve(import.meta.dirname, "../../..");

async function bundle(options: MergedRollupOptions): Promise<void> {
  const built = await rollup(options);
  for (const output of options.output) await built.write(output);
  await built.close();
}

export async function buildForBrowsers(folder: string): Promise<void> {
  for (const file of globSync("rollup.config.mjs", { cwd: folder })) {
    const { options, warnings } = await loadConfigFile(path.join(folder, file), {});
    warnings.flush();
    await Promise.all(options.map(bundle));
  }
}

/** Builds every package's browser scripts. `npm start` runs it first, and so does vitest, as its global set-up. */
export async function setup(): Promise<void> {
  await Promise.all(globSync("packages/*", { cwd: root }).map((folder) => buildForBrowsers(path.join(root, folder))));
}

if (import.meta.main) await setup();
