import { believed, claimSending, isSettled, type Route } from "../../engine/attempt/sending.ts";
import type { Attempt } from "../../engine/attempt/attempt.ts";
import type {
  AboutApproval,
  Cancellation,
  CancellationQuestion,
  CancellationRequest,
  KeyedCall,
} from "../../gateway/gateway.ts";
import type { CancellationRefusal } from "../../gateway/refusals.ts";
import { askGateway, promisesOf, renewedRoute } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt, type CancellationCalls } from "./cancellation-attempt.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import type { PaymentContext } from "../intent/context.ts";
import { remainingAmount, type Intent } from "../intent/intent.ts";

/** Refunds one method after the other, also after a failure; returns the first attempt, which holds the answer. */
export async function refundAll(context: PaymentContext, tenant: Tenant, { intent, first, others }: CancellationCalls) {
  const concluded = await refund(context, tenant, { intent, attempt: first });
  if (others.length === 0) return concluded;
  for (const attempt of others) await claimAndRefund(context, tenant, { intent, attempt, until: attempt.deadline });
  const [now] = await loadOnce(context, tenant, (read) => read(cancellationRecord.ref(first.key)));
  return now;
}

/** An attempt whose sending is committed, and its payment as it was before. */
interface Refunding {
  readonly intent: Intent;
  readonly attempt: CancellationAttempt;
}

async function refund(
  context: PaymentContext,
  tenant: Tenant,
  { intent, attempt }: Refunding,
): Promise<CancellationAttempt | undefined> {
  const { amount, taxFreeAmount, reason } = attempt;
  const method = intent.methods.length === 1 ? undefined : intent.methods[attempt.method];
  const left = method === undefined ? remainingAmount(intent) : method.amount - method.canceledAmount;
  const request = { ...aboutApproval(intent, attempt), amount, taxFreeAmount, reason, remainingAmount: left };
  const found = await askToCancel(context, tenant, { attempt, request });
  const concluded = await concludeCancellation(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Refunds what was not sent yet; undefined if another process was faster, or the time is over. */
export async function claimAndRefund(
  context: PaymentContext,
  tenant: Tenant,
  { intent, attempt, until }: Refunding & { readonly until?: number },
): Promise<CancellationAttempt | undefined> {
  const change = await renewedRoute(context, tenant, attempt);
  const claim = { record: cancellationRecord, attempt, change, ...(until !== undefined && { until }) };
  const claimed = await claimSending(context, tenant, claim);
  return claimed && refund(context, tenant, { intent, attempt: claimed });
}

/** The approval that a cancellation refunds. */
export function aboutApproval({ methods, requestedAt }: Intent, attempt: CancellationAttempt): AboutApproval {
  const method = methods[attempt.method];
  const approvalAskedAt = method?.askedAt ?? requestedAt;
  return { approvalKey: attempt.approvalKey, approvalReference: method?.reference ?? null, approvalAskedAt };
}

/** The fields of a call besides those of its attempt. */
type Said<Call extends KeyedCall> = Omit<Call, keyof KeyedCall>;

type SentAttempt = Attempt & Route;

export function askToCancel(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, request }: { readonly attempt: SentAttempt; readonly request: Said<CancellationRequest> },
) {
  return askGateway(context, { tenant, attempt, until: attempt.deadline }, (gateway, question) =>
    gateway.cancel({ ...question, ...request }),
  );
}

/** Asks the gateway about a cancellation; `not-found` only once the cancellation has settled. */
export async function lookUpCancellation(
  context: PaymentContext,
  tenant: Tenant,
  { attempt, about }: { readonly attempt: SentAttempt; readonly about: Said<CancellationQuestion> },
) {
  const settled = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  const found = await askGateway(context, { tenant, attempt }, (gateway, question) =>
    gateway.lookUpCancellation({ ...question, ...about }),
  );
  return believed<Cancellation, CancellationRefusal>(found, settled);
}
