import type { Knowledge } from "./client/client.ts";
import type { WeightedCommand } from "./client/command.ts";
import type { Invariant, Projection } from "./observation/invariant.ts";
import type { ObservedRecords } from "./observation/observed-records.ts";

/** What a file adds to the simulator: what it observes, what clients do, and what must hold. */
export interface Part {
  /** Its records, with their state machines. */
  readonly records?: readonly ObservedRecords<unknown>[];
  /** What else is kept of commits and answers. */
  readonly projections?: readonly Projection<unknown>[];
  /** What clients learn. */
  readonly knowledge?: readonly Knowledge<unknown>[];
  /** What clients do. */
  readonly commands?: readonly WeightedCommand[];
  /** What the back offices of merchants do: they have sellers and pay out. */
  readonly backOffice?: readonly WeightedCommand[];
  /** What the servers of merchants do: they store cards and charge them. */
  readonly chargingServer?: readonly WeightedCommand[];
  readonly invariants?: readonly Invariant[];
  /** How often each thing must be reached in any thousand seeds, by the name under which it is counted. */
  readonly leastPerThousand?: Readonly<Record<string, number>>;
}
