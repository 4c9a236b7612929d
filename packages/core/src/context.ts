import type { CommitContext } from "./engine/commit/commit.ts";
import type { Notice, Vault } from "./ports.ts";
import type { Settings } from "./settings.ts";

/**
 * The ports of every use case, bound once by `bindPayments`. A concept with ports of its own extends it, so that a use
 * case's signature names its ports.
 */
export interface Context extends CommitContext {
  readonly vault: Vault;
  readonly settings: Settings;
  readonly notify: (notice: Notice) => void;
}
