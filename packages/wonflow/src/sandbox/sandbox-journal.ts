import { join } from "node:path";

import { databaseJournal, fileJournal, memoryJournal, type Journal, type JournalName } from "@wonflow/sandbox";

/** The place of a simulated provider's record. Without one the record is lost when the process ends. */
export interface SandboxPlace {
  /** A folder for the record, created if need be. One process may use it at a time. Nothing is written there with a `url`. */
  readonly dataDir?: string | undefined;
  /** A PostgreSQL server's database for the record, in a schema of its own, for any number of processes. */
  readonly url?: string | undefined;
}

/** Opens the record of a provider: `sandbox-<name>.jsonl` in a folder, a table of that name in a database. */
export async function openSandboxJournal({ dataDir, url }: SandboxPlace, name: JournalName): Promise<Journal> {
  if (url !== undefined) return databaseJournal({ url, name });
  return dataDir === undefined ? memoryJournal() : fileJournal(join(dataDir, `sandbox-${name}.jsonl`));
}
