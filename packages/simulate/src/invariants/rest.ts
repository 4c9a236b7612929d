import { firstProblem, type Invariant, type Sight } from "../invariant.ts";

/** Whether nothing is left to do: no attempt without an outcome, no link or payment that still waits. */
export function isAtRest({ books }: Pick<Sight, "books">): boolean {
  return unrest({ books }) === undefined;
}

/** What is not at rest, or undefined. */
function unrest({ books }: Pick<Sight, "books">): string | undefined {
  return (
    firstProblem(books.attempts.values(), ({ key, status }) =>
      status === "OPEN" || status === "UNKNOWN" ? `${key} is still ${status}` : undefined,
    ) ??
    firstProblem(books.sessions.values(), ({ id, status }) =>
      status === "OPEN" ? `session ${id} is still OPEN` : undefined,
    ) ??
    firstProblem(books.intents.values(), ({ intentKey, status, openAttempt }) => {
      if (openAttempt !== null) return `${intentKey} still names ${openAttempt} as under way`;
      return status === "READY" || status === "IN_PROGRESS" ? `${intentKey} is still ${status}` : undefined;
    })
  );
}

/** Everything comes to rest, within bounded time once nothing fails any more. */
export const comesToRest: Invariant = { name: "comes to rest", atRest: (sight) => unrest(sight) };
