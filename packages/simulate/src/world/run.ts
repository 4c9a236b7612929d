import type { Merchant } from "../client/client.ts";
import type { Scheduler } from "../engine/scheduler.ts";
import type { Trace } from "../engine/trace.ts";
import type { Wire } from "../engine/wire.ts";
import type { Observer } from "../observation/observer.ts";
import type { Profile } from "./profile.ts";

/** What all parts of a run share. */
export interface Run {
  readonly seed: number;
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly wire: Wire;
  readonly trace: Trace;
  readonly observer: Observer;
  readonly merchants: readonly Merchant[];
  /** The only clients that start, by name; by default all. */
  readonly only: readonly string[] | undefined;
}
