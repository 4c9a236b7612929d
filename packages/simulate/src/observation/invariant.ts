import type { ChangeSet, TenantId } from "@wonflow/core";
import type { Answer, ClientRequest } from "../client/request.ts";
import type { StatePart } from "../engine/state.ts";
import type { ProcessEvent } from "./event.ts";
import type { Move } from "./observed-records.ts";
import type { Observed } from "./observed.ts";

/** A request as it arrives at a process. */
export interface Arrival {
  readonly tenant: TenantId;
  readonly request: ClientRequest;
}

/** A request and its answer, seen where the answer leaves the process. */
export interface Exchange {
  readonly arrival: Arrival;
  readonly answer: Answer;
  /** The errors behind a 500. */
  readonly errors: readonly unknown[];
}

/** A success that a client was told of: from then on it must be true. */
export interface Acknowledgment extends Arrival {
  readonly answer: Answer;
}

/** The acknowledgment in an exchange, where it is the success of a request that changes something. */
export function acknowledgmentIn({ arrival, answer }: Exchange): Acknowledgment | undefined {
  return arrival.request.method !== "GET" && answer.status < 300 ? { ...arrival, answer } : undefined;
}

/** A part of what was observed: a value that changes with what is committed, arrives, is answered and happens. */
export interface Projection<Value> extends StatePart<Value> {
  /** After the records were entered. */
  onCommit?(value: Value, changeSet: ChangeSet, observed: Observed): void;
  onArrival?(value: Value, arrival: Arrival, observed: Observed): void;
  /** After the invariants were asked of the answer. */
  onAnswer?(value: Value, exchange: Exchange, observed: Observed): void;
  /** After the invariants were asked of the event. */
  onEvent?(value: Value, event: ProcessEvent, observed: Observed): void;
}

/** What must always hold. Each question answers what is wrong, or undefined. */
export interface Invariant {
  readonly name: string;
  /** Asked of every move that was committed. */
  readonly ofMove?: (move: Move, observed: Observed) => string | undefined;
  /** Asked after every step that changed a record or a provider's records. */
  readonly always?: (observed: Observed) => string | undefined;
  /** Asked of every answer to a client, as it leaves the process. */
  readonly ofAnswer?: (exchange: Exchange, observed: Observed) => string | undefined;
  /** Asked of every success when a client is told of it, and again once everything has come to rest. */
  readonly ofAcknowledgment?: (acknowledgment: Acknowledgment, observed: Observed) => string | undefined;
  /** Asked of everything that a process does and is told. */
  readonly ofEvent?: (event: ProcessEvent, observed: Observed) => string | undefined;
  /** Asked once everything has come to rest. */
  readonly atRest?: (observed: Observed) => string | undefined | Promise<string | undefined>;
}

/** An invariant that did not hold. */
export interface Violation {
  readonly invariant: string;
  readonly problem: string;
}

/** The first problem of some things, or undefined. */
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

/** An error with the place where it was thrown, in one line. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 3).join(" ") : String(error);
}

/** When the record of a kind that each merchant has is due next, milliseconds since 1970. */
export function dueTimesOf(kind: string): Projection<Map<TenantId, number>> {
  return {
    start: () => new Map(),
    onCommit(all, { tenant, writes }) {
      for (const { key, dueAt } of writes) if (key.kind === kind && dueAt !== null) all.set(tenant, dueAt);
    },
  };
}
