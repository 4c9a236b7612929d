import type { Context } from "../context.ts";
import type { Result } from "../result.ts";
import { acceptSecret, checkSecret, isRightSecret, type acceptSecretErrors } from "./check-secret.ts";

/** The secret that every process of a service shares, for whoever runs it. */
export interface SecretOperations {
  /**
   * Makes sure that this process has the secret of the others, before it seals what they can't open and
   * forgets the requests that they remember. Call it once at start. The first process that comes to a
   * database sets its secret up; one whose newest secret is a new one, with the one before behind it, takes
   * all further processes with it: those that don't know the new one are refused from then on.
   *
   * Rejects with `WrongSecret` where none of this process's secrets is the one that was last in use.
   *
   * @example
   * await payments.secret.check();
   */
  check(): Promise<void>;

  /**
   * Tells whether `check` would pass, and changes nothing: for whoever looks at a service from beside it. True for a
   * database that nobody has set up yet.
   *
   * @example
   * if (!(await payments.secret.isRight())) console.error("this is the secret of another database");
   */
  isRight(): Promise<boolean>;

  /**
   * Takes the secret of this process for the one of the database, where the right one was lost. What was
   * sealed under the lost one stays closed: a session's answer can't be repeated, an idempotency key that was
   * used is refused as if for another request, payer identity data is gone. Payments lack nothing.
   *
   * Refusals: `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.secret.accept();
   */
  accept(): Promise<Result<{ accepted: true }, (typeof acceptSecretErrors)[number]>>;
}

export function secretOperations(context: Context): SecretOperations {
  return {
    check: () => checkSecret(context),
    isRight: () => isRightSecret(context),
    accept: () => acceptSecret(context),
  };
}
