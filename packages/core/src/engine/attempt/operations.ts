import type { Context } from "../../context.ts";
import type { Page, PageInput } from "../request/page.ts";
import { ok, type Answer } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { BoundAttemptKind } from "./lost-answer.ts";
import type { AttemptEvidenceInput } from "./evidence.ts";
import type { RequestOptions } from "../idempotency/idempotency.ts";
import type { Entered } from "./entered.ts";
import {
  listFlagged,
  viewAttempt,
  type AboutPayments,
  type FlaggedAttempt,
  type listFlaggedErrors,
} from "./list-flagged.ts";
import { resolveAttempt, type resolveAttemptErrors } from "./resolve.ts";

/** An attempt after evidence about it. */
export interface ResolvedAttempt extends FlaggedAttempt {
  /**
   * What the gateway has given back by this evidence, as it is booked. `isRepeat`: it was entered before, at
   * `enteredAt`, and nothing was booked now. Null of evidence that is `done` or `not-done`.
   */
  readonly entered: Entered;
}

/** Calls to providers, for the service's operators. */
export interface AttemptOperations {
  /**
   * Lists the attempts that people should look at, the oldest first: those without an outcome for longer
   * than `flagAfterMs`, and those whose provider contradicts itself.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or a cursor that is none.
   *
   * @example
   * const page = await payments.attempts.flagged(tenant, { limit: 100 });
   */
  flagged(tenant: Tenant, input?: PageInput): Answer<Page<FlaggedAttempt>, typeof listFlaggedErrors>;

  /**
   * Ends an attempt by evidence, where its provider never tells the outcome: whether the call took effect, when, and
   * the source. Evidence acts as an answer of the provider: an approval that took effect makes the payment, one that
   * did not aborts it; a cancellation that took effect is booked; a reversal that took effect ends its approval.
   * Resolve a payout by its id, see `payouts.resolve`. Only the bank tells the id of a registered seller. Leave an
   * attempt that is under way to its look-ups. Answers the attempt as it stands then; a reversal that did not take
   * effect stays open.
   *
   * Evidence may contradict an approval that has ended, as a reconciliation finds it. `done` of a refused approval has
   * it reversed. `canceled` or `charged-back` of an approval that is done books what its gateway has given back without
   * us: `amount` won, or all that remains. The payment is canceled then, and its settlement follows. A chargeback may
   * be of more than remains, up to what was approved and not charged back before: the excess leaves the available
   * balance, is a line without a fee in the next settlement, and is notified as a flag. The same approval,
   * outcome, amount and Seoul day is one fact: entered again it books nothing, and answers what is booked with
   * `isRepeat`. Another one of that day takes `separate: true` and its own time `at`, to the minute. So does one of the
   * same approval, amount and day under the other outcome, which is refused without it: one letter may have two readers.
   * A cancellation of ours that took effect after it had ended as refused is one fact with the evidence of it.
   *
   * `at` is from the opening of the attempt, of what was given back from the approval, to now; five minutes are allowed
   * for clocks that differ. A time without seconds stands for its whole minute. Of `not-done` it is when that was found
   * out, which is now if left out.
   *
   * Refusals: `INVALID_REQUEST`, `INVALID_AMOUNT` with the field; `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED`;
   * `NOT_FOUND_ATTEMPT`;
   * `ALREADY_CONCLUDED_ATTEMPT`; `NOT_MATCHES_REFUNDABLE_AMOUNT` where more was given back than remains, or charged back than was approved; `FORBIDDEN_CONSECUTIVE_REQUEST` while a
   * cancellation is under way; `PAYOUT_STATEMENT_NOT_READ` for a payout that is said not to be paid;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.attempts.resolve(tenant, `cancellation-${intentKey}-1`, {
   *   outcome: "done", at: "2026-11-20T14:03:07+09:00", note: "gateway's statement of 20 November",
   * });
   * await payments.attempts.resolve(tenant, `approval-${intentKey}`, {
   *   outcome: "charged-back", amount: 12_000, at: "2026-12-02T09:00:00+09:00", note: "gateway's letter of 2 December",
   * });
   */
  resolve(
    tenant: Tenant,
    key: string,
    evidence: AttemptEvidenceInput,
    options?: Pick<RequestOptions, "idempotencyKey">,
  ): Answer<ResolvedAttempt, typeof resolveAttemptErrors>;
}

export function attemptOperations<Reach extends Context>(
  context: Reach,
  kinds: readonly BoundAttemptKind<Reach>[],
  aboutPayments: AboutPayments<Reach>,
): AttemptOperations {
  return {
    flagged: (tenant, input = {}) => listFlagged(context, tenant, { input, aboutPayments }),
    async resolve(tenant, key, input, options = {}) {
      const resolved = await resolveAttempt(context, tenant, { key, input, options, kinds });
      if (!resolved.ok) return resolved;
      const { attempt, entered } = resolved.value;
      const payments = await aboutPayments(context, tenant, [attempt]);
      return ok({ ...viewAttempt(tenant, attempt, payments.get(attempt.key)), entered });
    },
  };
}
