import { globSync } from "node:fs";
import path from "node:path";
import { rollup, type MergedRollupOptions } from "rollup";
import { loadConfigFile } from "rollup/loadConfigFile";

/** Whole paths. */
interface Bundled {
  readonly sources: readonly string[];
  readonly scripts: readonly string[];
}

async function bundle(options: MergedRollupOptions): Promise<Bundled> {
  const built = await rollup(options);
  const scripts: string[] = [];
  for (const output of options.output) {
    const written = await built.write(output);
    const folder = output.dir ?? path.dirname(output.file ?? "");
    scripts.push(...written.output.map(({ fileName }) => path.join(folder, fileName)));
  }
  await built.close();
  return { sources: built.watchFiles, scripts };
}

/** Builds the browser scripts of one package. */
export async function buildForBrowsers(folder: string): Promise<readonly Bundled[]> {
  const bundled: Bundled[] = [];
  for (const file of globSync("rollup.config.mjs", { cwd: folder })) {
    const { options, warnings } = await loadConfigFile(path.join(folder, file), {});
    warnings.flush();
    bundled.push(...(await Promise.all(options.map(bundle))));
  }
  return bundled;
}
