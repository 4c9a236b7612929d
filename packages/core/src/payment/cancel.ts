import { z } from "zod";

import { attemptWrite, methodKey, openAttempt } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import { answerNow, callNext, carryOut } from "../attempt/next-step.ts";
import { cancellationRefusals } from "../card-network/card-network.ts";
import { cardNetworkOf, noCardNetwork } from "../card-network/context.ts";
import { decideAndCommit, loadOnce, type Read } from "../commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { idempotencyErrors, replay, replayCall } from "../idempotency/replay.ts";
import { failureOnDemand } from "../idempotency/test-code.ts";
import { amountSchema } from "../money/amount.ts";
import { textUpTo } from "../readable-text.ts";
import { refuse, refuseField } from "../result.ts";
import { sessionRecord, sessionStates, sessionWrite, type Session } from "../session/session.ts";
import { advance } from "../state-table.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { optional, validate } from "../validate.ts";
import type { PaymentContext } from "./context.ts";
import { cancellationRecord, concludeCancellation, type CancellationAttempt } from "./cancellation.ts";
import { cancellationKey, intentStates, intentStatusAt, intentWrite, remainingAmount, type Intent } from "./intent.ts";
import { readNamedIntent, type PaymentName } from "./look-up.ts";
import { findOutCancellations } from "./lost-answer.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "./view.ts";

/** Interface: Payments, `POST /px/intents/{intentKey}/cancel`. */
export const cancelSchema = z
  .object({
    cancelReason: textUpTo(200)
      .refine((reason) => /\S/.test(reason), "must say why")
      .meta({ minLength: 1, maxLength: 200 }),
    cancelAmount: optional(amountSchema).meta({
      description: "Won; all that remains when left out, which is why `amount` and the like in its place are refused",
    }),
  })
  .meta({ id: "CancelRequest" });

export type CancelInput = z.input<typeof cancelSchema>;

/** Every code that cancel may refuse with. */
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

interface Canceling {
  readonly intent: Intent | undefined;
  readonly session: Session | undefined;
  readonly record: IdempotencyRecord | undefined;
  /** The attempt of the earlier request with the same idempotency key. */
  readonly attempt: CancellationAttempt | undefined;
}

interface Request {
  readonly cancellation: z.output<typeof cancelSchema>;
  readonly request: IdempotentRequest | undefined;
}

/** What to cancel, how much of it, and under which idempotency key. */
export interface Cancel {
  readonly name: PaymentName;
  readonly input: CancelInput;
  readonly options?: RequestOptions | undefined;
}

/**
 * Cancels a payment. Before confirm nothing was charged: the payment is canceled in full, without a
 * call. Afterwards the amount is given back at the card network; parts may follow one another until
 * nothing remains.
 */
export async function cancel(context: PaymentContext, tenant: Tenant, { name, input, options = {} }: Cancel) {
  const valid = validate(cancelSchema, input);
  if (!valid.ok) return valid;
  // Fields that nobody knows are ignored, but for one that is meant as the amount: without that everything is canceled.
  const misnamed = Object.keys(input).find((field) => field !== "cancelAmount" && /am[oun]*t/i.test(field));
  if (valid.value.cancelAmount === undefined && misnamed !== undefined) {
    const problem = "must be called cancelAmount: without that, all that remains is canceled";
    return refuseField("INVALID_REQUEST", misnamed, problem);
  }
  const failure = failureOnDemand(tenant, options);
  if (failure !== undefined) return failure;
  const request = await prepareIdempotency(context, ["cancel", { ...name, ...valid.value }], options);
  if (!request.ok) return request;

  const asked: Request = { cancellation: valid.value, request: request.value };
  const { requestDeadlineMs } = context.settings;
  const step = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: "intentKey" in name ? name.intentKey : name.orderId,
    load: (read) => loadCanceling(read, name, asked),
    decide: (canceling, now) =>
      decideCancel(viewingOf(context, tenant), { ...asked, ...canceling, now, deadline: now + requestDeadlineMs }),
  });
  if (!step.ok) return step;
  return carryOut(step.value, {
    unknown: () => (valid.value.cancelAmount === undefined ? "FAILED_REFUND_PROCESS" : "FAILED_PARTIAL_REFUND"),
    call: (calls) => giveBackAll(context, tenant, calls),
    drive: (key) => findOutCancellations(context, tenant, key),
  });
}

async function loadCanceling(read: Read, name: PaymentName, { request }: Request): Promise<Canceling> {
  const { intent, other: record } = await readNamedIntent(read, name, { other: request?.ref });
  // Only a key that was used for this very request leads to a cancellation.
  const earlier = replay(request, record);
  const earlierKey = earlier !== undefined && "attempt" in earlier ? earlier.attempt : undefined;
  // The next attempts are read so that their keys are guarded as absent.
  const nextKeys = intent === undefined ? [] : intent.methods.map((_, index) => nextCancellationKey(intent, index));
  const [session, attempt] = await read(
    intent?.sessionId == null ? undefined : sessionRecord.ref(intent.sessionId),
    earlierKey === undefined ? undefined : cancellationRecord.ref(earlierKey),
    ...nextKeys.map((key) => cancellationRecord.ref(key)),
  );
  return { intent, session, record, attempt };
}

function nextCancellationKey(intent: Intent, index: number): string {
  return cancellationKey(intent.intentKey, intent.cancellations + 1 + index);
}

