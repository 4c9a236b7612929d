import type { Invariant, Projection } from "../observation/invariant.ts";
import type { Part } from "../part.ts";

interface Lease {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A process has a due record alone for as long as two calls of a provider may take. */
const leases: Projection<Map<string, Lease>> = {
  start: () => new Map(),
  onEvent(all, event, { settings }) {
    if (event.kind !== "claimed") return;
    // From when it was asked for: a claim that was long under way may be over when it arrives.
    const until = event.askedAt + 2 * settings.requestDeadlineMs;
    for (const { tenant, key, version } of event.records) {
      all.set(`${tenant} ${key.kind} ${key.id}`, { version, until });
    }
  },
};

const oneWorker: Invariant = {
  name: "due work belongs to one process",
  ofEvent(event, observed) {
    if (event.kind !== "claimed") return undefined;
    for (const { tenant, key, version } of event.records) {
      const lease = observed.of(leases).get(`${tenant} ${key.kind} ${key.id}`);
      if (lease?.version === version && lease.until > observed.now) {
        return `${key.kind} ${key.id} was taken again at ${observed.now}, before ${lease.until}`;
      }
    }
    return undefined;
  },
};

export const part: Part = { projections: [leases], invariants: [oneWorker] };
