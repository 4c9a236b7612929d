import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export { newDatabase } from "./new-database.ts";

/** A folder that does not exist yet, for a sandbox to keep its record in. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "made by us");
}