/** The moment of a decision, and until when a call that it opens may take. */
interface Time {
  readonly now: number;
  readonly deadline: number;
}

function decideCancel(viewing: Viewing, asked: Request & Canceling & Time) {
  const { cancellation, intent, now } = asked;
  const earlier = replayCall(asked.request, asked, paymentIntentSchema);
  if (earlier !== undefined) return { answer: earlier };
  if (intent === undefined) return { answer: refuse("NOT_FOUND_PAYMENT") };
  if (intent.openAttempt !== null) return { answer: refuse("FORBIDDEN_CONSECUTIVE_REQUEST") };
  const remaining = remainingAmount(intent);
  const amount = cancellation.cancelAmount ?? remaining;
  switch (intentStatusAt(intent, now)) {
    case "CANCELED":
      return { answer: refuse("ALREADY_CANCELED_PAYMENT") };
    case "EXPIRED":
    case "ABORTED":
      return { answer: refuse("NOT_CANCELABLE_PAYMENT") };
    case "READY":
    case "IN_PROGRESS":
      if (amount !== remaining) return { answer: refuse("NOT_CANCELABLE_AMOUNT") };
      return cancelUnpaid(viewing, { ...asked, intent });
    case "DONE":
    case "PARTIAL_CANCELED":
      if (amount > remaining) {
        const problem = `must be at most the ${remaining} won that remain`;
        return { answer: refuseField("NOT_MATCHES_REFUNDABLE_AMOUNT", "cancelAmount", problem) };
      }
      if (amount < remaining && intent.methods.length > 1) return { answer: refuse("NOT_ALLOWED_PARTIAL_REFUND") };
      return openCancellation({ ...asked, intent, amount });
  }
}

/** Nothing was charged and no call is under way: the payment ends in one commit, and its link with it. */
function cancelUnpaid(
  viewing: Viewing,
  { intent, session, request, now }: Request & Canceling & Time & { readonly intent: Intent },
) {
  const canceled: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "cancel-rest"),
    canceledAmount: intent.totalAmount,
    canceledAt: now,
  };
  const payment = viewIntent(canceled, { ...viewing, now, earning: undefined });
  const closing =
    session?.status === "OPEN"
      ? [sessionWrite({ ...session, status: advance(sessionStates, session.status, "close") })]
      : [];
  return {
    answer: answerNow(payment),
    changes: {
      writes: [intentWrite(canceled), ...closing, ...rememberRequest(request, { answer: JSON.stringify(payment) })],
    },
  };
}

/** One attempt; of a payment with several methods one for each that has something left, all in one commit. */
function openCancellation({
  intent,
  amount,
  cancellation,
  request,
  now,
  deadline,
}: Request & Time & { readonly intent: Intent; readonly amount: number }) {
  const { intentKey, methods } = intent;
  const parts = methods.flatMap((method, index) => {
    const left = methods.length === 1 ? amount : method.amount - method.canceledAmount;
    const approvalKey = methodKey("approval", intentKey, index + 1);
    return left > 0 ? [{ method: index, approvalKey, amount: left }] : [];
  });
  const named = parts.map((part, index) => ({ ...part, key: nextCancellationKey(intent, index) }));
  const group = named.map(({ key }) => key);
  const attempts = named.map(({ key, ...part }): CancellationAttempt => {
    const opened = openAttempt({ key, kind: "cancellation" }, { now, deadline });
    const unknownYet = { canceledAt: null, refusal: null, answer: null };
    return { ...opened, intentKey, ...part, reason: cancellation.cancelReason, group, ...unknownYet };
  });
  const [first, ...others] = attempts;
  if (first === undefined) throw new Error(`intent ${intentKey} has nothing left to give back`);
  const cancellations = intent.cancellations + attempts.length;
  return {
    answer: callNext<CancellationCalls>({ first, others }),
    changes: {
      writes: [
        ...attempts.map((attempt) => attemptWrite(cancellationRecord, attempt)),
        intentWrite({ ...intent, openAttempt: first.key, cancellations }),
        ...rememberRequest(request, { attempt: first.key }),
      ],
    },
  };
}

/** Cancellations whose intent is committed: from here on the network may be called. */
interface CancellationCalls {
  /** Holds the answer. */
  readonly first: CancellationAttempt;
  readonly others: readonly CancellationAttempt[];
}

/** Gives back one method after the other, whatever comes of each; answers the first attempt, which holds the answer. */
async function giveBackAll(context: PaymentContext, tenant: Tenant, { first, others }: CancellationCalls) {
  const concluded = await giveBack(context, tenant, first);
  if (others.length === 0) return concluded;
  for (const other of others) await giveBack(context, tenant, other);
  const [now] = await loadOnce(context, tenantId(tenant), (read) => read(cancellationRecord.ref(first.key)));
  return now;
}

async function giveBack(
  context: PaymentContext,
  tenant: Tenant,
  attempt: CancellationAttempt,
): Promise<CancellationAttempt | undefined> {
  const { key, approvalKey, amount, deadline } = attempt;
  const network = cardNetworkOf(context, tenantId(tenant));
  const call = { key, approvalKey, amount, deadline, tenant: tenantId(tenant) };
  const found =
    network === undefined ? noCardNetwork : await callProvider(context, attempt, () => network.cancel(call));
  const concluded = await concludeCancellation(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}
