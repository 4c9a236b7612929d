import type { TenantId, Clock, ErrorCode, Found, Outcome } from "@wonflow/core";

/**
 * A fault between a caller and a simulated provider.
 *
 * - `refused-connection`: the call never arrives; the promise rejects
 * - `answer-lost`: the call takes effect; the promise rejects
 * - `late`: the call takes effect; the answer comes `ms` (1,000) after the deadline
 * - `arrives-late`: the promise rejects at once; the call arrives `ms` later by the provider's clock, also if its
 *   sender was killed meanwhile, or, without `ms`, when `deliverDelayed()` says so
 * - `wrong-amount`, `wrong-key`: the call takes effect as requested, the answer names another amount or key
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

export const anyCall = ["refused-connection", "answer-lost", "late"] as const satisfies readonly FaultKind[];

export const anyWrite = [...anyCall, "arrives-late", "duplicate-delivery"] as const satisfies readonly FaultKind[];

export interface FaultyCall<Operation extends string = string> {
  readonly operation: Operation;
  readonly tenant: TenantId;
  /** Null for a call without a key. */
  readonly key: string | null;
  /** Counts all calls to this provider, from 1. */
  readonly nth: number;
}

/** Decides the fault of each call. */
export type FaultSchedule<Operation extends string = string> = (
  call: FaultyCall<Operation>,
) => FaultKind | Fault | undefined;

/** Causes faults. One set by `next` takes precedence over the schedule, and the schedule over a magic value's fault. */
export interface Faults<Operation extends string = string> {
  /** Sets the fault of the next call of this operation; calls add up. Throws a RangeError for a fault that the operation can't have. */
  next(operation: Operation, fault: FaultKind | Fault): void;
  /** Replaces the schedule; without an argument, removes it. */
  schedule(schedule?: FaultSchedule<Operation>): void;
}

/** The faults of one provider; `take` decides the fault of a call. `faultsOf` lists the possible faults of each operation. */
export function createFaults<Operation extends string>(
  faultsOf: Readonly<Record<Operation, readonly FaultKind[]>>,
  initial?: FaultSchedule<Operation>,
): Faults<Operation> & { take(call: Omit<FaultyCall<Operation>, "nth">): Fault | undefined } {
  const waiting = new Map<Operation, Fault[]>();
  let current = initial;
  let nth = 0;

  function possible(operation: Operation, asked: FaultKind | Fault): Fault {
    const fault = typeof asked === "string" ? { kind: asked } : asked;
    const faults = faultsOf[operation];
    if (faults.includes(fault.kind)) return fault;
    throw new RangeError(`${operation} can't have the fault ${fault.kind}; it can have ${faults.join(", ")}.`);
  }

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

/** The connection broke: the caller can't know whether the call arrived. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  /** As of a real broken connection: core then reports it in one line, and not as a bug. */
  readonly code = "ECONNRESET";
}

export interface Call<Answer> {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Delivers the call; a fault may deliver it twice or never. */
  readonly deliver: () => Promise<Answer>;
  /** Records the call as one that arrives after `ms` milliseconds, or, without `ms`, when the test delivers it. */
  readonly sendLate: (ms: number | undefined) => Promise<void>;
  readonly distort: (answer: Answer, kind: "wrong-amount" | "wrong-key") => Answer;
}

/** Sends a call over the connection to a simulated provider; faults happen here. */
export async function sendCall<Answer>(clock: Clock, call: Call<Answer>, fault: Fault | undefined): Promise<Answer> {
  if (fault === undefined) return call.deliver();
  const { kind, ms } = fault;
  if (kind === "arrives-late") await call.sendLate(ms);
  if (kind === "arrives-late" || kind === "refused-connection") throw new ConnectionLost(lost(kind));
  const [answer] = await Promise.all([call.deliver(), kind === "duplicate-delivery" ? call.deliver() : undefined]);
  if (kind === "answer-lost") throw new ConnectionLost(lost(kind));
  if (kind === "late") await clock.after(Math.max(0, call.deadline - clock.now()) + (ms ?? 1_000)).elapsed;
  return kind === "wrong-amount" || kind === "wrong-key" ? call.distort(answer, kind) : answer;
}

function lost(kind: FaultKind): string {
  return `The sandbox broke the connection on purpose (${kind}).`;
}

interface Named {
  readonly key: string;
  readonly amount?: number;
}

/** Puts a wrong amount or key into an answer that is `done`; returns any other answer unchanged. */
export function distortOutcome<Value extends Named, Code extends ErrorCode>(
  answer: Outcome<Value, Code>,
  kind: "wrong-amount" | "wrong-key",
): Outcome<Value, Code> {
  if (answer.outcome !== "done") return answer;
  const { value } = answer;
  const wrong = kind === "wrong-amount" ? { amount: (value.amount ?? 0) + 1 } : { key: `${value.key}-other` };
  return { outcome: "done", value: { ...value, ...wrong } };
}

export function distortFound<Value extends Named, Code extends ErrorCode>(
  answer: Found<Value, Code>,
  kind: "wrong-amount" | "wrong-key",
): Found<Value, Code> {
  return answer.outcome === "not-found" ? answer : distortOutcome(answer, kind);
}
