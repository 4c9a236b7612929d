import type { EvidenceInput } from "../engine/attempt/evidence.ts";
import type { RequestOptions } from "../engine/idempotency/idempotency.ts";
import type { Page } from "../engine/request/page.ts";
import type { PayoutBankContext } from "./bank/context.ts";
import type { Answer } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import type { Timeline } from "../engine/timeline/timeline.ts";
import type { CreateBatchInput, CreatedBatch, createBatchErrors } from "./check-batch.ts";
import { createBatch } from "./create-batch.ts";
import {
  listPayouts,
  type ListPayoutsInput,
  type listPayoutsErrors,
  lookUpPayout,
  type lookUpPayoutErrors,
} from "./list-payouts.ts";
import { resolvePayout, type resolvePayoutErrors } from "./resolve.ts";
import { payoutTimeline, type payoutTimelineErrors } from "./timeline.ts";
import {
  getTransferAccount,
  setTransferAccount,
  type getTransferAccountErrors,
  type setTransferAccountErrors,
  type TransferAccountInput,
  type TransferAccountView,
} from "./daily-transfer.ts";
import type { PayoutView } from "./view.ts";

/** Money that leaves a merchant's settled balance (interface: Payouts). Amounts are in won. */
export interface PayoutOperations {
  /**
   * Reserves payouts to sellers, 1 to 100 of them: all in one commit, or none. Due work submits them to the bank. The
   * same payouts again, in any order and on any day, answer the batch that is there.
   *
   * Refusals, the first that holds in this order: `INVALID_REQUEST` with the fields; `INVALID_IDEMPOTENCY_KEY`,
   * `IDEMPOTENCY_KEY_REUSED`, `IDEMPOTENT_REQUEST_PROCESSING`; `FORBIDDEN_REQUEST` where the merchant is not
   * registered in this mode or is suspended, or the mode has no payout bank; `PAYOUT_NOT_ENABLED`; `DUPLICATE_REF_PAYOUT_ID`; `NOT_FOUND_SELLER`;
   * `SELLER_NOT_REGISTERED`; `CALENDAR_ENDED`; `PAYOUT_PROVIDER_SLOT_CONFLICT` where a seller has a payout on the
   * payout date already; `NOT_ENOUGH_AMOUNT`; `CONCURRENT_REQUEST`. The details name each payout at fault.
   *
   * @example
   * const batch = await payments.payouts.createBatch(tenant, [
   *   { refPayoutId: "2026-11-kim", destination: sellerId, amount: { currency: "KRW", value: 50_000 } },
   * ]);
   */
  createBatch(
    tenant: Tenant,
    input: CreateBatchInput,
    options?: RequestOptions,
  ): Answer<CreatedBatch, typeof createBatchErrors>;

  /**
   * Reads one payout.
   *
   * Refusals: `NOT_FOUND_PAYOUT`, also for another merchant's.
   *
   * @example
   * const payout = await payments.payouts.lookUp(tenant, payoutId);
   */
  lookUp(tenant: Tenant, payoutId: string): Answer<PayoutView, typeof lookUpPayoutErrors>;

  /**
   * The history of a payout, the oldest first: its reservation, the call to the bank with its outcome and the bank's
   * code, its ledger entries, a return, evidence of operators, and webhooks. It has only what records hold, so an event
   * whose time was not recorded has `at` null. The entry that reserved the money is the one of the whole batch.
   *
   * Refusals: `NOT_FOUND_PAYOUT`, also for another merchant's.
   *
   * @example
   * const history = await payments.payouts.timeline(tenant, payoutId);
   * if (history.ok) for (const { at, event, detail } of history.value.items) console.log(at, event, detail);
   */
  timeline(tenant: Tenant, payoutId: string): Answer<Timeline, typeof payoutTimelineErrors>;

  /**
   * Lists payouts, also the daily transfers, those of the newest payout date first, 10 a page unless `limit` says
   * otherwise.
   *
   * Refusals: `INVALID_REQUEST` for a day that does not exist, `from` after `to`, a limit below
   * 1 or above 10,000, or an invalid cursor.
   *
   * @example
   * const page = await payments.payouts.list(tenant, { from: "2026-11-01", limit: 100 });
   */
  list(tenant: Tenant, input?: ListPayoutsInput): Answer<Page<PayoutView>, typeof listPayoutsErrors>;

  /**
   * Ends a payout by an operator's evidence when the bank never reports its outcome: whether the payee has the money,
   * when it was paid, and the source. `not-done` is accepted once the bank's statement of the payout date was read.
   * A payout that has ended and is flagged (`reconciliationRequired`) is booked according to the evidence, and its flag
   * is removed. `at` is from its submission to now; for `not-done` it is when the money came back, from its payment on.
   * Five minutes are allowed for clocks that differ, and a time without seconds means its whole minute.
   *
   * Refusals: `INVALID_REQUEST` with the field; `INVALID_IDEMPOTENCY_KEY`, `IDEMPOTENCY_KEY_REUSED`;
   * `NOT_FOUND_PAYOUT`; `NOT_FOUND_ATTEMPT` where it has not been sent yet; `ALREADY_CONCLUDED_ATTEMPT`;
   * `PAYOUT_STATEMENT_NOT_READ`; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.payouts.resolve(tenant, payoutId, {
   *   outcome: "not-done", note: "not on the bank's statement of 20 November",
   * });
   */
  resolve(
    tenant: Tenant,
    payoutId: string,
    evidence: EvidenceInput,
    options?: Pick<RequestOptions, "idempotencyKey">,
  ): Answer<PayoutView, typeof resolvePayoutErrors>;

  /**
   * Sets the merchant's own account. With `daily`, the rest of the available balance is transferred there on the
   * evening of each business day. Without `daily` that is unchanged; a first account has it.
   *
   * Refusals: `INVALID_REQUEST` with the fields; `FORBIDDEN_REQUEST` where the merchant is not registered in this
   * mode; `CONCURRENT_REQUEST`.
   *
   * @example
   * await payments.payouts.setTransferAccount(tenant, {
   *   account: { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" },
   * });
   */
  setTransferAccount(
    tenant: Tenant,
    input: TransferAccountInput,
  ): Answer<TransferAccountView, typeof setTransferAccountErrors>;

  /**
   * Reads the merchant's own account, its number masked.
   *
   * Refusals: `NOT_FOUND_TRANSFER_ACCOUNT`.
   *
   * @example
   * const account = await payments.payouts.getTransferAccount(tenant);
   */
  getTransferAccount(tenant: Tenant): Answer<TransferAccountView, typeof getTransferAccountErrors>;
}

export function payoutOperations(context: PayoutBankContext): PayoutOperations {
  return {
    createBatch: (tenant, input, options) => createBatch(context, tenant, { input, options }),
    lookUp: (tenant, payoutId) => lookUpPayout(context, tenant, payoutId),
    timeline: (tenant, payoutId) => payoutTimeline(context, tenant, payoutId),
    list: (tenant, input = {}) => listPayouts(context, tenant, input),
    resolve: (tenant, payoutId, input, options = {}) => resolvePayout(context, tenant, { payoutId, input, options }),
    setTransferAccount: (tenant, input) => setTransferAccount(context, tenant, input),
    getTransferAccount: (tenant) => getTransferAccount(context, tenant),
  };
}
