import { sandboxGateway as sandboxOver, type SandboxGateway, type SandboxGatewayOptions } from "@wonflow/sandbox";

import { systemClock } from "../system-clock.ts";
import { randomIds } from "../ids.ts";
import { openSandboxJournal, type SandboxPlace } from "./sandbox-journal.ts";

/** The place of the sandbox's record, and its parts; this machine's clock and randomness by default. */
export interface SandboxOptions extends SandboxPlace, Partial<Omit<SandboxGatewayOptions, "journal">> {
  /** Where several sandboxes of one place are bound by name: the name, for a record of its own. At most 40 of `a–z 0–9 -`. */
  readonly name?: string;
}

/**
 * A simulated gateway, for test mode. Give it the store's own place: a payment that is missing in this record can't
 * be canceled. Without a place it forgets every payment when the process ends.
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
