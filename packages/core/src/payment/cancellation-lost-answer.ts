import { doneOr } from "../attempt/evidence.ts";
import { findOutAttempt, findOutOthers, type AttemptKind } from "../attempt/lost-answer.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { findOrCancel } from "./cancellation-call.ts";
import { concludeCancellation } from "./cancellation-outcome.ts";
import type { PaymentContext } from "./context.ts";

/** Looks a cancellation up, and sends it again where it has not arrived: the merchant wants it. */
export const cancellationKind: AttemptKind<PaymentContext, CancellationAttempt> = {
  name: "cancellation",
  record: cancellationRecord,
  async findOut(context, tenant, attempt) {
    const found = await findOrCancel(context, tenant, attempt);
    const concluded = await concludeCancellation(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { key, amount } = attempt;
    const found = doneOr(evidence, { key, amount, canceledAt: evidence.at }, "REFUND_REJECTED");
    return concludeCancellation(context, tenant, { attempt, found });
  },
};

/** Looks up all cancellations of a request by the key of the first one, which holds the answer. */
export async function findOutCancellations(context: PaymentContext, tenant: Tenant, key: string) {
  const first = await findOutAttempt(context, tenant, { kind: cancellationKind, key });
  const [, ...others] = first.group;
  return findOutOthers(context, tenant, { kind: cancellationKind, first, others });
}
