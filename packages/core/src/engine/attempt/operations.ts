import type { Context } from "../../context.ts";
import type { Page, PageInput } from "../request/page.ts";
import { ok, type Answer } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { BoundAttemptKind } from "./lost-answer.ts";
import type { AttemptEvidenceInput, Entered } from "./evidence.ts";
import type { RequestOptions } from "../idempotency/idempotency.ts";
import { listFlagged, viewAttempt, type AboutPayments, type FlaggedAttempt, type listFlaggedErrors } from "./flag.ts";
import { resolveAttempt, type resolveAttemptErrors } from "./resolve.ts";

/** An attempt after evidence about it. */
export interface ResolvedAttempt extends FlaggedAttempt {
  /**
   * The refund or chargeback that this evidence has booked. `isRepeat`: it was entered before, at `enteredAt`, and
   * nothing was booked now. Null for evidence that is `done` or `not-done`.
   */
  readonly entered: Entered;
}

/** Calls to providers, for the service's operators. */
export interface AttemptOperations {
  /**
   * Lists the attempts that need an operator, the oldest first: those without an outcome for longer than
   * `flagAfterMs`, and those whose provider contradicts itself.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.attempts.flagged(tenant, { limit: 100 });
   */
  flagged(tenant: Tenant, input?: PageInput): Answer<Page<FlaggedAttempt>, typeof listFlaggedErrors>;

  /**
   * Ends an attempt by evidence when its provider never reports the outcome: whether the call took effect, when, and
   * the source. Evidence acts as an answer of the provider: an approval that took effect creates the payment, one that
   * did not aborts it; a cancellation that took effect is booked; a reversal that took effect ends its approval.
   * Resolve a payout by its id, see `payouts.resolve`. The id of a registered seller is known from the bank alone.
   * Leave an attempt that is in progress to its look-ups. Returns the attempt's new state; a reversal that did not take
   * effect stays open.
   *
   * Evidence may contradict an approval that has ended, as a reconciliation finds it. `done` for a refused approval
   * reverses it. `canceled` or `charged-back` for an approval that is done books a refund or chargeback that the
   * gateway has made without us: `amount` won, or all that remains. The payment is canceled then, and its settlement
   * follows. A chargeback may exceed what remains, up to what was approved and not charged back before: the excess
   * leaves the available balance, is a line without a fee in the next settlement, and is notified as a flag. The same
   * approval, outcome, amount and Seoul day is one fact: entered again it books nothing, and the answer is the first
   * booking with `isRepeat`. A second fact of that day needs `separate: true` and its own time `at`, to the minute. So
   * does one of the same approval, amount and day under the other outcome, which is refused otherwise: two operators
   * may have read the same letter. A cancellation that took effect after we had recorded a refusal is one fact with the
   * evidence about it.
   *
   * `at` is between the opening of the attempt, or the refunded approval, and now; five minutes are allowed for clocks
   * that differ. A time without seconds means its whole minute. For `not-done` it is when that was found out, by
   * default now.
   * Refusals: `INVALID_REQUEST`, `INVALID_AMOUNT` with the field; `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED`;
   * `NOT_FOUND_ATTEMPT`;
   * `ALREADY_CONCLUDED_ATTEMPT`; `NOT_MATCHES_REFUNDABLE_AMOUNT` for a refund of more than remains, or a chargeback of
   * more than was approved; `FORBIDDEN_CONSECUTIVE_REQUEST` during a cancellation; `PAYOUT_STATEMENT_NOT_READ` for
   * `not-done` of a payout whose statement was not read;
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
