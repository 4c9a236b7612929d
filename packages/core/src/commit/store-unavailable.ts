/**
 * What a store rejects with when it cannot be used now, after it has tried again by itself for as long as
 * a request can wait. The message is one line, holds no password, and says what to do; `cause` is the
 * driver's own error. After a commit that ended so it is not known whether it took place: whoever commits
 * the same change set again, by its id, is told.
 *
 * @example
 * throw new StoreUnavailable("The database did not answer: check that it runs");
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/**
 * Whether an error is `StoreUnavailable`, also one of another copy of this package.
 *
 * @example
 * isStoreUnavailable(new StoreUnavailable("The database did not answer")); // true
 */
export function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof Error && error.name === "StoreUnavailable";
}
