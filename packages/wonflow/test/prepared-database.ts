import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { postgresStore } from "@wonflow/store-postgres";
import { inject } from "vitest";

import "./run-folder.ts";

/** Copies a new embedded database into a folder: making one takes seconds, so that a run makes it once. */
export async function copyDatabase(folder: string): Promise<void> {
  const prepared = join(inject("runFolder"), "embedded");
  while (!existsSync(prepared)) await prepareOrWait(prepared);
  await cp(prepared, folder, { recursive: true });
}

/** Of several files that need it at once the first one makes it, while the others wait; where that fails, the next one. */
async function prepareOrWait(folder: string): Promise<void> {
  const claim = `${folder}-claim`;
  try {
    await mkdir(claim);
  } catch {
    return pause(50);
  }
  try {
    await prepare(folder);
  } finally {
    await rm(claim, { recursive: true });
  }
}

/** The folder appears only once it is complete. */
async function prepare(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const made = await mkdtemp(`${folder}-`);
  const store = await postgresStore({ dataDir: made });
  await store.close();
  await rename(made, folder);
}
