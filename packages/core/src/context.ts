import type { CommitContext } from "./commit/commit.ts";
import type { Notice, Vault } from "./ports.ts";
import type { Settings } from "./settings.ts";

/**
 * What every use case reaches the world through, bound once by `bindPayments`. A concept with ports
 * of its own extends it, so that a use case's signature says what it can reach.
 */
export interface Context extends CommitContext {
  readonly vault: Vault;
  readonly settings: Settings;
  readonly notify: (notice: Notice) => void;
}
