import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A digest of the last build, and below it the paths in the repository that rollup read and wrote, a line each. */
const mark = "node_modules/.cache/browser-scripts";

/** The files that a script depends on beside the sources that rollup reads. */
const builders = [
  "pnpm-lock.yaml",
  "packages/check/src/{browser,bundle,rollup}.ts",
  "packages/*/{package.json,rollup.config.mjs}",
  "packages/*/released/*.txt",
];

/** Changes with every path and every byte; a file that is gone is a change as well. */
function digestOf(root: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of [...globSync(builders, { cwd: root }).toSorted(), ...files]) {
    const whole = path.join(root, file);
    const bytes = existsSync(whole) ? readFileSync(whole) : undefined;
    hash.update(`${file}\n${bytes?.length ?? "gone"}\n`).update(bytes ?? "");
  }
  return hash.digest("hex");
}

function isBuilt(root: string): boolean {
  const whole = path.join(root, mark);
  if (!existsSync(whole)) return false;
  const [digest, ...files] = readFileSync(whole, "utf8").split("\n");
  return digest === digestOf(root, files);
}

/** Builds the browser scripts of every package, unless sources, builders and scripts have not changed since the last build. */
export async function buildChanged(root: string): Promise<void> {
  if (isBuilt(root)) return;
  rmSync(path.join(root, mark), { force: true });
  const began = Date.now();
  // Rollup takes longer to load than all of this does when nothing has changed.
  const { buildForBrowsers } = await import("./bundle.ts");
  const folders = globSync("packages/*", { cwd: root }).map((folder) => path.join(root, folder));
  const built = (await Promise.all(folders.map(buildForBrowsers))).flat();
  const sources = built.flatMap((bundle) => bundle.sources);
  // A source that was saved meanwhile may have been read before or after that.
  if (sources.some((file) => statSync(file).mtimeMs >= began)) return;
  const scripts = built.flatMap((bundle) => bundle.scripts);
  const files = [...sources, ...scripts].map((file) => path.relative(root, file));
  mkdirSync(path.dirname(path.join(root, mark)), { recursive: true });
  writeFileSync(path.join(root, mark), [digestOf(root, files), ...files].join("\n"));
}

/** `npm start` runs this first, and so does vitest, as its global set-up. */
export async function setup(): Promise<void> {
  await buildChanged(path.resolve(import.meta.dirname, "../../.."));
}

if (import.meta.main) await setup();
