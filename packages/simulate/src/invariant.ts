import type { Books, Move } from "./books.ts";
import type { Exchange } from "./exchange.ts";
import type { Acknowledged } from "./acknowledged.ts";

/** What has been seen of the world so far: the books, and what clients were told. */
export interface Sight {
  readonly books: Books;
  readonly acknowledged: Acknowledged;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What must always hold. Each question answers what is wrong, or undefined. */
export interface Invariant {
  readonly name: string;
  /** Asked of every move that was committed. */
  readonly ofMove?: (move: Move, sight: Sight) => string | undefined;
  /** Asked after every step that changed a record or the network's books. */
  readonly always?: (sight: Sight) => string | undefined;
  /** Asked of every answer to a client, as it leaves the process. */
  readonly ofAnswer?: (exchange: Exchange, sight: Sight) => string | undefined;
  /** Asked once everything has come to rest. */
  readonly atRest?: (sight: Sight) => string | undefined;
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
