import { existsSync } from "node:fs";
import { cp, mkdtemp, rename } from "node:fs/promises";
import { join } from "node:path";

import { postgresStore } from "@wonflow/store-postgres";
import { inject } from "vitest";

import "./run-folder.ts";

/** Copies a new embedded database into a folder: making one takes seconds, so that a run makes it once. */
export async function copyDatabase(folder: string): Promise<void> {
  const prepared = join(inject("runFolder"), "embedded");
  if (!existsSync(prepared)) await prepare(prepared);
  await cp(prepared, folder, { recursive: true });
}

/** It stands there when it is whole; of several files that make it at once the first one's stays. */
async function prepare(folder: string): Promise<void> {
  const made = await mkdtemp(`${folder}-`);
  const store = await postgresStore({ dataDir: made });
  await store.close();
  await rename(made, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
}
