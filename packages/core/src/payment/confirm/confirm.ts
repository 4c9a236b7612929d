import { z } from "zod";
import { answerNow, callNext, followAttempt } from "../../engine/attempt/next-step.ts";
import { requestProvider, type RequestTime } from "../../engine/attempt/provider-request.ts";
import { approvalRefusals } from "../../gateway/refusals.ts";
import { newRoutes, refuseWithoutGateway } from "../../gateway/context.ts";
import type { Routes } from "../../engine/attempt/route.ts";
import { earningRecord, type Earning } from "../../ledger/earning/earning.ts";
import { rememberOnly, rememberRequest, type Requested } from "../../engine/idempotency/idempotency.ts";
import { idempotencyErrors } from "../../engine/idempotency/replay.ts";
import { merchantAt, merchantRef, suspendedRefusal, type Merchant } from "../../merchant/merchant.ts";
import { amountSchema } from "../../engine/request/amount.ts";
import { refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";
import type { PaymentContext } from "../intent/context.ts";
import { approvalKeys, approvalRecord, openApprovals, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { approveAll, type ApprovalCalls } from "./approval-call.ts";
import { isOverdue } from "./confirm-window.ts";
import { writeExpired } from "./expire.ts";
import { intentKeySchema, intentRecord, type Intent } from "../intent/intent.ts";
import { findOutApprovals } from "./approval-lost-answer.ts";
import { orderIdSchema } from "../intent/order.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "../intent/view.ts";

/** Interface: Payments, `POST /px/intents/confirm`. */
export const confirmSchema = z
  .object({
    intentKey: intentKeySchema,
    orderId: orderIdSchema,
    amount: amountSchema.meta({ description: "Won; must be the amount of the payment" }),
  })
  .meta({ id: "ConfirmRequest" });

export type ConfirmInput = z.input<typeof confirmSchema>;

export const confirmErrors = [
  "INVALID_REQUEST",
  "INVALID_ORDER_ID",
  "INVALID_AMOUNT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  "NOT_FOUND_PAYMENT",
  "UNAPPROVED_ORDER_ID",
  "NOT_AVAILABLE_PAYMENT",
  "EXPIRED_PAYMENT_SESSION",
  "INVALIDATED_PAYMENT_SESSION",
  "ALREADY_PROCESSED_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "FORBIDDEN_REQUEST",
  "CONCURRENT_REQUEST",
  ...approvalRefusals,
  "UNKNOWN_PAYMENT_ERROR",
] as const;

interface ConfirmMoment extends RequestTime, Viewing {
  readonly routes: Routes;
}

interface Confirming {
  readonly merchant: Merchant | undefined;
  readonly intent: Intent | undefined;
  readonly approval: ApprovalAttempt | undefined;
  readonly earning: Earning | undefined;
}

export async function confirm(
  context: PaymentContext,
  tenant: Tenant,
  { input, options = {} }: Requested<ConfirmInput>,
) {
  const valid = validate(confirmSchema, input);
  if (!valid.ok) return valid;
  const confirmation = valid.value;
  const { intentKey } = confirmation;
  const [approvalKey = ""] = approvalKeys(intentKey, 1);
  const first = [merchantRef, intentRecord.ref(intentKey), approvalRecord.ref(approvalKey)] as const;
  const moment = { ...viewingOf(context, tenant), routes: await newRoutes(context, tenant) };
  return requestProvider(context, tenant, {
    what: ["confirm", confirmation],
    options,
    refusal: refuseWithoutGateway(context, tenant),
    lane: intentKey,
    first,
    async load(read): Promise<Confirming> {
      const [merchant, intent, approval] = await read(...first);
      const [earning] = await read(intent?.approvedAt == null ? undefined : earningRecord.ref(intentKey));
      return { merchant, intent, approval, earning };
    },
    decide: (confirming, at) => decideConfirm(confirmation, confirming, { ...moment, ...at }),
    record: approvalRecord,
    schema: paymentIntentSchema,
    call: (calls, written) => approveAll(context, tenant, { written, ...calls }),
    findOut: (key) => findOutApprovals(context, tenant, key),
    unknown: () => refuse("UNKNOWN_PAYMENT_ERROR"),
  });
}

function decideConfirm(
  confirmation: z.output<typeof confirmSchema>,
  { merchant, intent, approval, earning }: Confirming,
  at: ConfirmMoment,
) {
  const { request, now } = at;
  if (intent === undefined || merchant === undefined) return { answer: refuse("NOT_FOUND_PAYMENT") };
  if (intent.orderId !== confirmation.orderId) return { answer: notOfPayment("INVALID_ORDER_ID", "orderId") };
  if (intent.totalAmount !== confirmation.amount) return { answer: notOfPayment("INVALID_AMOUNT", "amount") };
  if (approval !== undefined && (intent.openAttempt === approval.key || intent.status === "ABORTED")) {
    const followed = followAttempt(approval, { now, busy: "ALREADY_PROCESSED_PAYMENT" });
    // The answer is the earlier attempt's; a repeat under the request's own key must find it again.
    return followed.ok ? rememberOnly(followed, request, { attempt: approval.key }) : { answer: followed };
  }
  if (isOverdue(intent, now)) {
    const changes = { writes: writeExpired(intent, { ...at, merchant }) };
    return { answer: refuse("EXPIRED_PAYMENT_SESSION"), changes };
  }
  switch (intent.status) {
    case "DONE":
    case "PARTIAL_CANCELED": {
      const payment = viewIntent(intent, { ...at, earning });
      return rememberOnly(answerNow(payment), request, { answer: JSON.stringify(payment) });
    }
    case "CANCELED":
      return { answer: refuse("ALREADY_CANCELED_PAYMENT") };
    case "EXPIRED":
      return { answer: refuse(intent.superseded ? "INVALIDATED_PAYMENT_SESSION" : "EXPIRED_PAYMENT_SESSION") };
    case "ABORTED":
      return { answer: refuse("NOT_AVAILABLE_PAYMENT") };
    case "READY":
      return { answer: refuse("UNAPPROVED_ORDER_ID") };
    case "IN_PROGRESS":
      return openConfirm(intent, merchant, at);
  }
}

function notOfPayment<const Code extends "INVALID_ORDER_ID" | "INVALID_AMOUNT">(code: Code, field: string) {
  return refuseField(code, field, `must be the ${field} that this payment was created with`);
}

function openConfirm(intent: Intent, merchant: Merchant, { request, now, deadline, routes }: ConfirmMoment) {
  const suspended = suspendedRefusal(merchant);
  if (suspended !== undefined) return { answer: suspended };
  const approvals = openApprovals(intent, { now, deadline }, routes);
  const [first] = approvals;
  if (first === undefined) throw new Error(`intent ${intent.intentKey} is authenticated without a method`);
  const unbound = routes.refusal(first.gateway);
  if (unbound !== undefined) return { answer: unbound };
  const confirmed: Intent = {
    ...intent,
    feeRate: merchantAt(merchant, now).feeRate,
    settlementDays: merchant.settlementDays,
    approvalKey: first.approvalKey,
    openAttempt: first.key,
  };
  const calls: ApprovalCalls = { intent: confirmed, approvals };
  return {
    answer: callNext(calls),
    changes: {
      writes: [
        ...approvals.map((approval) => approvalRecord.make(approval)),
        intentRecord.write(confirmed),
        ...rememberRequest(request, { attempt: first.key }),
      ],
    },
  };
}
