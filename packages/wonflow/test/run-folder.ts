import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what the test files of a run share; it is gone after the run. */
    readonly runFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-run-"));
  project.provide("runFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
