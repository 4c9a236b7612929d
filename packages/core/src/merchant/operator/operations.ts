import type { Page, PageInput } from "../../engine/request/page.ts";
import type { Answer } from "../../result.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";
import {
  authenticateOperator,
  type authenticateOperatorErrors,
  type SignedInOperator,
  type WriteProof,
} from "./authenticate-operator.ts";
import {
  beginAction,
  endAction,
  listActions,
  type AskedAction,
  type beginActionErrors,
  type EndedAction,
  type listActionsErrors,
  type OperatorAction,
} from "./action.ts";
import {
  confirmPassword,
  type ConfirmedPassword,
  type ConfirmPasswordInput,
  type confirmPasswordErrors,
} from "./confirm-password.ts";
import { listOperators, type listOperatorsErrors, type ListedOperator } from "./operator.ts";
import {
  type AskedBy,
  addOperator,
  changeOperator,
  setOperator,
  type AddOperatorInput,
  type addOperatorErrors,
  type ChangeOperatorInput,
  type changeOperatorErrors,
  type SetOperatorInput,
  type setOperatorErrors,
  removeOperator,
  type removeOperatorErrors,
} from "./set-operator.ts";
import type { OperatorContext } from "./password-check.ts";
import {
  signIn,
  type NewOperatorSession,
  type SignInInput,
  type signInErrors,
  signOut,
  signOutAll,
  type signOutAllErrors,
  type signOutErrors,
} from "./sign-in.ts";
import type { SignInFrom } from "./password-tries.ts";

/**
 * The operators of a merchant in one mode, and their sessions (interface: Authentication, the merchant operator's
 * session). With `platform` in place of a tenant: the operators of the platform, who sign in by `payments.platform`.
 * Times are in milliseconds since 1970.
 */
export interface OperatorOperations {
  /**
   * Adds an operator, or changes one: a new `password` ends the operator's sessions and lifts a lock, a new `role` holds
   * at once, also in open sessions. What is left out stays; a new operator needs a password, and is an `owner` unless the
   * role says otherwise. A password has 12 to 200 characters. A name has 1 to 100 letters, digits and signs; its capital
   * letters count as small ones.
   *
   * A `viewer` reads, a `cashier` cancels payments too, an `owner` does everything.
   *
   * Refusals: `INVALID_REQUEST` for a name, password or role that cannot be accepted; `FORBIDDEN_REQUEST` where the
   * merchant is not registered in this mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.operators.set(platform, { name: "choi", password: "four words are better" });
   * const operator = await payments.operators.set(tenant, { name: "kim", password: "four words are better", role: "cashier" });
   */
  set(tenant: Owner, input: SetOperatorInput): Answer<ListedOperator, typeof setOperatorErrors>;

  /**
   * Lists the operators of a merchant in one mode, by their names.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.operators.list(tenant, { limit: 100 });
   */
  list(tenant: Owner, input?: PageInput): Answer<Page<ListedOperator>, typeof listOperatorsErrors>;

  /**
   * Adds an operator, and never changes one: as `set` otherwise, with a role in any case.
   *
   * Refusals: as `set`: `INVALID_REQUEST`, `FORBIDDEN_REQUEST`, `CONCURRENT_REQUEST`; `ALREADY_EXIST_OPERATOR` where the
   * name is taken.
   *
   * @example
   * await payments.operators.add(tenant, { name: "lee", password: "four words are better", role: "cashier" });
   */
  add(tenant: Owner, input: AddOperatorInput): Answer<ListedOperator, typeof addOperatorErrors>;

  /**
   * Changes an operator, and never adds one: as `set` otherwise. If an operator requests it, say which in `by`: then
   * the role of an owner can't be taken from that operator or from the last owner.
   *
   * Refusals: as `set`: `INVALID_REQUEST`, also without any change, `FORBIDDEN_REQUEST`, `CONCURRENT_REQUEST`;
   * `NOT_FOUND_OPERATOR`.
   *
   * @example
   * await payments.operators.change(tenant, "lee", { role: "viewer" }, { operator: "kim" });
   */
  change(
    tenant: Owner,
    name: string,
    input: ChangeOperatorInput,
    by?: AskedBy,
  ): Answer<ListedOperator, typeof changeOperatorErrors>;

  /**
   * Removes an operator and ends the operator's sessions at once. Where an operator asks for it, say which in `by`.
   *
   * Refusals: `NOT_FOUND_OPERATOR`; `FORBIDDEN_REQUEST` where `by` is given and would remove himself or the last owner;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.operators.remove(tenant, "kim");
   */
  remove(tenant: Owner, name: string, by?: AskedBy): Answer<{ readonly removed: true }, typeof removeOperatorErrors>;

