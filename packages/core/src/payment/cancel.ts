import { z } from "zod";

import { attemptRef, attemptWrite, openAttempt, type Attempt } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import { carryOut, replayRequest, type Plan } from "../attempt/plan.ts";
import { sessionRef, sessionStates, sessionWrite, type Session } from "../session/session.ts";
import { decideAndCommit, type Decision, type Read } from "../commit.ts";
import { cardNetworkOf, type Context } from "../context.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { failureOnDemand } from "../idempotency/test-code.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { amountSchema } from "../money/amount.ts";
import { ok, refuse, type Result } from "../result.ts";
import { advance } from "../state-table.ts";
import { optional, validate } from "../validate.ts";
import { settleCancellation } from "./cancellation.ts";
import { intentStates, intentStatusAt, intentWrite, remainingAmount, type Intent } from "./intent.ts";
import { readNamedIntent, type PaymentName } from "./look-up.ts";
import { viewIntent, type PaymentIntent } from "./view.ts";

/** Interface: Payments, `POST /px/intents/{intentKey}/cancel`. */
export const cancelSchema = z
  .object({
    cancelReason: z
      .string()
      .min(1, { error: "must say why", abort: true })
      .regex(/\S/, "must say why")
      .max(200, "must be at most 200 characters"),
    cancelAmount: optional(amountSchema).meta({ description: "Won; all that remains when left out" }),
  })
  .meta({ id: "CancelRequest" });

export type CancelInput = z.input<typeof cancelSchema>;

interface Canceling {
  readonly intent: Intent | undefined;
  readonly session: Session | undefined;
  readonly record: IdempotencyRecord | undefined;
  /** The attempt of the earlier request with the same idempotency key. */
  readonly attempt: Attempt | undefined;
}

interface Request {
  readonly cancellation: z.output<typeof cancelSchema>;
  readonly request: IdempotentRequest | undefined;
}

/**
 * Cancels a payment, by its intentKey or its orderId, in full or in part (interface: Payments).
 *
 * Before confirm nothing was charged: the payment is canceled in full, without a call. Afterwards
 * the amount is given back at the card network; parts may follow one another until nothing remains.
 *
 * Refusals: `NOT_FOUND_PAYMENT`, `ALREADY_CANCELED_PAYMENT`, `NOT_MATCHES_REFUNDABLE_AMOUNT` above
 * what remains, `NOT_CANCELABLE_AMOUNT` for a part before confirm, `NOT_CANCELABLE_PAYMENT`,
 * `NOT_ALLOWED_PARTIAL_REFUND`, `FORBIDDEN_CONSECUTIVE_REQUEST` while an approval or another
 * cancellation is under way, the network's refusal, and `FAILED_REFUND_PROCESS` or
 * `FAILED_PARTIAL_REFUND` when the outcome is not known yet: look the payment up.
 *
 * @example
 * await payments.intents.cancel(tenant, { orderId }, { cancelReason: "out of stock", cancelAmount: 3_000 });
 */
export async function cancel(
  context: Context,
  tenant: Tenant,
  {
    name,
    input,
    options = {},
  }: { readonly name: PaymentName; readonly input: CancelInput; readonly options?: RequestOptions },
): Promise<Result<PaymentIntent>> {
  const valid = validate(cancelSchema, input);
  if (!valid.ok) return valid;
  const failure = failureOnDemand(tenant, options);
  if (failure !== undefined) return failure;
  const request = await prepareIdempotency(context, ["cancel", { ...name, ...valid.value }], options);
  if (!request.ok) return request;

  const asked: Request = { cancellation: valid.value, request: request.value };
  const { requestDeadlineMs } = context.settings;
  const plan = await decideAndCommit<Canceling, Plan<Attempt>>(context, {
    tenant: tenantId(tenant),
    lane: "intentKey" in name ? name.intentKey : name.orderId,
    load: (read) => loadCanceling(read, name, asked),
    decide: (canceling, now) =>
      decideCancel(tenant, { ...asked, ...canceling, now, deadline: now + requestDeadlineMs }),
  });
  if (!plan.ok) return plan;
  return carryOut(context, plan.value, {
    tenant,
    unknown: asked.cancellation.cancelAmount === undefined ? "FAILED_REFUND_PROCESS" : "FAILED_PARTIAL_REFUND",
    call: (attempt) => giveBack(context, tenant, attempt),
  });
}

