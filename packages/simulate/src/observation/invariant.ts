import type { ChangeSet, TenantId } from "@wonflow/core";
import type { Answer, ClientRequest } from "../client/client.ts";
import type { StatePart } from "../engine/state.ts";
import type { ProcessEvent } from "./event.ts";
import type { Move } from "./observed-records.ts";
import type { Observed } from "./observed.ts";

export interface Arrival {
  readonly tenant: TenantId;
  readonly request: ClientRequest;
}

/** Seen where the answer leaves the process. */
export interface Exchange {
  readonly arrival: Arrival;
  readonly answer: Answer;
  /** Behind a 500. */
  readonly errors: readonly unknown[];
}

/** A success that a client has received. It must stay true. */
export interface Acknowledgment extends Arrival {
  readonly answer: Answer;
}

export function acknowledgmentIn({ arrival, answer }: Exchange): Acknowledgment | undefined {
  return arrival.request.method !== "GET" && answer.status < 300 ? { ...arrival, answer } : undefined;
}

export interface Projection<Value> extends StatePart<Value> {
  /** After the records were entered. */
  onCommit?(value: Value, changeSet: ChangeSet, observed: Observed): void;
  onArrival?(value: Value, arrival: Arrival, observed: Observed): void;
  /** After the invariants have checked the answer. */
  onAnswer?(value: Value, exchange: Exchange, observed: Observed): void;
  /** After the invariants have checked the event. */
  onEvent?(value: Value, event: ProcessEvent, observed: Observed): void;
}

/** Repeats of a success under its idempotency key count once. */
export const acknowledgments: Projection<Map<string, Acknowledgment>> = {
  start: () => new Map(),
  onAnswer(all, exchange) {
    const acknowledgment = acknowledgmentIn(exchange);
    if (acknowledgment === undefined) return;
    const { tenant, request, answer } = acknowledgment;
    const { idempotencyKey } = request;
    all.set(
      idempotencyKey === undefined ? `#${all.size}` : `${tenant} ${idempotencyKey} ${answer.text}`,
      acknowledgment,
    );
  },
};

/** Each check returns the problem that it finds. */
export interface Invariant {
  readonly name: string;
  readonly ofMove?: (move: Move, observed: Observed) => string | undefined;
  /** Runs after every step that changed a record or a provider's records. */
  readonly always?: (observed: Observed) => string | undefined;
  readonly ofAnswer?: (exchange: Exchange, observed: Observed) => string | undefined;
  /** Runs for every success when it is answered, and again at the end of the run. */
  readonly ofAcknowledgment?: (acknowledgment: Acknowledgment, observed: Observed) => string | undefined;
  readonly ofEvent?: (event: ProcessEvent, observed: Observed) => string | undefined;
  readonly atEnd?: (observed: Observed) => string | undefined | Promise<string | undefined>;
}

export interface Violation {
  readonly invariant: string;
  readonly problem: string;
}

export function firstProblem<Item>(
  items: Iterable<Item>,
  problemOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Reports the first problem that a projection has found. */
export function noProblemIn(name: string, part: Projection<{ readonly problem: string | undefined }>): Invariant {
  return { name, always: (observed) => observed.of(part).problem };
}

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 3).join(" ") : String(error);
}

/** The next due time of a record that each merchant has, milliseconds since 1970. */
export function dueTimesOf(kind: string): Projection<Map<TenantId, number>> {
  return {
    start: () => new Map(),
    onCommit(all, { tenant, writes }) {
      for (const { key, dueAt } of writes) if (key.kind === kind && dueAt !== null) all.set(tenant, dueAt);
    },
  };
}
