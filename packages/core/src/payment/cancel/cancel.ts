import { z } from "zod";
import { callTime } from "../../engine/attempt/attempt.ts";
import { callNext, loadEarlier, repeat, type RequestTime } from "../../engine/attempt/next-step.ts";
import { failureOnDemand } from "../../engine/attempt/test-code.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { cancellationRefusals } from "../../gateway/refusals.ts";
import { newRoutes } from "../../gateway/context.ts";
import type { Routes } from "../../engine/attempt/sending.ts";
import {
  prepareIdempotency,
  rememberRequest,
  idempotencyErrors,
  type Requested,
  type RequestOptions,
} from "../../engine/idempotency/idempotency.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import {
  cashierAllowanceRecord,
  countedCashier,
  takeAllowance,
  type ActingOperator,
} from "../../merchant/operator/cashier-allowance.ts";
import type { CashierLimits } from "../../settings.ts";
import { lineUpTo } from "../../engine/text/readable-text.ts";
import { ok, refuse } from "../../result.ts";
import { sessionRecord, sessionStates, type Session } from "../intent/session.ts";
import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import { intentRecord, intentStates, type PaymentContext, type Intent } from "../intent/intent.ts";
import {
  cancellationRecord,
  openCancellations,
  type CancellationAttempt,
  type WantedCancellation,
} from "./cancellation-attempt.ts";
import { findOutCancellations, recheckRefused, refundAll, refusedBefore } from "./cancellation-call.ts";
import { cancellationAmountsSchema, planCancellation, planErrors } from "./cancellation-plan.ts";
import { namedKey, namedRef, type PaymentName } from "../intent/look-up-payment.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

/** Interface: Payments, `POST /px/intents/{intentKey}/cancel`. */
export const cancelSchema = z
  .object({
    cancelReason: lineUpTo(200)
      .refine((reason) => /\S/.test(reason), "must say why")
      .meta({ minLength: 1, maxLength: 200 }),
    ...cancellationAmountsSchema.shape,
  })
  .meta({ id: "CancelRequest" });

export type CancelInput = z.input<typeof cancelSchema>;

export const cancelErrors = [
  "INVALID_AMOUNT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  ...planErrors,
  "CONCURRENT_REQUEST",
  ...cancellationRefusals,
  "FAILED_REFUND_PROCESS",
  "FAILED_PARTIAL_REFUND",
  "CASHIER_LIMIT_EXCEEDED",
] as const;

export interface CancelOptions extends RequestOptions {
  /** The operator who cancels: a cashier keeps to the limits of `settings.cashierLimits`. */
  readonly by?: ActingOperator | undefined;
}

interface CancelMoment extends RequestTime, Viewing {
  readonly routes: Routes;
  readonly limits: CashierLimits;
  readonly by: ActingOperator | undefined;
  readonly cashier: string | undefined;
  /** The keys of refused cancellations that this request has looked up. */
  readonly rechecked: ReadonlySet<string>;
}

interface Canceling {
  readonly intent: Intent | undefined;
  readonly session: Session | undefined;
  readonly merchant: Merchant | undefined;
  readonly allowance: z.output<typeof cashierAllowanceRecord.schema> | undefined;
  readonly refused: readonly CancellationAttempt[];
}

type CancelRequest = z.output<typeof cancelSchema>;

interface Cancel extends Requested<CancelInput> {
  readonly name: PaymentName;
  readonly options?: CancelOptions | undefined;
}

/**
 * Cancels a payment. An unconfirmed one was not charged: it is canceled in full, without a call. A confirmed one is
 * refunded by the gateway, in parts until nothing remains. A refused cancellation is looked up before the next one is
 * sent.
 */
export async function cancel(context: PaymentContext, tenant: Tenant, { name, input, options = {} }: Cancel) {
  const valid = validate(cancelSchema, input);
  if (!valid.ok) return valid;
  const { cashierLimits: limits } = context.settings;
  const { by } = options;
  const cashier = countedCashier(context.settings, by);
  const routes = await newRoutes(context, tenant);
  const prepared =
    failureOnDemand(tenant, options) ??
    (await prepareIdempotency(context, ["cancel", { ...name, ...valid.value }], options));
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const rechecked = new Set<string>();
  const decide = () =>
    decideAndCommit(context, {
      tenant,
      lane: "intentKey" in name ? name.intentKey : name.orderId,
      load: (read) => loadCanceling(read, { name, request, cashier }),
      decide(found, now) {
        if (found.earlier !== undefined) return { answer: repeat(found.earlier, now) };
        const moment = { ...viewingOf(context, tenant), ...callTime(context, now), routes, request };
        return decideCancel(valid.value, found, { ...moment, limits, by, cashier, rechecked });
      },
    });
  let decided = await decide();
  while (!("ok" in decided) && decided.next === "re-check") {
    const booked = await recheckRefused(context, tenant, decided.refused);
    if (!booked.ok) return booked;
    for (const { key } of decided.refused) rechecked.add(key);
    decided = await decide();
  }
  if ("ok" in decided) return decided;
  const attempt =
    decided.next === "call"
      ? await refundAll(context, tenant, decided.call)
      : await findOutCancellations(context, tenant, decided.key);
  if (attempt?.answer != null) return attempt.answer;
  return refuse(valid.value.cancelAmount === undefined ? "FAILED_REFUND_PROCESS" : "FAILED_PARTIAL_REFUND");
}

