import {
  sandboxPayoutBank as sandboxOver,
  type SandboxPayoutBank,
  type SandboxPayoutBankOptions,
} from "@wonflow/sandbox";

import { systemClock } from "../system-clock.ts";
import { randomIds } from "../ids.ts";
import { openSandboxJournal, type SandboxPlace } from "./sandbox-journal.ts";

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
  return sandboxOver({ clock: systemClock, ids: randomIds, ...parts, journal });
}
