import { z } from "zod";

import { answerNow, callNext } from "../attempt/next-step.ts";
import { requestProvider, type RequestTime } from "../attempt/provider-request.ts";
import { cancellationRefusals } from "../card-network/refusals.ts";
import { newRoutes } from "../card-network/context.ts";
import type { Routes } from "../card-network/route.ts";
import { rememberRequest, type Requested } from "../idempotency/idempotency.ts";
import { idempotencyErrors } from "../idempotency/replay.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { amountSchema, taxFreeAmountSchema } from "../money/amount.ts";
import { taxFreeRange } from "../money/sales-tax.ts";
import { textUpTo } from "../text/readable-text.ts";
import { ok, refuse, refuseField } from "../result.ts";
import { sessionRecord, sessionStates, type Session } from "../session/session.ts";
import { advance } from "../commit/state-table.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { optional, validate } from "../request/validate.ts";
import type { PaymentContext } from "./context.ts";
import { cancellationRecord, openCancellations, type WantedCancellation } from "./cancellation-attempt.ts";
import { giveBackAll } from "./cancellation-call.ts";
import { findOutCancellations } from "./cancellation-lost-answer.ts";
import { intentStatusAt } from "./confirm-window.ts";
import { intentRecord, intentStates, remainingAmount, type Intent } from "./intent.ts";
import { namedKey, namedRef, type PaymentName } from "./look-up-payment.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

/** Interface: Payments, `POST /px/intents/{intentKey}/cancel`. */
export const cancelSchema = z
  .object({
    cancelReason: textUpTo(200)
      .refine((reason) => /\S/.test(reason), "must say why")
      .meta({ minLength: 1, maxLength: 200 }),
    taxFreeAmount: optional(taxFreeAmountSchema).meta({
      description:
        "Won of the canceled amount that have no VAT; left out, none as long as the taxable part suffices. Give it where goods without VAT come back",
    }),
    cancelAmount: optional(amountSchema).meta({
      description: "Won; all that remains when left out, which is why `amount` and the like in its place are refused",
    }),
  })
  .meta({ id: "CancelRequest" });

export type CancelInput = z.input<typeof cancelSchema>;

export const cancelErrors = [
  "INVALID_REQUEST",
  "INVALID_AMOUNT",
  "INVALID_TEST_CODE",
  ...idempotencyErrors,
  "NOT_FOUND_PAYMENT",
  "ALREADY_CANCELED_PAYMENT",
  "NOT_CANCELABLE_AMOUNT",
  "NOT_CANCELABLE_PAYMENT",
  "NOT_ALLOWED_PARTIAL_REFUND",
  "FORBIDDEN_CONSECUTIVE_REQUEST",
  "CONCURRENT_REQUEST",
  ...cancellationRefusals,
  "FAILED_REFUND_PROCESS",
  "FAILED_PARTIAL_REFUND",
] as const;

const amountFields = new Set(["cancelAmount", "taxFreeAmount"]);

interface CancelMoment extends RequestTime, Viewing {
  readonly routes: Routes;
}

interface Canceling {
  readonly intent: Intent | undefined;
  readonly session: Session | undefined;
  readonly merchant: Merchant | undefined;
}

type CancelRequest = z.output<typeof cancelSchema>;

export interface Cancel extends Requested<CancelInput> {
  readonly name: PaymentName;
}

/**
 * Cancels a payment. An unconfirmed one was not charged: it is canceled in full, without a call. Afterwards the card
 * network gives the amount back; parts may follow until nothing remains.
 */
