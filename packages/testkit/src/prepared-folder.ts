import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what the test files of a run share, which a global set-up provides; it is gone after the run. */
    readonly runFolder: string;
  }
}

/**
 * Copies a folder that takes long to make, such as a new embedded database. A run of tests makes it once for each name,
 * in its `runFolder`.
 *
 * @example
 * import { writeFile } from "node:fs/promises";
 *
 * await copyPrepared("rates", { to: "data", make: (folder) => writeFile(`${folder}/rates.json`, "[]") });
 */
export async function copyPrepared(
  name: string,
  { to, make }: { readonly to: string; readonly make: (folder: string) => Promise<void> },
): Promise<void> {
  const prepared = join(inject("runFolder"), name);
  while (!existsSync(prepared)) await prepareOrWait(prepared, make);
  await cp(prepared, to, { recursive: true });
}

/** Of several files that need it at once the first one makes it, while the others wait; where that fails, the next one. */
async function prepareOrWait(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const claim = `${folder}-claim`;
  try {
    await mkdir(claim);
  } catch {
    return pause(50);
  }
  try {
    if (existsSync(folder)) return;
    const made = await mkdtemp(`${folder}-`);
    await make(made);
    // The folder appears only once it is complete.
    await rename(made, folder);
  } finally {
    await rm(claim, { recursive: true });
  }
}