async function loadCanceling(read: Read, name: PaymentName, { request }: Request): Promise<Canceling> {
  const intent = await readNamedIntent(read, name);
  const [record] = await read(request?.ref);
  const [attempt] = await read(record?.attempt == null ? undefined : attemptRef(record.attempt));
  if (intent === undefined) return { intent, session: undefined, record, attempt };
  // Read so that the next attempt's key is guarded as absent.
  const [session] = await read(sessionRef(intent.sessionId), attemptRef(nextCancellationKey(intent)));
  return { intent, session, record, attempt };
}

function nextCancellationKey(intent: Intent): string {
  return `cancellation.${intent.intentKey}.${intent.cancellations + 1}`;
}

/** The moment of a decision, and until when a call that it opens may take. */
interface Time {
  readonly now: number;
  readonly deadline: number;
}

function decideCancel(tenant: Tenant, asked: Request & Canceling & Time): Decision<Result<Plan<Attempt>>> {
  const { cancellation, request, intent, record, attempt, now } = asked;
  const replay = replayRequest(request, { record, attempt, now });
  if (replay !== undefined) return { answer: replay };
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
      return cancelUnpaid(tenant, { ...asked, intent });
    case "DONE":
    case "PARTIAL_CANCELED":
      if (amount > remaining) {
        const problem = `is above the ${remaining} won that remain`;
        const details = [{ field: "cancelAmount", code: "NOT_MATCHES_REFUNDABLE_AMOUNT" as const, problem }];
        return { answer: refuse("NOT_MATCHES_REFUNDABLE_AMOUNT", details) };
      }
      if (amount < remaining && intent.methods.length > 1) return { answer: refuse("NOT_ALLOWED_PARTIAL_REFUND") };
      return openCancellation({ ...asked, intent, amount });
  }
}

/** Nothing was charged and no call is under way: the payment ends in one commit, and its link with it. */
function cancelUnpaid(
  tenant: Tenant,
  { intent, session, request, now }: Request & Canceling & Time & { readonly intent: Intent },
): Decision<Result<Plan<Attempt>>> {
  const canceled: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "cancel-rest"),
    canceledAmount: intent.totalAmount,
    canceledAt: now,
  };
  const payment = viewIntent(canceled, { mId: tenant.mId, now });
  const closing =
    session?.status === "OPEN"
      ? [sessionWrite({ ...session, status: advance(sessionStates, session.status, "close") })]
      : [];
  return {
    answer: ok({ next: "answer", payment }),
    changes: {
      writes: [intentWrite(canceled), ...closing, ...rememberRequest(request, { answer: JSON.stringify(payment) })],
    },
  };
}

function openCancellation({
  intent,
  amount,
  cancellation,
  request,
  now,
  deadline,
}: Request & Time & { readonly intent: Intent; readonly amount: number }): Decision<Result<Plan<Attempt>>> {
  const { approvalKey } = intent;
  if (approvalKey === null) throw new Error(`intent ${intent.intentKey} is paid without an approval`);
  const attempt = openAttempt(
    {
      key: nextCancellationKey(intent),
      kind: "cancellation",
      intentKey: intent.intentKey,
      approvalKey,
      amount,
      reason: cancellation.cancelReason,
    },
    { now, deadline },
  );
  const canceling: Intent = { ...intent, openAttempt: attempt.key, cancellations: intent.cancellations + 1 };
  return {
    answer: ok({ next: "call", call: attempt }),
    changes: {
      writes: [attemptWrite(attempt), intentWrite(canceling), ...rememberRequest(request, { attempt: attempt.key })],
    },
  };
}

async function giveBack(context: Context, tenant: Tenant, attempt: Attempt): Promise<Result<Attempt>> {
  const { key, approvalKey, amount, deadline } = attempt;
  const network = cardNetworkOf(context, tenantId(tenant));
  const call = { key, approvalKey, amount, deadline, tenant: tenantId(tenant) };
  const found =
    network === undefined
      ? { outcome: "unknown" as const, reason: "no card network in this mode" }
      : await callProvider(context, attempt, () => network.cancel(call));
  return settleCancellation(context, tenant, { attempt, found });
}
