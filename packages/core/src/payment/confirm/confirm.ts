import { z } from "zod";
import { callTime } from "../../engine/attempt/attempt.ts";
import { callNext, loadEarlier, repeat, type RequestTime } from "../../engine/attempt/next-step.ts";
import { failureOnDemand } from "../../engine/attempt/test-code.ts";
import { decideAndKeep } from "../../engine/commit/commit.ts";
import { approvalRefusals } from "../../gateway/refusals.ts";
import { newRoutes, refuseWithoutGateway } from "../../gateway/context.ts";
import type { Routes } from "../../engine/attempt/sending.ts";
import { earningRecord, type Earning } from "../../ledger/earning/earning.ts";
import {
  prepareIdempotency,
  rememberOnly,
  rememberRequest,
  idempotencyErrors,
  type Requested,
} from "../../engine/idempotency/idempotency.ts";
import { feeRateOf, merchantAt, merchantRef, suspendedRefusal, type Merchant } from "../../merchant/merchant.ts";
import { amountSchema, validate } from "../../engine/request/validate.ts";
import { ok, refuse, refuseField } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { firstApprovalKey } from "../intent/attempt-keys.ts";
import { intentKeySchema, intentRecord, type PaymentContext, type Intent } from "../intent/intent.ts";
import { approvalRecord, followApproval, openApprovals, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { approveAll, findOutApprovals, type ApprovalCalls } from "./approval-call.ts";
import { isOverdue, writeExpired } from "./confirm-window.ts";
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
  const routes = await newRoutes(context, tenant);
  const prepared =
    failureOnDemand(tenant, options) ?? (await prepareIdempotency(context, ["confirm", confirmation], options));
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const withoutGateway = refuseWithoutGateway(context, tenant);
  if (withoutGateway !== undefined) return withoutGateway;
  const newKey = firstApprovalKey(intentKey);
  const refs = [merchantRef, intentRecord.ref(intentKey), approvalRecord.ref(newKey)] as const;
  const { answer: decided, written } = await decideAndKeep(context, {
    tenant,
    lane: intentKey,
    async load(read) {
      const [, merchant, intent] = await read(request?.ref, ...refs);
      const earlier = await loadEarlier(read, request, { record: approvalRecord, schema: paymentIntentSchema });
      if (earlier !== undefined) return { earlier };
      const [approval, earning] = await read(
        approvalRecord.ref(intent?.approvalKey ?? newKey),
        intent?.approvedAt == null ? undefined : earningRecord.ref(intentKey),
      );
      return { earlier, merchant, intent, approval, earning };
    },
    decide(found, now) {
      if (found.earlier !== undefined) return { answer: repeat(found.earlier, now) };
      const at = { ...viewingOf(context, tenant), ...callTime(context, now), routes, request };
      return decideConfirm(confirmation, found, at);
    },
  });
  if ("ok" in decided) return decided;
  const attempt =
    decided.next === "call"
      ? await approveAll(context, tenant, { written, ...decided.call })
      : await findOutApprovals(context, tenant, decided.key);
  return attempt?.answer ?? refuse("UNKNOWN_PAYMENT_ERROR");
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
    return followApproval(approval, at);
  }
  if (isOverdue(intent, now)) {
    const changes = { writes: writeExpired(intent, { ...at, merchant }) };
    return { answer: refuse("EXPIRED_PAYMENT_SESSION"), changes };
  }
  switch (intent.status) {
    case "DONE":
    case "PARTIAL_CANCELED": {
      const payment = viewIntent(intent, { ...at, earning });
      return rememberOnly(ok(payment), request, { answer: JSON.stringify(payment) });
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
    feeRate: feeRateOf(merchantAt(merchant, now), intent.methods[0]?.method ?? "KEYIN"),
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
