import type { Lanes } from "./lanes.ts";
import type { Clock, Ids, Notice, Vault } from "./ports.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";

/**
 * What every use case reaches the world through, bound once by `createPayments`. A concept with ports
 * of its own extends it, so that a use case's signature says what it can reach.
 */
export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: Vault;
  readonly settings: Settings;
  readonly lanes: Lanes;
  readonly notify: (notice: Notice) => void;
}
