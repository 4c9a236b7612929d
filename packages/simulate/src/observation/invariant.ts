import type { ProcessEvent } from "./event.ts";
import type { Acknowledgment, Exchange } from "./exchange.ts";
import type { Observed } from "./observed.ts";
import type { Move } from "./observed-records.ts";

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
