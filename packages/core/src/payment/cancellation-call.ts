import { believed, claimSending, isSettled } from "../attempt/sending.ts";
import type { Attempt } from "../attempt/attempt.ts";
import type {
  AboutApproval,
  Cancellation,
  CancellationQuestion,
  CancellationRequest,
} from "../card-network/card-network.ts";
import type { CancellationRefusal } from "../card-network/refusals.ts";
import { askCardNetwork, promisesOf, renewedRoute } from "../card-network/context.ts";
import type { Route } from "../card-network/route.ts";
import { loadOnce } from "../commit/commit.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt, type CancellationCalls } from "./cancellation-attempt.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import type { PaymentContext } from "./context.ts";
import { remainingAmount, type Intent } from "./intent.ts";

/** Gives back one method after the other, also after a failure; answers the first attempt, which holds the answer. */
export async function giveBackAll(
  context: PaymentContext,
  tenant: Tenant,
  { intent, first, others }: CancellationCalls,
) {
  const concluded = await giveBack(context, tenant, { intent, attempt: first });
  if (others.length === 0) return concluded;
  for (const attempt of others) await claimAndGiveBack(context, tenant, { intent, attempt, until: attempt.deadline });
  const [now] = await loadOnce(context, tenant, (read) => read(cancellationRecord.ref(first.key)));
  return now;
}

/** An attempt whose sending is committed, and its payment as it was before. */
interface GivingBack {
  readonly intent: Intent;
  readonly attempt: CancellationAttempt;
}

async function giveBack(
  context: PaymentContext,
  tenant: Tenant,
  { intent, attempt }: GivingBack,
): Promise<CancellationAttempt | undefined> {
  const { amount, taxFreeAmount, reason, approvalKey } = attempt;
  const about = aboutApproval(intent, attempt);
  const method = intent.methods.length === 1 ? undefined : intent.methods[attempt.method];
  const remaining = method === undefined ? remainingAmount(intent) : method.amount - method.canceledAmount;
  const wanted = { approvalKey, amount, taxFreeAmount, reason, remainingAmount: remaining };
  const found = await askToCancel(context, tenant, { ...attempt, ...about, ...wanted });
  const concluded = await concludeCancellation(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Gives back what was not sent yet; undefined where another process was faster, or the time is over. */
export async function claimAndGiveBack(
  context: PaymentContext,
  tenant: Tenant,
  { intent, attempt, until }: GivingBack & { readonly until?: number },
): Promise<CancellationAttempt | undefined> {
  const change = await renewedRoute(context, tenant, attempt);
  const claim = { record: cancellationRecord, attempt, change, ...(until !== undefined && { until }) };
  const claimed = await claimSending(context, tenant, claim);
  return claimed && giveBack(context, tenant, { intent, attempt: claimed });
}

/** The approval that a cancellation gives back. */
export function aboutApproval({ methods, requestedAt }: Intent, attempt: CancellationAttempt): AboutApproval {
  const method = methods[attempt.method];
  const approvalAskedAt = method?.askedAt ?? requestedAt;
  return { approvalKey: attempt.approvalKey, approvalReference: method?.reference ?? null, approvalAskedAt };
}

type Asked<Question extends { readonly key: string }> = Omit<Question, "tenant" | "askedAt" | "deadline"> &
  Route & { readonly openedAt: number };

export function askToCancel(
  context: PaymentContext,
  tenant: Tenant,
  {
    key,
    openedAt,
    network: name,
    credentials,
    deadline,
    ...asked
  }: Asked<CancellationRequest> & Pick<CancellationRequest, "deadline">,
) {
  const {
    approvalKey,
    approvalReference,
    approvalAskedAt,
    amount,
    taxFreeAmount,
    remainingAmount: left,
    reason,
  } = asked;
  const request = { approvalKey, approvalReference, approvalAskedAt, amount, taxFreeAmount, reason };
  return askCardNetwork(context, { tenant, key, openedAt, network: name, credentials, deadline }, (network, question) =>
    network.cancel({ ...question, ...request, remainingAmount: left }),
  );
}

/** Asks the network about a cancellation; `not-found` only once the cancellation has settled. */
export async function lookUpCancellation(
  context: PaymentContext,
  tenant: Tenant,
  {
    attempt,
    key,
    openedAt,
    ...asked
  }: Omit<Asked<CancellationQuestion>, keyof Route> & { readonly attempt: Attempt & Route },
) {
  const { network: name, credentials } = attempt;
  const settled = isSettled(attempt, promisesOf(context, tenant, attempt), context.clock.now());
  const { approvalKey, approvalReference, approvalAskedAt, amount, knownReferences } = asked;
  const about = { approvalKey, approvalReference, approvalAskedAt, amount, knownReferences };
  const found = await askCardNetwork(
    context,
    { tenant, key, openedAt, network: name, credentials },
    (network, question) => network.lookUpCancellation({ ...question, ...about }),
  );
  return believed<Cancellation, CancellationRefusal>(found, settled);
}
