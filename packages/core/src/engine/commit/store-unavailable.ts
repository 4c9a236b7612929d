/**
 * A store rejects with this when it is unavailable, after its own retries for as long as a request can wait. The
 * message is one line, holds no password, and says what to do; `cause` is the driver's own error. After a rejected
 * commit the outcome is unknown: committing the same change set again, by its id, returns it.
 *
 * @example
 * throw new StoreUnavailable("The database did not answer: check that it runs");
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/**
 * Whether an error is `StoreUnavailable`, also from another copy of this package.
 *
 * @example
 * isStoreUnavailable(new StoreUnavailable("The database did not answer")); // true
 */
export function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof Error && error.name === "StoreUnavailable";
}
