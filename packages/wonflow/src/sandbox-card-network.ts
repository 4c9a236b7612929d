import { join } from "node:path";

import {
  fileJournal,
  sandboxCardNetwork as sandboxOver,
  type SandboxCardNetwork,
  type SandboxCardNetworkOptions,
} from "@wonflow/sandbox";

import { systemClock } from "./clock.ts";
import { randomIds } from "./ids.ts";

/** Where the sandbox keeps its record, and what it is made of; this machine's clock and randomness by default. */
export interface SandboxOptions extends Partial<SandboxCardNetworkOptions> {
  /** A folder for its record, made if need be. Without one it forgets every payment when the process ends. */
  readonly dataDir?: string;
}

/**
 * A simulated card network, for test mode. Give it a folder wherever the store outlives the process:
 * a payment that the store knows and the network has forgotten can't be given back.
 *
 * @example
 * const network = sandboxCardNetwork({ dataDir: ".wonflow" });
 */
export function sandboxCardNetwork({ dataDir, ...options }: SandboxOptions = {}): SandboxCardNetwork {
  const journal = dataDir === undefined ? {} : { journal: fileJournal(join(dataDir, "sandbox-cards.jsonl")) };
  return sandboxOver({ clock: systemClock, ids: randomIds, ...journal, ...options });
}
