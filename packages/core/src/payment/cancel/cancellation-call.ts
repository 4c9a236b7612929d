import { believed, claimSending, isSettled, type Route } from "../../engine/attempt/sending.ts";
import type { KeyedCall } from "../../engine/attempt/call.ts";
import type { Attempt } from "../../engine/attempt/attempt.ts";
import type { AboutApproval, Cancellation, CancellationQuestion, CancellationRequest } from "../../gateway/gateway.ts";
import type { CancellationRefusal } from "../../gateway/refusals.ts";
import { askGateway, promisesOf, renewedRoute } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { ok, type Result } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt, type CancellationCalls } from "./cancellation-attempt.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import { remainingOfMethod, intentRecord, type PaymentContext, type Intent } from "../intent/intent.ts";
import { doneOr } from "../../engine/attempt/evidence.ts";
import { findOutAttempt, findOutOthers, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { contradictCancellation } from "./cancellation-contradiction.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";

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
  const remainingAmount = remainingOfMethod(intent, attempt.method);
  const request = { ...aboutApproval(intent, attempt), amount, taxFreeAmount, reason, remainingAmount };
  const found = await askToCancel(context, tenant, { attempt, request });
  const concluded = await concludeCancellation(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Refunds what was not sent yet; undefined if another process was faster, or the time is over. */
async function claimAndRefund(
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
function aboutApproval({ methods, requestedAt }: Intent, attempt: CancellationAttempt): AboutApproval {
  const method = methods[attempt.method];
  const approvalAskedAt = method?.askedAt ?? requestedAt;
  const { reference: approvalReference = null, authentication = null } = method ?? {};
  return { approvalKey: attempt.approvalKey, authentication, approvalReference, approvalAskedAt };
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

/**
 * Looks a cancellation up. One of several that was not sent yet is sent. One that has not arrived within the time that
 * the gateway promises ends as refused: it is sent again only if the gateway refunds a repeated cancellation once.
 */
export const cancellationKind: AttemptKind<PaymentContext, CancellationAttempt> = {
  name: "cancellation",
  record: cancellationRecord,
  async findOut(context, tenant, attempt) {
    if (attempt.sendings === 0) {
      const intent = await paymentOf(context, tenant, attempt);
      return (await claimAndRefund(context, tenant, { intent, attempt })) ?? attempt;
    }
    const { intent, found } = await askAbout(context, tenant, attempt);
    if (found.outcome === "not-found" && promisesOf(context, tenant, attempt).repeatsCancellations) {
      return (await claimAndRefund(context, tenant, { intent, attempt })) ?? attempt;
    }
    const concluded = await concludeCancellation(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async lookAgain(context, tenant, attempt) {
    const { found } = await askAbout(context, tenant, attempt);
    return contradictCancellation(context, tenant, { attempt, found });
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount, reference } = attempt;
    const found = doneOr(evidence, { key, reference, amount, canceledAt: evidence.at }, "REFUND_REJECTED");
    return concludeCancellation(context, tenant, { attempt, found, byOperator: true });
  },
};

async function paymentOf(context: PaymentContext, tenant: Tenant, { key, intentKey }: CancellationAttempt) {
  const [intent] = await loadOnce(context, tenant, (read) => read(intentRecord.ref(intentKey)));
  if (intent === undefined) throw new Error(`cancellation ${key} has no payment`);
  return intent;
}

async function askAbout(context: PaymentContext, tenant: Tenant, attempt: CancellationAttempt) {
  const { amount } = attempt;
  const intent = await paymentOf(context, tenant, attempt);
  const knownReferences = await referencesBeside(context, tenant, { intent, attempt });
  const about = { ...aboutApproval(intent, attempt), amount, knownReferences };
  return { intent, found: await lookUpCancellation(context, tenant, { attempt, about }) };
}

/** The gateway's references of the other cancellations of the same approval. */
async function referencesBeside(
  context: PaymentContext,
  tenant: Tenant,
  { intent, attempt }: { readonly intent: Intent; readonly attempt: CancellationAttempt },
): Promise<readonly string[]> {
  const keys = cancellationKeys(intent).filter((key) => key !== attempt.key);
  const others = await loadOnce(context, tenant, (read) => read(...keys.map((key) => cancellationRecord.ref(key))));
  return others.flatMap((other) => (other?.approvalKey === attempt.approvalKey ? (other.reference ?? []) : []));
}

/**
 * The refused cancellations of a payment's last request that still wait for their final look-up. Those of earlier
 * requests were looked up before the next one was sent.
 */
export async function refusedBefore(read: Read, intent: Intent): Promise<readonly CancellationAttempt[]> {
  for (const key of cancellationKeys(intent).toReversed()) {
    const [last] = await read(cancellationRecord.ref(key));
    // An operator entered it, so it was never sent.
    if (last === undefined || last.entered !== null) continue;
    const sent = await read(...last.group.map((each) => cancellationRecord.ref(each)));
    return sent
      .filter((each) => each !== undefined)
      .filter(({ status, lookUpAt }) => status === "REFUSED" && lookUpAt !== null);
  }
  return [];
}

/** Looks up refused cancellations before another one is sent. One that took effect after all is booked first. */
export async function recheckRefused(
  context: PaymentContext,
  tenant: Tenant,
  refused: readonly CancellationAttempt[],
): Promise<Result<unknown, "CONCURRENT_REQUEST">> {
  for (const attempt of refused) {
    const { found } = await askAbout(context, tenant, attempt);
    if (found.outcome !== "done") continue;
    const booked = await contradictCancellation(context, tenant, { attempt, found });
    if (!booked.ok) return booked;
  }
  return ok(undefined);
}

/** Looks up all cancellations of a request by the key of the first one, which holds the answer. */
export async function findOutCancellations(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await findOutAttempt(context, tenant, { kind: cancellationKind, key });
  const [, ...others] = first.group;
  return findOutOthers(context, tenant, { kind: cancellationKind, first, others });
}
