import type { Context } from "../../context.ts";
import type { Answer } from "../../result.ts";
import { acceptSecret, checkSecret, isRightSecret, type acceptSecretErrors } from "./check-secret.ts";

/** For operators of the service: the secret that all its processes share. */
export interface SecretOperations {
  /**
   * Makes sure that this process has the secret of the others. With another one it would seal data that they can't
   * open, and not recognize requests that they remember. Call it once at start. The first process of a database sets
   * the secret. A process with a new secret, and the former one behind it, replaces it: from then on, processes
   * without the new one are refused.
   *
   * Rejects with `WrongSecret` where none of this process's secrets is the one that was last in use.
   *
   * @example
   * await payments.secret.check();
   */
  check(): Promise<void>;

  /**
   * Whether `check` would pass, without changing anything: for tools beside a running service. True for a database
   * without a secret.
   *
   * @example
   * if (!(await payments.secret.isRight())) console.error("this is the secret of another database");
   */
  isRight(): Promise<boolean>;

  /**
   * Makes this process's secret the one of the database, where the right one was lost. Data that was sealed under the
   * lost one stays closed: a session's answer can't be repeated, an idempotency key that was used is refused as if for
   * another request, payer identity data is gone. Payments lack nothing.
   *
   * Refusals: `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.secret.accept();
   */
  accept(): Answer<{ accepted: true }, typeof acceptSecretErrors>;
}

export function secretOperations(context: Context): SecretOperations {
  return {
    check: () => checkSecret(context),
    isRight: () => isRightSecret(context),
    accept: () => acceptSecret(context),
  };
}
