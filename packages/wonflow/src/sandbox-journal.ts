import { existsSync } from "node:fs";
import { join } from "node:path";

import {
  databaseJournal,
  fileJournal,
  memoryJournal,
  readJournalFile,
  type Journal,
  type JournalLine,
  type JournalName,
} from "@wonflow/sandbox";

/** The place of a simulated provider's record. Without one the record is lost when the process ends. */
export interface SandboxPlace {
  /** A folder for the record, created if need be. One process may use it at a time. */
  readonly dataDir?: string | undefined;
  /**
   * A PostgreSQL server's database for the record, in a schema of its own, for any number of processes. An earlier record
   * in `dataDir` is imported, once; nothing is written there.
   */
  readonly url?: string | undefined;
}

/** A provider's record. */
export interface SandboxRecord {
  /** `sandbox-<name>.jsonl` in a folder, a table of that name in a database. */
  readonly name: JournalName;
  /** Parses a recorded line; throws if it is not an entry of this provider. */
  readonly readEntry: (line: JournalLine) => object;
}

export async function openSandboxJournal({ dataDir, url }: SandboxPlace, record: SandboxRecord): Promise<Journal> {
  const { name } = record;
  const path = dataDir === undefined ? undefined : join(dataDir, `sandbox-${name}.jsonl`);
  if (url === undefined) return path === undefined ? memoryJournal() : fileJournal(path);
  const journal = await databaseJournal({ url, name });
  if (path === undefined || journal.replay().length > 0 || !existsSync(path)) return journal;
  await journal.close();
  await importFile(path, url, record);
  return databaseJournal({ url, name });
}

/** The longest time to import a large record, for which only this start waits. */
const importMs = 60_000;

/** Imports a file's record, all of it or nothing, unless the database has a record by now. */
async function importFile(path: string, url: string, { name, readEntry }: SandboxRecord): Promise<void> {
  const earlier = readJournalFile(path).map(readEntry);
  const journal = await databaseJournal({ url, name, answerTimeoutMs: importMs });
  try {
    await journal.turn(0, (present) => (present.length === 0 ? earlier : []));
  } finally {
    await journal.close();
  }
}
