import { z } from "zod";

import { attemptRef, attemptWrite, openAttempt, type Attempt } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import { carryOut, followAttempt, replayRequest, type Plan } from "../attempt/plan.ts";
import type { ApprovalRequest, CardNetwork } from "../card-network/card-network.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import { cardNetworkOf, type Context } from "../context.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { failureOnDemand } from "../idempotency/test-code.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { amountSchema } from "../money/amount.ts";
import { ok, refuse, type Result } from "../result.ts";
import { validate } from "../validate.ts";
import { approvalKeyOf, settleApproval } from "./approval.ts";
import { intentKeySchema, intentRef, intentStatusAt, intentWrite, type Intent } from "./intent.ts";
import { orderIdSchema } from "./order.ts";
import { viewIntent, type PaymentIntent } from "./view.ts";

/** Interface: Payments, `POST /px/intents/confirm`. */
export const confirmSchema = z
  .object({
    intentKey: intentKeySchema,
    orderId: orderIdSchema,
    amount: amountSchema.meta({ description: "Won; must be the amount of the payment" }),
  })
  .meta({ id: "ConfirmRequest" });

export type ConfirmInput = z.input<typeof confirmSchema>;

/** An approval whose intent is committed: from here on the network may be called. */
interface ApprovalCall {
  readonly attempt: Attempt;
  readonly request: ApprovalRequest;
}

interface Confirming {
  readonly merchant: Merchant | undefined;
  readonly intent: Intent | undefined;
  readonly approval: Attempt | undefined;
  readonly record: IdempotencyRecord | undefined;
}

/**
 * Confirms (approves) a payment that its buyer has authenticated (interface: Payments).
 *
 * Repeated with the same input it answers the payment as it is now, and charges nothing again.
 *
 * Refusals: `NOT_FOUND_PAYMENT`, `INVALID_ORDER_ID` and `INVALID_AMOUNT` where they are not the
 * payment's; `UNAPPROVED_ORDER_ID` before authentication; `EXPIRED_PAYMENT_SESSION` after 10
 * minutes; `INVALIDATED_PAYMENT_SESSION` where a newer session took over;
 * `ALREADY_CANCELED_PAYMENT`; `ALREADY_PROCESSED_PAYMENT` while another confirm is under way; the
 * network's refusal; `UNKNOWN_PAYMENT_ERROR` when the outcome is not known: look up, don't pay again.
 *
 * @example
 * const confirmed = await payments.intents.confirm(tenant, { intentKey, orderId, amount: 10_000 });
 */
export async function confirm(
  context: Context,
  tenant: Tenant,
  { input, options = {} }: { readonly input: ConfirmInput; readonly options?: RequestOptions },
): Promise<Result<PaymentIntent>> {
  const valid = validate(confirmSchema, input);
  if (!valid.ok) return valid;
  const failure = failureOnDemand(tenant, options);
  if (failure !== undefined) return failure;
  const request = await prepareIdempotency(context, ["confirm", valid.value], options);
  if (!request.ok) return request;
  const network = cardNetworkOf(context, tenantId(tenant));
  if (network === undefined) return refuse("FORBIDDEN_REQUEST");

  const plan = await planConfirm(context, tenant, { confirmation: valid.value, request: request.value });
  if (!plan.ok) return plan;
  return carryOut(context, plan.value, {
    tenant,
    unknown: "UNKNOWN_PAYMENT_ERROR",
    call: (call) => approve(context, tenant, { network, ...call }),
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

function planConfirm(context: Context, tenant: Tenant, asked: Request): Promise<Result<Plan<ApprovalCall>>> {
  const { intentKey } = asked.confirmation;
  const approvalRef = attemptRef(approvalKeyOf(intentKey));
  const recordRef = asked.request?.ref;
  const { requestDeadlineMs } = context.settings;
  return decideAndCommit<Confirming, Plan<ApprovalCall>>(context, {
    tenant: tenantId(tenant),
    lane: intentKey,
    load: async (read) => {
      const refs = [merchantRef, intentRef(intentKey), approvalRef, recordRef] as const;
      const [merchant, intent, approval, record] = await read(...refs);
      return { merchant, intent, approval, record };
    },
    decide: (confirming, now) =>
      decideConfirm(tenant, { ...asked, ...confirming, now, deadline: now + requestDeadlineMs }),
  });
}

function decideConfirm(tenant: Tenant, confirming: Request & Confirming & Time): Decision<Result<Plan<ApprovalCall>>> {
  const { confirmation, request, merchant, intent, approval, record, now } = confirming;
  const replay = replayRequest(request, { record, attempt: approval, now });
  if (replay !== undefined) return { answer: replay };
  if (intent === undefined || merchant === undefined) return { answer: refuse("NOT_FOUND_PAYMENT") };
  if (intent.orderId !== confirmation.orderId) return { answer: refuseField("INVALID_ORDER_ID", "orderId") };
  if (intent.totalAmount !== confirmation.amount) return { answer: refuseField("INVALID_AMOUNT", "amount") };
  if (approval !== undefined && (intent.openAttempt === approval.key || intent.status === "ABORTED")) {
    const followed = followAttempt(approval, { now, busy: "ALREADY_PROCESSED_PAYMENT" });
    // The answer will be the earlier attempt's; under a key of its own it must be that one again later.
    const writes = followed.ok ? rememberRequest(request, { attempt: approval.key }) : [];
    return writes.length === 0 ? { answer: followed } : { answer: followed, changes: { writes } };
  }
  switch (intentStatusAt(intent, now)) {
    case "DONE":
    case "PARTIAL_CANCELED": {
      const payment = viewIntent(intent, { mId: tenant.mId, now });
      const writes = rememberRequest(request, { answer: JSON.stringify(payment) });
      const answer = ok({ next: "answer" as const, payment });
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
      return openApproval(tenant, { ...confirming, intent, merchant });
  }
}

function refuseField(code: "INVALID_ORDER_ID" | "INVALID_AMOUNT", field: string): Result<never> {
  return refuse(code, [{ field, code, problem: `is not the ${field} that this payment was made with` }]);
}

function openApproval(
  tenant: Tenant,
  {
    intent,
    merchant,
    request,
    now,
    deadline,
  }: Request & Time & { readonly intent: Intent; readonly merchant: Merchant },
): Decision<Result<Plan<ApprovalCall>>> {
  const [method] = intent.methods;
  if (method === undefined) throw new Error(`intent ${intent.intentKey} is authenticated without a method`);
  const key = approvalKeyOf(intent.intentKey);
  const attempt = openAttempt(
    { key, kind: "approval", intentKey: intent.intentKey, approvalKey: key, amount: intent.totalAmount },
    { now, deadline },
  );
  const confirmed: Intent = { ...intent, feeRate: merchant.feeRate, approvalKey: key, openAttempt: key };
  const approvalRequest: ApprovalRequest = {
    key,
    tenant: tenantId(tenant),
    deadline,
    cardToken: method.cardToken,
    amount: intent.totalAmount,
    installmentPlanMonths: method.installmentPlanMonths,
    orderName: intent.orderName,
  };
  return {
    answer: ok({ next: "call", call: { attempt, request: approvalRequest } }),
    changes: { writes: [attemptWrite(attempt), intentWrite(confirmed), ...rememberRequest(request, { attempt: key })] },
  };
}

async function approve(
  context: Context,
  tenant: Tenant,
  { network, attempt, request }: ApprovalCall & { readonly network: CardNetwork },
): Promise<Result<Attempt>> {
  const found = await callProvider(context, attempt, () => network.approve(request));
  return settleApproval(context, tenant, { attempt, found, source: "call" });
}
