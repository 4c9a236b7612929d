import { join } from "node:path";

import { databaseJournal, fileJournal, memoryJournal, type Journal, type JournalName } from "@wonflow/sandbox";

/** Where a simulated provider keeps its record. With neither place it forgets it when the process ends. */
export interface SandboxPlace {
  /** A folder for its record, made if need be, which one process uses at a time. Nothing is written there with a `url`. */
  readonly dataDir?: string | undefined;
  /** A PostgreSQL server's database for its record, in a schema of its own, for any number of processes. */
  readonly url?: string | undefined;
}

/** Opens the record of a provider: `sandbox-<name>.jsonl` in a folder, a table of that name in a database. */
export async function openSandboxJournal({ dataDir, url }: SandboxPlace, name: JournalName): Promise<Journal> {
  if (url !== undefined) return databaseJournal({ url, name });
  return dataDir === undefined ? memoryJournal() : fileJournal(join(dataDir, `sandbox-${name}.jsonl`));
}