  /**
   * Signs an operator in, for 12 hours (`operatorSessionMs`). Ten wrong passwords in a row from one device or address
   * (`operatorTries`) lock a name there for 15 minutes (`operatorLockMs`), and a hundred from all addresses together
   * (`operatorStrangerTries`) everywhere but on the operator's known devices. Tell `from` the client's address and the
   * `device` of its last sign-in, if it has one. A refusal takes 2 seconds (`signInRefusalMs`).
   *
   * Refusals: `INVALID_REQUEST`; `INCORRECT_OPERATOR_CREDENTIALS` for a wrong merchant, name or password, without
   * saying which; `TOO_MANY_REQUESTS` where the name is locked or too many sign-ins are under way, with `retryAfterMs`;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const kim = { ...tenant, name: "kim", password: "four words are better" };
   * const session = await payments.operators.signIn(kim, { address: "203.0.113.9" });
   */
  signIn(input: SignInInput, from?: SignInFrom): Answer<NewOperatorSession, typeof signInErrors>;

  /**
   * Takes the password of an open session's operator again, so that the session may do what asks for it
   * (`passwordFreshUntil`), for 15 minutes (`operatorPasswordFreshMs`). A wrong password counts, locks and is answered as
   * at a sign-in. Verify the request's CSRF token before, with `authenticate`.
   *
   * Refusals: `INVALID_REQUEST`; `UNAUTHORIZED_OPERATOR` where the token is unknown or its session over;
   * `INCORRECT_OPERATOR_CREDENTIALS` for a wrong password; `TOO_MANY_REQUESTS` where the name is locked or too many
   * sign-ins are under way, with `retryAfterMs`; `CONCURRENT_REQUEST`.
   *
   * @example
   * const fresh = await payments.operators.confirmPassword(token, { password: "four words are better" }, { device: "" });
   */
  confirmPassword(
    token: string,
    input: ConfirmPasswordInput,
    from?: SignInFrom,
  ): Answer<ConfirmedPassword, typeof confirmPasswordErrors>;

  /**
   * Finds the operator of a session's token. For a request that changes something, also give its CSRF token, which a
   * page of another site can't know.
   *
   * Refusals: `UNAUTHORIZED_OPERATOR` where the token is unknown or its session over; `INVALID_CSRF_TOKEN` where the
   * given CSRF token is not the session's.
   *
   * @example
   * const operator = await payments.operators.authenticate(token, { csrfToken: "" });
   */
  authenticate(token: string, write?: WriteProof): Answer<SignedInOperator, typeof authenticateOperatorErrors>;

  /**
   * Ends the session of a token. Without a session it does nothing.
   *
   * Refusals: `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.operators.signOut(token);
   */
  signOut(token: string): Answer<{ readonly signedOut: true }, typeof signOutErrors>;

  /**
   * Ends every session of an operator.
   *
   * Refusals: `NOT_FOUND_OPERATOR`; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.operators.signOutAll(tenant, "kim");
   */
  signOutAll(tenant: Owner, name: string): Answer<{ readonly signedOut: true }, typeof signOutAllErrors>;

  /**
   * Lists what operators have changed, or tried to, the newest first: who, when, what, and how it ended. Kept
   * permanently.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.operators.actions(tenant, { limit: 50 });
   */
  actions(tenant: Owner, input?: PageInput): Answer<Page<OperatorAction>, typeof listActionsErrors>;

  /**
   * Records a change that an operator asks for, before it is made. The handler of `@wonflow/http` does so by itself; a
   * host application does for changes that its own pages make.
   *
   * Refusals: `INVALID_REQUEST` for what cannot be recorded; `CONCURRENT_REQUEST`.
   *
   * @example
   * const asked = { operator: "kim", role: "owner", operation: "deleteSeller", about: { sellerId } } as const;
   * const begun = await payments.operators.beginAction(tenant, asked);
   */
  beginAction(tenant: Owner, asked: AskedAction): Answer<{ readonly id: string }, typeof beginActionErrors>;

  /**
   * Records how a change ended: done with `code: null`, or refused with its code. Ended twice, the first end counts.
   *
   * Refusals: `INVALID_REQUEST` for an unknown code; `CONCURRENT_REQUEST`.
   *
   * @example
   * const asked = { operator: "kim", role: "owner", operation: "deleteSeller", about: { sellerId } } as const;
   * const begun = await payments.operators.beginAction(tenant, asked);
   * if (begun.ok) await payments.operators.endAction(tenant, { id: begun.value.id, code: null });
   */
  endAction(tenant: Owner, ended: EndedAction): Answer<undefined, typeof beginActionErrors>;
}

export function operatorOperations(context: OperatorContext): OperatorOperations {
  return {
    set: (tenant, input) => setOperator(context, tenant, input),
    list: (tenant, input = {}) => listOperators(context, tenant, input),
    add: (tenant, input) => addOperator(context, tenant, input),
    change: (tenant, name, input, by) => changeOperator(context, tenant, { name, input, by }),
    remove: (tenant, name, by) => removeOperator(context, tenant, { name, by }),
    signIn: (input, from = {}) => signIn(context, input, from),
    confirmPassword: (token, input, from = {}) => confirmPassword(context, token, { input, from }),
    authenticate: (token, write) => authenticateOperator(context, token, write),
    signOut: (token) => signOut(context, token),
    signOutAll: (tenant, name) => signOutAll(context, tenant, name),
    actions: (tenant, input = {}) => listActions(context, tenant, input),
    beginAction: (tenant, asked) => beginAction(context, tenant, asked),
    endAction: (tenant, ended) => endAction(context, tenant, ended),
  };
}
