import { doneOr } from "../../engine/attempt/evidence.ts";
import { findOutAttempt, findOutOthers, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { promisesOf } from "../../gateway/context.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { aboutApproval, claimAndRefund, lookUpCancellation } from "./cancellation-call.ts";
import { contradictCancellation } from "./cancellation-contradiction.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import type { PaymentContext } from "../intent/context.ts";
import { intentRecord, type Intent } from "../intent/intent.ts";

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
    return concludeCancellation(context, tenant, { attempt, found });
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

/** Looks up all cancellations of a request by the key of the first one, which holds the answer. */
export async function findOutCancellations(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await findOutAttempt(context, tenant, { kind: cancellationKind, key });
  const [, ...others] = first.group;
  return findOutOthers(context, tenant, { kind: cancellationKind, first, others });
}
