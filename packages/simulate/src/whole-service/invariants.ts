import { errorCatalog, isErrorCode, isStoreUnavailable } from "@wonflow/core";
import { ConnectionLost } from "@wonflow/sandbox";
import { codeOf } from "../client/request.ts";
import { Unreachable } from "../engine/wire.ts";
import { errorText, type Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";

/**
 * A 500 is allowed for a store or vault out of reach alone. A store that answers a commit after more than an hour is
 * as good as one out of reach.
 */
const noInternalError: Invariant = {
  name: "no internal error",
  ofAnswer({ arrival: { request }, answer, errors }) {
    const foreign = errors.find((error) => !(error instanceof Unreachable || isStoreUnavailable(error)));
    if (foreign !== undefined) return `${request.name} broke: ${errorText(foreign)}`;
    const code = codeOf(answer);
    if (code === undefined) return answer.status < 300 ? undefined : `${request.name} was answered ${answer.status}`;
    if (!isErrorCode(code)) return `${request.name} was answered ${code}, which is no code of the catalog`;
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

const comesToRest: Invariant = { name: "comes to rest", atRest: (observed) => observed.unfinished()?.what };

export const part: Part = { invariants: [noInternalError, movesOfTheTables, comesToRest] };
