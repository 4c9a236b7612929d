import { isConcluded } from "../attempt/attempt.ts";
import { doneOr } from "../attempt/evidence.ts";
import type { AttemptKind } from "../attempt/lost-answer.ts";
import type { PaymentContext } from "./context.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { giveBackLate, reverse } from "./reversal-call.ts";
import { concludeReversal } from "./reversal-outcome.ts";

/** Sends a reversal again until the network acknowledges it; one that came too late goes on as a cancellation. */
export const reversalKind: AttemptKind<PaymentContext, ReversalAttempt> = {
  name: "reversal",
  record: reversalRecord,
  async findOut(context, tenant, attempt) {
    const { cancellationKey } = attempt;
    if (cancellationKey !== null) return giveBackLate(context, tenant, { attempt, cancellationKey });
    const known = await reverse(context, tenant, attempt);
    const { cancellationKey: late } = known;
    if (late === null || isConcluded(known)) return known;
    return giveBackLate(context, tenant, { attempt: known, cancellationKey: late });
  },
  async resolve(context, tenant, { attempt, evidence }) {
    const { approvalKey } = attempt;
    return concludeReversal(context, tenant, { attempt, found: doneOr(evidence, { approvalKey }, "PROVIDER_ERROR") });
  },
};