async function loadCanceling(
  read: Read,
  { name, request, cashier }: Pick<Cancel, "name"> & Pick<CancelMoment, "request" | "cashier">,
) {
  await read(request?.ref, namedRef(name));
  const earlier = await loadEarlier(read, request, { record: cancellationRecord, schema: paymentIntentSchema });
  if (earlier !== undefined) return { earlier };
  const intentKey = await namedKey(read, name);
  const [intent] = await read(intentKey === undefined ? undefined : intentRecord.ref(intentKey));
  const session = intent?.sessionId == null ? undefined : sessionRecord.ref(intent.sessionId);
  // Only an unpaid payment ends in this commit.
  const unpaid = intent?.approvedAt == null ? merchantRef : undefined;
  const allowed = cashier === undefined ? undefined : cashierAllowanceRecord.ref(cashier);
  const [closing, merchant, allowance] = await read(session, unpaid, allowed);
  const refused = intent === undefined ? [] : await refusedBefore(read, intent);
  return { earlier, intent, session: closing, merchant, allowance, refused };
}

function decideCancel(cancellation: CancelRequest, { intent: found, ...others }: Canceling, at: CancelMoment) {
  const plan = planCancellation(cancellation, found);
  if (!plan.ok) return { answer: plan };
  const { intent, isPaid, amount, taxFreeAmount } = plan.value;
  if (!isPaid) return cancelUnpaid({ ...others, intent }, at);
  const refused = others.refused.filter(({ key }) => !at.rechecked.has(key));
  if (refused.length > 0) return { answer: { next: "re-check", refused } as const };
  const { allowance: before } = others;
  const allowed = takeAllowance({ ...at, before, amount });
  if (!allowed.ok) return { answer: allowed };
  const { taken: allowance, writes } = allowed.value;
  const { cancelReason: reason } = cancellation;
  const paid = cancelPaid(intent, { amount, taxFreeAmount, reason, allowance, routes: at.routes }, at);
  return { ...paid, changes: { ...paid.changes, writes: [...paid.changes.writes, ...writes] } };
}

/** Nothing was charged and no call is in progress: payment and link end in one commit. */
function cancelUnpaid(
  { intent, session, merchant }: Omit<Canceling, "allowance" | "refused"> & { readonly intent: Intent },
  at: RequestTime & Viewing,
) {
  const canceled: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "cancel-rest"),
    canceledAmount: intent.totalAmount,
    canceledTaxFreeAmount: intent.taxFreeAmount,
    canceledAt: at.now,
  };
  const moment = { ...at, merchant, earning: undefined };
  const payment = viewIntent(canceled, moment);
  const closing =
    session !== undefined && nextStatus(sessionStates, session.status, "close") !== undefined
      ? [sessionRecord.write({ ...session, status: advance(sessionStates, session.status, "close") })]
      : [];
  return {
    answer: ok(payment),
    changes: {
      writes: [
        ...writeAndNotify(canceled, moment),
        ...closing,
        ...rememberRequest(at.request, { answer: JSON.stringify(payment) }),
      ],
    },
  };
}

function cancelPaid(intent: Intent, wanted: WantedCancellation, { request, ...time }: RequestTime) {
  const calls = openCancellations(intent, wanted, time);
  const attempts = [calls.first, ...calls.others];
  const openAttempt = calls.first.key;
  const cancellations = intent.cancellations + attempts.length;
  return {
    answer: callNext(calls),
    changes: {
      writes: [
        ...attempts.map((attempt) => cancellationRecord.make(attempt)),
        intentRecord.write({ ...intent, openAttempt, cancellations }),
        ...rememberRequest(request, { attempt: openAttempt }),
      ],
    },
  };
}
