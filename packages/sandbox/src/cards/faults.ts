import type { TenantId } from "@wonflow/core";

/** The calls of the card port. */
export type Operation = "authenticate" | "approve" | "cancel" | "reverse" | "lookUp";

/**
 * What can go wrong between a caller and the network.
 *
 * - `refused-connection`: the call never arrives; the promise rejects
 * - `answer-lost`: the call takes effect; the promise rejects
 * - `late`: the call takes effect; the answer comes `ms` (1,000) after the deadline
 * - `arrives-late`: the promise rejects at once; the call arrives `ms` later, or, without `ms`, when
 *   `deliverDelayed()` says so
 * - `wrong-amount`, `wrong-key`: the call takes effect as asked, the answer names another amount or key
 * - `duplicate-delivery`: the call arrives twice at once; one answer comes back
 */
export type FaultKind =
  | "refused-connection"
  | "answer-lost"
  | "late"
  | "arrives-late"
  | "wrong-amount"
  | "wrong-key"
  | "duplicate-delivery";

export interface Fault {
  readonly kind: FaultKind;
  /** Milliseconds, for `late` and `arrives-late`. */
  readonly ms?: number;
}

const anyCall = ["refused-connection", "answer-lost", "late"] as const satisfies readonly FaultKind[];

/** Which faults make sense where. */
const faultsOf: Readonly<Record<Operation, readonly FaultKind[]>> = {
  authenticate: anyCall,
  approve: [...anyCall, "arrives-late", "wrong-amount", "wrong-key", "duplicate-delivery"],
  cancel: [...anyCall, "arrives-late", "wrong-amount", "wrong-key", "duplicate-delivery"],
  reverse: [...anyCall, "arrives-late", "wrong-key", "duplicate-delivery"],
  lookUp: [...anyCall, "wrong-amount", "wrong-key"],
};

/** A call as a schedule of faults sees it. */
export interface FaultyCall {
  readonly operation: Operation;
  readonly tenant: TenantId;
  /** The call's key; null for authentication, which has none. */
  readonly key: string | null;
  /** 1 for the first call that this network gets, of whatever operation. */
  readonly nth: number;
}

/** Decides for each call whether and how it goes wrong. */
export type FaultSchedule = (call: FaultyCall) => FaultKind | Fault | undefined;

/** Makes calls go wrong. A fault asked for by `next` comes before the schedule, and that before a test card's own. */
export interface Faults {
  /** The next call of this operation goes wrong like this; asked for twice, the next two do. Throws a RangeError for a fault that this operation can't have. */
  next(operation: Operation, fault: FaultKind | Fault): void;
  /** Replaces the schedule; without an argument there is none. */
  schedule(schedule?: FaultSchedule): void;
}

/** The faults of one network, and `take`, which says what happens to a call. */
export function createFaults(
  initial?: FaultSchedule,
): Faults & { take(call: Omit<FaultyCall, "nth">): Fault | undefined } {
  const waiting = new Map<Operation, Fault[]>();
  let current = initial;
  let nth = 0;
  return {
    next(operation, fault) {
      const queue = waiting.get(operation) ?? [];
      queue.push(possible(operation, fault));
      waiting.set(operation, queue);
    },
    schedule(schedule) {
      current = schedule;
    },
    take(call) {
      nth += 1;
      const asked = waiting.get(call.operation)?.shift();
      if (asked !== undefined) return asked;
      const scheduled = current?.({ ...call, nth });
      return scheduled === undefined ? undefined : possible(call.operation, scheduled);
    },
  };
}

function possible(operation: Operation, asked: FaultKind | Fault): Fault {
  const fault = typeof asked === "string" ? { kind: asked } : asked;
  if (faultsOf[operation].includes(fault.kind)) return fault;
  throw new RangeError(
    `${operation} can't have the fault ${fault.kind}; it can have ${faultsOf[operation].join(", ")}.`,
  );
}
