import { z } from "zod";

import { attemptWrite } from "../attempt/attempt.ts";
import { answerNow, callNext, carryOut, followAttempt } from "../attempt/next-step.ts";
import { approvalRefusals } from "../card-network/card-network.ts";
import { cardNetworkOf, noNetworkHere } from "../card-network/context.ts";
import { decideAndKeep } from "../commit.ts";
import { earningRecord, type Earning } from "../earning/earning.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { idempotencyErrors, replayCall } from "../idempotency/replay.ts";
import { failureOnDemand } from "../idempotency/test-code.ts";
import { merchantAt, merchantRef, type Merchant } from "../merchant/merchant.ts";
import { amountSchema } from "../money/amount.ts";
import { refuse, refuseField } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import type { PaymentContext } from "./context.ts";
import { approvalKeys, approvalRecord, openApprovals, type ApprovalAttempt } from "./approval-attempt.ts";
import { approveAll, type ApprovalCalls } from "./approve.ts";
import { intentKeySchema, intentRecord, intentStatusAt, intentWrite, type Intent } from "./intent.ts";
import { findOutApprovals } from "./lost-answer.ts";
import { orderIdSchema } from "./order.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "./view.ts";

/** Interface: Payments, `POST /px/intents/confirm`. */
export const confirmSchema = z
  .object({
    intentKey: intentKeySchema,
    orderId: orderIdSchema,
    amount: amountSchema.meta({ description: "Won; must be the amount of the payment" }),
  })
  .meta({ id: "ConfirmRequest" });

export type ConfirmInput = z.input<typeof confirmSchema>;

/** Every code that confirm may refuse with. */
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

interface Confirming {
  readonly merchant: Merchant | undefined;
  readonly intent: Intent | undefined;
  readonly approval: ApprovalAttempt | undefined;
  readonly earning: Earning | undefined;
  readonly record: IdempotencyRecord | undefined;
}

/** Confirms (approves) a payment that its buyer has authenticated. */
export async function confirm(
  context: PaymentContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: ConfirmInput; readonly options?: RequestOptions | undefined },
) {
  const valid = validate(confirmSchema, input);
  if (!valid.ok) return valid;
  const failure = failureOnDemand(tenant, options);
  if (failure !== undefined) return failure;
  const request = await prepareIdempotency(context, ["confirm", valid.value], options);
  if (!request.ok) return request;
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return noNetworkHere;

  const { answer: step, written } = await firstStep(context, tenant, {
    confirmation: valid.value,
    request: request.value,
  });
  if (!step.ok) return step;
  return carryOut(step.value, {
    unknown: () => "UNKNOWN_PAYMENT_ERROR" as const,
    call: (calls) => approveAll(context, tenant, { network, written, ...calls }),
    drive: (key) => findOutApprovals(context, tenant, key),
  });
}

interface Request {
  readonly confirmation: z.output<typeof confirmSchema>;
  readonly request: IdempotentRequest | undefined;
}

/** The moment of a decision, and until when a call that it opens may take. */
interface Time {
  readonly now: number;
  readonly deadline: number;
}

function firstStep(context: PaymentContext, tenant: Tenant, asked: Request) {
  const { intentKey } = asked.confirmation;
  const { requestDeadlineMs } = context.settings;
  return decideAndKeep(context, {
    tenant: tenantId(tenant),
    lane: intentKey,
    async load(read) {
      const [approvalKey = ""] = approvalKeys(intentKey, 1);
      const first = [
        merchantRef,
        intentRecord.ref(intentKey),
        approvalRecord.ref(approvalKey),
        asked.request?.ref,
      ] as const;
      const [merchant, intent, approval, record] = await read(...first);
      // The keys of further methods' approvals are read so that they are guarded as absent.
      const [, ...others] = approvalKeys(intentKey, intent?.methods.length ?? 1);
      await read(...others.map((key) => approvalRecord.ref(key)));
      const [earning] = await read(intent?.approvedAt == null ? undefined : earningRecord.ref(intentKey));
      return { merchant, intent, approval, earning, record };
    },
    decide: (confirming, now) =>
      decideConfirm(viewingOf(context, tenant), { ...asked, ...confirming, now, deadline: now + requestDeadlineMs }),
  });
}

function decideConfirm(viewing: Viewing, confirming: Request & Confirming & Time) {
  const { confirmation, request, merchant, intent, approval, earning, record, now } = confirming;
  const earlier = replayCall(request, { record, attempt: approval, now }, paymentIntentSchema);
  if (earlier !== undefined) return { answer: earlier };
  if (intent === undefined || merchant === undefined) return { answer: refuse("NOT_FOUND_PAYMENT") };
  if (intent.orderId !== confirmation.orderId) return { answer: notOfPayment("INVALID_ORDER_ID", "orderId") };
  if (intent.totalAmount !== confirmation.amount) return { answer: notOfPayment("INVALID_AMOUNT", "amount") };
  if (approval !== undefined && (intent.openAttempt === approval.key || intent.status === "ABORTED")) {
    const followed = followAttempt(approval, { now, busy: "ALREADY_PROCESSED_PAYMENT" });
    // The answer will be the earlier attempt's; under a key of its own it must be that one again later.
    const writes = followed.ok ? rememberRequest(request, { attempt: approval.key }) : [];
    return writes.length === 0 ? { answer: followed } : { answer: followed, changes: { writes } };
  }
  switch (intentStatusAt(intent, now)) {
    case "DONE":
    case "PARTIAL_CANCELED": {
      const payment = viewIntent(intent, { ...viewing, now, earning });
      const writes = rememberRequest(request, { answer: JSON.stringify(payment) });
      const answer = answerNow(payment);
      return writes.length === 0 ? { answer } : { answer, changes: { writes } };
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
      return openConfirm({ ...confirming, intent, merchant });
  }
}

function notOfPayment<const Code extends "INVALID_ORDER_ID" | "INVALID_AMOUNT">(code: Code, field: string) {
  return refuseField(code, field, `must be the ${field} that this payment was made with`);
}

function openConfirm({
  intent,
  merchant,
  request,
  now,
  deadline,
}: Request & Time & { readonly intent: Intent; readonly merchant: Merchant }) {
  const approvals = openApprovals(intent, { now, deadline });
  const [first] = approvals;
  if (first === undefined) throw new Error(`intent ${intent.intentKey} is authenticated without a method`);
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
        ...approvals.map((approval) => attemptWrite(approvalRecord, approval)),
        intentWrite(confirmed),
        ...rememberRequest(request, { attempt: first.key }),
      ],
    },
  };
}
