import type { Knowledge, WeightedCommand } from "./client/client.ts";
import type { Invariant, Projection } from "./observation/invariant.ts";
import type { ObservedRecords } from "./observation/observed-records.ts";

export interface Part {
  readonly records?: readonly ObservedRecords<unknown>[];
  readonly projections?: readonly Projection<unknown>[];
  readonly knowledge?: readonly Knowledge<unknown>[];
  readonly commands?: readonly WeightedCommand[];
  readonly backOffice?: readonly WeightedCommand[];
  readonly chargingServer?: readonly WeightedCommand[];
  readonly invariants?: readonly Invariant[];
  /** How often each thing must be reached in any thousand seeds. */
  readonly leastPerThousand?: Readonly<Record<string, number>>;
}
