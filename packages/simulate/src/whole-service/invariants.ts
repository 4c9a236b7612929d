import { errorCatalog, isErrorCode, isStoreUnavailable } from "@wonflow/core";
import { ConnectionLost } from "@wonflow/sandbox";
import { codeOf } from "../client/client.ts";
import { Unreachable } from "../engine/wire.ts";
import { errorText, type Invariant, type Projection } from "../observation/invariant.ts";
import type { Part } from "../part.ts";

/**
 * A 500 is allowed only for an unreachable store or vault. A store that answers a commit after more than an hour counts
 * as unreachable.
 */
const noInternalError: Invariant = {
  name: "no internal error",
  ofAnswer({ arrival: { request }, answer, errors }) {
    const foreign = errors.find((error) => !(error instanceof Unreachable || isStoreUnavailable(error)));
    if (foreign !== undefined) return `${request.name} broke: ${errorText(foreign)}`;
    const code = codeOf(answer);
    if (code === undefined) return answer.status < 300 ? undefined : `${request.name} was answered ${answer.status}`;
    if (!isErrorCode(code)) return `${request.name} was answered ${code}, which is not in the catalog`;
    if (errorCatalog[code].status !== answer.status) return `${code} came with status ${answer.status}`;
    const internal = code === "FAILED_INTERNAL_SYSTEM_PROCESSING" && errors.length === 0;
    return internal ? `${request.name} was answered ${code} for no reason` : undefined;
  },
  ofEvent(event) {
    if (event.kind !== "notice" || !("error" in event.notice)) return undefined;
    const { kind, error } = event.notice;
    // The simulation and the test cards throw these on purpose; any other error is a bug.
    const isOnPurpose = error instanceof Unreachable || error instanceof ConnectionLost || isStoreUnavailable(error);
    return isOnPurpose ? undefined : `${kind}: ${errorText(error)}`;
  },
};

const movesOfTheTables: Invariant = {
  name: "moves of the tables",
  ofMove({ machine, id, from, to, event }) {
    if (event !== undefined) return undefined;
    return from === undefined ? `${machine} ${id} begins as ${to}` : `${machine} ${id} goes from ${from} to ${to}`;
  },
};

const nothingUnfinished: Invariant = {
  name: "nothing stays unfinished",
  atEnd: (observed) => observed.unfinished()?.what,
};

interface Lease {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A process holds a due record for as long as two calls of a provider may take. */
const leases: Projection<Map<string, Lease>> = {
  start: () => new Map(),
  onEvent(all, event, { settings }) {
    if (event.kind !== "claimed") return;
    // Counted from the request: a claim that was in flight for long may be over when it arrives.
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

export const part: Part = {
  projections: [leases],
  invariants: [noInternalError, movesOfTheTables, nothingUnfinished, oneWorker],
};
