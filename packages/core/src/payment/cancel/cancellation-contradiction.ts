import { isConcluded } from "../../engine/attempt/attempt.ts";
import { commitOutcome } from "../../engine/attempt/flag.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { takeOff } from "../../ledger/earning/earning.ts";
import { ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import {
  isOf,
  loadCancellation,
  misnamed,
  withCanceled,
  type CancellationDecision,
  type CancellationLoaded,
  type CancellationMoment,
  type CancellationOutcome,
} from "./cancellation-outcome.ts";
import { cancellationsOf, entryOf } from "./given-back.ts";
import { remainingAmount, remainingOfMethod } from "../intent/intent.ts";
import { viewingOf } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

interface Contradicted extends CancellationLoaded {
  /** All cancellations of the same approval. */
  readonly all: readonly CancellationAttempt[];
}

const askAgainMs = 60 * 60 * 1000;

/**
 * The final look-up of a cancellation that was refused or never found. One that took effect after all is booked, unless
 * an operator has entered it meanwhile, and it is flagged: the gateway took longer than it promises, or its answer was
 * wrong. If a later cancellation has taken its amount, the operator must decide.
 */
export async function contradictCancellation(
  context: CalendarContext,
  tenant: Tenant,
  { attempt, found }: CancellationOutcome,
) {
  const holidays = await context.calendar.current(context);
  const { flagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: attempt.intentKey,
    async load(read): Promise<Contradicted> {
      const loaded = await loadCancellation(read, attempt);
      return { ...loaded, all: await cancellationsOf(read, loaded.intent, attempt.approvalKey) };
    },
    decide: (contradicted, now) =>
      decideContradiction(contradicted, found, { ...viewingOf(context, tenant), now, flagAfterMs, holidays }),
  });
}

function decideContradiction(
  contradicted: Contradicted,
  found: CancellationOutcome["found"],
  at: CancellationMoment,
): CancellationDecision {
  const { attempt, all } = contradicted;
  if (attempt.lookUpAt === null || !isConcluded(attempt)) return { answer: ok({ after: attempt }) };
  if (found.outcome !== "done") {
    return lookedAt({ ...attempt, lookUpAt: found.outcome === "unknown" ? at.now + askAgainMs : null });
  }
  // An answer about another cancellation is no answer: the outcome of this one is not known yet.
  if (found.value.key !== attempt.key) return lookedAt({ ...attempt, lookUpAt: at.now + askAgainMs }, misnamed);
  const looked: CancellationAttempt = { ...attempt, lookUpAt: null };
  if (!isOf(attempt, found.value, at)) {
    return lookedAt({ ...looked, foundLate: { at: at.now, enteredAs: null } }, misnamed);
  }
  const { canceledAt, reference } = found.value;
  const entry = entryOf(attempt, { canceledAt, all });
  const after = { ...looked, reference, foundLate: { at: at.now, enteredAs: entry?.key ?? null } };
  const reason = `the gateway refunded ${attempt.amount} won after all, although it had reported that it did not`;
  if (entry !== undefined) return lookedAt(after, `${reason}: it is entered already, as ${entry.key}`);
  if (attempt.amount <= remainingOfMethod(contradicted.intent, attempt.method)) {
    return booked({ ...contradicted, attempt: { ...after, canceledAt } }, `${reason}: it is booked now`, at);
  }
  return lookedAt(after, `${reason}: more than is left of the payment, so it is not booked: don't refund it again`);
}

/** Books nothing; with a reason, flags the attempt. */
function lookedAt(after: CancellationAttempt, reason?: string): CancellationDecision {
  const flag = reason === undefined ? undefined : { key: after.key, reason };
  return { answer: ok({ after, flag }), changes: { writes: [cancellationRecord.write(after)] } };
}

function booked(
  { attempt, intent, earning, merchant }: CancellationLoaded & { readonly attempt: { readonly canceledAt: number } },
  reason: string,
  at: CancellationMoment,
): CancellationDecision {
  const canceledIntent = withCanceled(intent, attempt, attempt);
  const { change, postings } = takeOff(earning, { ...attempt, ...at, remaining: remainingAmount(intent) });
  const writes = [
    cancellationRecord.write(attempt),
    ...writeAndNotify(canceledIntent, { ...at, merchant, earning }),
    change,
  ];
  return {
    answer: ok({ after: attempt, flag: { key: attempt.key, reason } }),
    changes: { writes, reference: intent.intentKey, postings },
  };
}
