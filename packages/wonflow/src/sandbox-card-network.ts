import { existsSync } from "node:fs";
import { join } from "node:path";

import {
  databaseJournal,
  fileJournal,
  memoryJournal,
  readJournalEntry,
  readJournalFile,
  sandboxCardNetwork as sandboxOver,
  type Journal,
  type SandboxCardNetwork,
  type SandboxCardNetworkOptions,
} from "@wonflow/sandbox";

import { systemClock } from "./clock.ts";
import { randomIds } from "./ids.ts";

/** Where the sandbox keeps its record, and what it is made of; this machine's clock and randomness by default. */
export interface SandboxOptions extends Partial<Omit<SandboxCardNetworkOptions, "journal">> {
  /** A folder for its record, made if need be, which one process uses at a time. */
  readonly dataDir?: string | undefined;
  /**
   * A PostgreSQL server's database for its record, in a schema of its own, for any number of processes. A record
   * that was kept in `dataDir` before is taken over, once; nothing is written there.
   */
  readonly url?: string | undefined;
}

/**
 * A simulated card network, for test mode. Give it the place of the store: a payment that the store knows and
 * the network has forgotten, or that another process has in another record, can't be given back. With neither
 * place it forgets every payment when the process ends.
 *
 * Rejects with `StoreUnavailable` when the database can't be reached, logged in to or written.
 *
 * @example
 * const place = { dataDir: ".wonflow" }; // or { url: "postgres://…" }
 * const store = await postgresStore(place);
 * const network = await sandboxCardNetwork(place);
 */
export async function sandboxCardNetwork({
  dataDir,
  url,
  ...options
}: SandboxOptions = {}): Promise<SandboxCardNetwork> {
  const journal = await openJournal(dataDir, url);
  return sandboxOver({ clock: systemClock, ids: randomIds, ...options, journal });
}

async function openJournal(dataDir: string | undefined, url: string | undefined): Promise<Journal> {
  const path = dataDir === undefined ? undefined : join(dataDir, "sandbox-cards.jsonl");
  if (url === undefined) return path === undefined ? memoryJournal() : fileJournal(path);
  const journal = await databaseJournal({ url });
  if (path === undefined || journal.replay().length > 0 || !existsSync(path)) return journal;
  await journal.close();
  await takeOver(path, url);
  return databaseJournal({ url });
}

/** A record of some size may take its time to be taken over, for which nobody waits but this start. */
const takingOverMs = 60_000;

/** Takes a record over from a file, unless the database has one by now: all of it or nothing. */
async function takeOver(path: string, url: string): Promise<void> {
  const earlier = readJournalFile(path).map(readJournalEntry);
  const journal = await databaseJournal({ url, answerTimeoutMs: takingOverMs });
  try {
    await journal.turn(0, (present) => (present.length === 0 ? earlier : []));
  } finally {
    await journal.close();
  }
}
