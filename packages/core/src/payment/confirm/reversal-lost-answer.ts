import { isConcluded } from "../../engine/attempt/attempt.ts";
import { doneOr } from "../../engine/attempt/evidence.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";
import type { PaymentContext } from "../intent/context.ts";
import { lookUpApproval } from "./approval-look-up.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { refundLate, loadUndoing, reverse } from "./reversal-call.ts";
import { concludeReversal, contradictReversal } from "./reversal-outcome.ts";

/** Sends a reversal until the gateway acknowledges it; one that came too late continues as a cancellation. */
export const reversalKind: AttemptKind<PaymentContext, ReversalAttempt> = {
  name: "reversal",
  record: reversalRecord,
  async findOut(context, tenant, attempt) {
    const undoing = await loadUndoing(context, tenant, attempt);
    const known = attempt.cancellationKey === null ? await reverse(context, tenant, undoing) : attempt;
    const { cancellationKey } = known;
    if (cancellationKey === null || isConcluded(known)) return known;
    return refundLate(context, tenant, { ...undoing, attempt: known, cancellationKey });
  },
  async lookAgain(context, tenant, attempt) {
    const { approval } = await loadUndoing(context, tenant, attempt);
    const found = await lookUpApproval(context, tenant, { ...approval, reference: attempt.reference });
    return contradictReversal(context, tenant, { attempt, found });
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { approvalKey } = attempt;
    const found = doneOr(evidence, { approvalKey }, "PROVIDER_ERROR");
    return concludeReversal(context, tenant, { attempt, found, seen: true });
  },
};
