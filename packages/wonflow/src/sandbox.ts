import {
  sandboxGateway as sandboxOver,
  type SandboxGateway,
  type SandboxGatewayOptions,
  sandboxPayoutBank as payoutBankOver,
  type SandboxPayoutBank,
  type SandboxPayoutBankOptions,
  databaseJournal,
  fileJournal,
  memoryJournal,
  type Journal,
  type JournalName,
} from "@wonflow/sandbox";
import { systemClock, randomIds } from "./machine.ts";
import { join } from "node:path";

/** The place of a simulated provider's record. Without one the record is lost when the process ends. */
export interface SandboxPlace {
  /** A folder for the record, created if need be. One process may use it at a time. Nothing is written there with a `url`. */
  readonly dataDir?: string | undefined;
  /** A PostgreSQL server's database for the record, in a schema of its own, for any number of processes. */
  readonly url?: string | undefined;
}

/** The place of the sandbox's record, and its parts; this machine's clock and randomness by default. */
export interface SandboxOptions extends SandboxPlace, Partial<Omit<SandboxGatewayOptions, "journal">> {
  /** Where several sandboxes of one place are bound by name: the name, for a record of its own. At most 40 of `a–z 0–9 -`. */
  readonly name?: string;
}

/**
 * A simulated gateway, for test mode. Give it the store's own place: a payment that is missing in this record can't
 * be canceled. Without a place every payment is lost when the process ends.
 *
 * Rejects with `StoreUnavailable` when the database can't be reached, logged in to or written.
 *
 * @example
 * const place = { dataDir: ".wonflow" }; // or { url: "postgres://…" }
 * const store = await postgresStore(place);
 * const gateway = await sandboxGateway(place);
 */
export async function sandboxGateway(options: SandboxOptions = {}): Promise<SandboxGateway> {
  const { dataDir, url, name, ...parts } = options;
  if (name !== undefined && !/^[a-z0-9-]{1,40}$/.test(name)) {
    throw new RangeError(`a sandbox can't be called ${name}: use 1 to 40 of a–z, 0–9 and -`);
  }
  const journal = await openSandboxJournal({ dataDir, url }, name === undefined ? "cards" : `cards-${name}`);
  return sandboxOver({ clock: systemClock, ids: randomIds, ...parts, journal });
}

/** The place of the sandbox bank's record, and its parts; this machine's clock and randomness by default. */
export interface SandboxBankOptions extends SandboxPlace, Partial<Omit<SandboxPayoutBankOptions, "journal">> {}

/**
 * A simulated payout bank, for test mode. Give it the store's own place: a seller that is missing in this record can't
 * be paid. Without a place every seller and payout is lost when the process ends.
 *
 * Magic names and amounts: docs/test-bank.md. Rejects with `StoreUnavailable` when the database can't be reached, logged
 * in to or written, and with a RangeError for a `cutOff` that is not a time of day.
 *
 * @example
 * const place = { dataDir: ".wonflow" }; // or { url: "postgres://…" }
 * const store = await postgresStore(place);
 * const bank = await sandboxPayoutBank(place);
 */
export async function sandboxPayoutBank(options: SandboxBankOptions = {}): Promise<SandboxPayoutBank> {
  const { dataDir, url, ...parts } = options;
  const journal = await openSandboxJournal({ dataDir, url }, "payouts");
  return payoutBankOver({ clock: systemClock, ids: randomIds, ...parts, journal });
}

/** Opens the record of a provider: `sandbox-<name>.jsonl` in a folder, a table of that name in a database. */
async function openSandboxJournal({ dataDir, url }: SandboxPlace, name: JournalName): Promise<Journal> {
  if (url !== undefined) return databaseJournal({ url, name });
  return dataDir === undefined ? memoryJournal() : fileJournal(join(dataDir, `sandbox-${name}.jsonl`));
}
