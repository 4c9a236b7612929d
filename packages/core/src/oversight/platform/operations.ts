import type { AboutPayments } from "../../engine/attempt/flag.ts";
import {
  authenticatePlatformOperator,
  type authenticateOperatorErrors,
  type SignedInOperator,
  type WriteProof,
} from "../../merchant/operator/authenticate-operator.ts";
import type { OperatorContext } from "../../merchant/operator/password-check.ts";
import type { SignInFrom } from "../../merchant/operator/password-tries.ts";
import {
  signInAtPlatform,
  type NewOperatorSession,
  type PlatformSignInInput,
  type signInErrors,
} from "../../merchant/operator/sign-in.ts";
import type { Answer } from "../../result.ts";
import { listWaiting, type Waiting, type waitingErrors, type WaitingInput } from "./waiting.ts";

/**
 * For operators of the platform: their sign-in, and the matters that need them. `operators` adds and changes them, with
 * `platform` in place of a tenant. Their sessions act for no merchant, and no merchant's for the platform.
 */
export interface PlatformOperations {
  /**
   * Signs an operator of the platform in, with the limits, locks and times of `operators.signIn`. `operators.signOut` and
   * `operators.confirmPassword` take the token too.
   *
   * Refusals: `INVALID_REQUEST`; `INCORRECT_OPERATOR_CREDENTIALS` for a wrong name or password, without saying which;
   * `TOO_MANY_REQUESTS` where the name is locked or too many sign-ins are under way, with `retryAfterMs`;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const session = await payments.platform.signIn({ name: "choi", password: "four words are better" });
   */
  signIn(input: PlatformSignInInput, from?: SignInFrom): Answer<NewOperatorSession<"platform">, typeof signInErrors>;

  /**
   * Finds the operator of a platform session's token, as `operators.authenticate` does for merchants.
   *
   * Refusals: `UNAUTHORIZED_OPERATOR` where the token is unknown, its session over or a merchant's; `INVALID_CSRF_TOKEN`
   * where the given CSRF token is not the session's.
   *
   * @example
   * const operator = await payments.platform.authenticate(token, { csrfToken: "" });
   */
  authenticate(
    token: string,
    write?: WriteProof,
  ): Answer<SignedInOperator<"platform">, typeof authenticateOperatorErrors>;

  /**
   * Lists the matters of all merchants that wait for an outcome or an operator, the oldest first: calls without an
   * outcome, and payouts to review. Payouts that their bank has accepted, and cards to be released, are left out until
   * an operator should look at them. At most 1,000 records of each kind are examined, those that are due first. Returns
   * 100 matters, or `limit`.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 1,000.
   *
   * @example
   * const waiting = await payments.platform.waiting();
   * if (waiting.ok) for (const { mId, mode, id, provider } of waiting.value.items) console.log(mId, mode, id, provider);
   */
  waiting(input?: WaitingInput): Answer<Waiting, typeof waitingErrors>;
}

export function platformOperations<Reach extends OperatorContext>(
  context: Reach,
  aboutPayments: AboutPayments<Reach>,
): PlatformOperations {
  return {
    signIn: (input, from = {}) => signInAtPlatform(context, input, from),
    authenticate: (token, write) => authenticatePlatformOperator(context, token, write),
    waiting: (input = {}) => listWaiting(context, { input, aboutPayments }),
  };
}
