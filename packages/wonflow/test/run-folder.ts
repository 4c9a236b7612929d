import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type {} from "@wonflow/testkit/prepared-folder";
import type { TestProject } from "vitest/node";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-run-"));
  project.provide("runFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
