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

/** Where a simulated provider keeps its record. With neither place it forgets it when the process ends. */
export interface SandboxPlace {
  /** A folder for its record, made if need be, which one process uses at a time. */
  readonly dataDir?: string | undefined;
  /**
   * A PostgreSQL server's database for its record, in a schema of its own, for any number of processes. A record
   * that was kept in `dataDir` before is taken over, once; nothing is written there.
   */
  readonly url?: string | undefined;
}

/** A provider's record as a place keeps it. */
export interface SandboxRecord {
  /** `sandbox-<name>.jsonl` in a folder, a table of that name in a database. */
  readonly name: JournalName;
  /** Reads a recorded line; throws when it is not an entry of this provider. */
  readonly readEntry: (line: JournalLine) => object;
}

/** Opens the journal of a provider where it is kept. */
export async function openSandboxJournal({ dataDir, url }: SandboxPlace, record: SandboxRecord): Promise<Journal> {
  const { name } = record;
  const path = dataDir === undefined ? undefined : join(dataDir, `sandbox-${name}.jsonl`);
  if (url === undefined) return path === undefined ? memoryJournal() : fileJournal(path);
  const journal = await databaseJournal({ url, name });
  if (path === undefined || journal.replay().length > 0 || !existsSync(path)) return journal;
  await journal.close();
  await takeOver(path, url, record);
  return databaseJournal({ url, name });
}

/** A record of some size may take its time to be taken over, for which nobody waits but this start. */
const takingOverMs = 60_000;

/** Takes a record over from a file, unless the database has one by now: all of it or nothing. */
async function takeOver(path: string, url: string, { name, readEntry }: SandboxRecord): Promise<void> {
  const earlier = readJournalFile(path).map(readEntry);
  const journal = await databaseJournal({ url, name, answerTimeoutMs: takingOverMs });
  try {
    await journal.turn(0, (present) => (present.length === 0 ? earlier : []));
  } finally {
    await journal.close();
  }
}