export async function cancel(context: PaymentContext, tenant: Tenant, { name, input, options = {} }: Cancel) {
  const valid = validate(cancelSchema, input);
  if (!valid.ok) return valid;
  // Unknown fields are ignored, except one that is meant as the amount: without it everything would be canceled.
  const misnamed = Object.keys(input).find((field) => !amountFields.has(field) && /am[oun]*t/i.test(field));
  if (valid.value.cancelAmount === undefined && misnamed !== undefined) {
    const problem = "must be called cancelAmount: without that, all that remains is canceled";
    return refuseField("INVALID_REQUEST", misnamed, problem);
  }
  const moment = { ...viewingOf(context, tenant), routes: await newRoutes(context, tenant) };
  return requestProvider(context, tenant, {
    what: ["cancel", { ...name, ...valid.value }],
    options,
    lane: "intentKey" in name ? name.intentKey : name.orderId,
    first: [namedRef(name)],
    async load(read): Promise<Canceling> {
      const intentKey = await namedKey(read, name);
      const [intent] = await read(intentKey === undefined ? undefined : intentRecord.ref(intentKey));
      const session = intent?.sessionId == null ? undefined : sessionRecord.ref(intent.sessionId);
      // Only an unpaid payment ends in this commit.
      const [closing, merchant] = await read(session, intent?.approvedAt == null ? merchantRef : undefined);
      return { intent, session: closing, merchant };
    },
    decide: (canceling, at) => decideCancel(valid.value, canceling, { ...moment, ...at }),
    record: cancellationRecord,
    schema: paymentIntentSchema,
    call: (calls) => giveBackAll(context, tenant, calls),
    findOut: (key) => findOutCancellations(context, tenant, key),
    unknown: () => refuse(valid.value.cancelAmount === undefined ? "FAILED_REFUND_PROCESS" : "FAILED_PARTIAL_REFUND"),
  });
}

function decideCancel(cancellation: CancelRequest, { intent, ...others }: Canceling, at: CancelMoment) {
  if (intent === undefined) return { answer: refuse("NOT_FOUND_PAYMENT") };
  if (intent.openAttempt !== null) return { answer: refuse("FORBIDDEN_CONSECUTIVE_REQUEST") };
  const remaining = remainingAmount(intent);
  const amount = cancellation.cancelAmount ?? remaining;
  const taxFree = taxFreeOf(cancellation, intent, amount);
  switch (intentStatusAt(intent, at.now)) {
    case "CANCELED":
      return { answer: refuse("ALREADY_CANCELED_PAYMENT") };
    case "EXPIRED":
    case "ABORTED":
      return { answer: refuse("NOT_CANCELABLE_PAYMENT") };
    case "READY":
    case "IN_PROGRESS":
      if (amount !== remaining) return { answer: refuse("NOT_CANCELABLE_AMOUNT") };
      if (!taxFree.ok) return { answer: taxFree };
      return cancelUnpaid({ ...others, intent }, at);
    case "DONE":
    case "PARTIAL_CANCELED":
      if (amount > remaining) {
        const problem = `must be at most the ${remaining} won that remain`;
        return { answer: refuseField("NOT_MATCHES_REFUNDABLE_AMOUNT", "cancelAmount", problem) };
      }
      if (amount < remaining && intent.methods.length > 1) return { answer: refuse("NOT_ALLOWED_PARTIAL_REFUND") };
      if (!taxFree.ok) return { answer: taxFree };
      const { cancelReason: reason } = cancellation;
      return cancelPaid(intent, { amount, taxFreeAmount: taxFree.value, reason, routes: at.routes }, at);
  }
}

/** Nothing was charged and no call is under way: payment and link end in one commit. */
function cancelUnpaid(
  { intent, session, merchant }: Canceling & { readonly intent: Intent },
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
    session?.status === "OPEN"
      ? [sessionRecord.write({ ...session, status: advance(sessionStates, session.status, "close") })]
      : [];
  return {
    answer: answerNow(payment),
    changes: {
      writes: [
        ...writeAndTell(canceled, moment),
        ...closing,
        ...rememberRequest(at.request, { answer: JSON.stringify(payment) }),
      ],
    },
  };
}

/** The part of a cancellation that has no VAT: as it was asked for, or as little as is needed. */
function taxFreeOf({ taxFreeAmount: asked }: CancelRequest, intent: Intent, amount: number) {
  const left = { amount: remainingAmount(intent), taxFree: intent.taxFreeAmount - intent.canceledTaxFreeAmount };
  const { least, most } = taxFreeRange(amount, left);
  const taxFree = asked ?? least;
  if (taxFree >= least && taxFree <= most) return ok(taxFree);
  const range = least === most ? `${least} won` : `from ${least} to ${most} won`;
  const problem = `must be ${range}: of the ${left.amount} won that remain ${left.taxFree} have no VAT`;
  return refuseField("INVALID_REQUEST", "taxFreeAmount", problem);
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
