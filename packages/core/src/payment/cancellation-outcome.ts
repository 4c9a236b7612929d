import { concluded, isConcluded } from "../attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../attempt/flag.ts";
import { knownRefusal, type Found } from "../attempt/outcome.ts";
import type { BankHolidays } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { cancellationRefusals, type Cancellation, type CancellationRefusal } from "../card-network/card-network.ts";
import type { Decision } from "../commit/commit.ts";
import { advance } from "../commit/state-table.ts";
import { earningRecord, type Earning } from "../earning/earning.ts";
import { takeOff } from "../earning/take-off.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { ok, refuse, type Ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { intentRecord, intentStates, remainingAmount, type Intent } from "./intent.ts";
import { viewIntent, viewingOf, type Viewing } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

export interface CancellationOutcome {
  readonly attempt: CancellationAttempt;
  readonly found: Found<Cancellation, CancellationRefusal>;
}

interface CancellationLoaded {
  readonly attempt: CancellationAttempt;
  readonly intent: Intent;
  readonly others: readonly CancellationAttempt[];
  readonly earning: Earning;
  readonly merchant: Merchant | undefined;
}

interface CancellationMoment extends Viewing {
  readonly now: number;
  readonly flagAfterMs: number;
  readonly holidays: BankHolidays;
}

/** Applies an outcome, from the call or a look-up. Idempotent. */
export async function concludeCancellation(context: CalendarContext, tenant: Tenant, outcome: CancellationOutcome) {
  const { key, intentKey } = outcome.attempt;
  const holidays = await context.calendar.current(context);
  const { flagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    async load(read): Promise<CancellationLoaded> {
      const [attempt, intent, earning, merchant] = await read(
        cancellationRecord.ref(key),
        intentRecord.ref(intentKey),
        earningRecord.ref(intentKey),
        merchantRef,
      );
      if (attempt === undefined || intent === undefined) throw new Error(`cancellation ${key} has no record`);
      if (earning === undefined) throw new Error(`intent ${intentKey} is canceled without having earned anything`);
      const others = await read(
        ...attempt.group.filter((each) => each !== key).map((each) => cancellationRecord.ref(each)),
      );
      return { attempt, intent, earning, merchant, others: others.filter((other) => other !== undefined) };
    },
    decide: (loaded, now) =>
      decideCancellation(loaded, outcome.found, { ...viewingOf(context, tenant), now, flagAfterMs, holidays }),
  });
}

type CancellationDecision = Decision<Ok<Flagged<CancellationAttempt>>>;

function decideCancellation(
  loaded: CancellationLoaded,
  found: CancellationOutcome["found"],
  at: CancellationMoment,
): CancellationDecision {
  const { attempt } = loaded;
  if (isConcluded(attempt)) return { answer: ok({ after: attempt }) };
  if (found.outcome === "done" && found.value.key === attempt.key && found.value.amount === attempt.amount) {
    return canceled(loaded, found.value, at);
  }
  if (found.outcome === "refused") return refused(loaded, knownRefusal(cancellationRefusals, found.code));
  // Waiting does not change the network's record of another amount: people must look.
  const finding = found.outcome === "done" ? "the network's answer names another amount or another key" : undefined;
  return decideUnknown(cancellationRecord, attempt, { ...at, needsPeople: found.outcome === "done", finding });
}

function canceled(
  loaded: CancellationLoaded,
  cancellation: Cancellation,
  at: CancellationMoment,
): CancellationDecision {
  const { attempt, intent, earning, merchant, others } = loaded;
  const remaining = remainingAmount(intent);
  const after: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, attempt.amount === remaining ? "cancel-rest" : "cancel-part"),
    canceledAmount: intent.canceledAmount + attempt.amount,
    methods: intent.methods.map((method, index) =>
      index === attempt.method ? { ...method, canceledAmount: method.canceledAmount + attempt.amount } : method,
    ),
    // With several methods, the last one found out need not be the last one given back.
    canceledAt: Math.max(intent.canceledAt ?? 0, cancellation.canceledAt),
    openAttempt: others.every(isConcluded) ? null : intent.openAttempt,
  };
  const { change, postings } = takeOff(earning, { ...attempt, ...at, remaining });
  const done: CancellationAttempt = { ...concluded(attempt, "DONE"), canceledAt: cancellation.canceledAt };
  // With several methods, one refusal makes the whole no success: not all was given back.
  const isPart = others.some(({ refusal }) => refusal !== null);
  const answer = isPart ? refuse("FAILED_REFUND_PROCESS") : ok(viewIntent(after, { ...at, earning }));
  const { mine, writes } = answered(done, others, answer);
  return {
    answer: ok({ after: mine }),
    changes: {
      writes: [...writes, ...writeAndTell(after, { ...at, merchant, earning }), change],
      reference: intent.intentKey,
      postings,
    },
  };
}

/** The methods that were given back stay so; people must see that this one was not. */
function refused({ attempt, intent, others }: CancellationLoaded, refusal: CancellationRefusal): CancellationDecision {
  const openAttempt = others.every(isConcluded) ? null : intent.openAttempt;
  const ended = { ...concluded(attempt, "REFUSED"), refusal };
  // With several methods, a part given back makes the whole no refusal, which would mean that nothing had happened.
  const isPart = others.some((other) => other.refusal === null);
  const { mine, writes } = answered(ended, others, refuse(isPart ? "FAILED_REFUND_PROCESS" : refusal));
  const reason = `the network refuses to give back one of several methods: ${refusal}`;
  const flag = others.length > 0 ? { key: attempt.key, reason } : undefined;
  const after = intentRecord.write({ ...intent, openAttempt });
  return { answer: ok({ after: mine, flag }), changes: { writes: [...writes, after] } };
}

/**
 * The last attempt of a request writes the answer into the first one: the payment, or why not all, or nothing, was
 * given back.
 */
function answered(
  mine: CancellationAttempt,
  others: readonly CancellationAttempt[],
  answer: NonNullable<CancellationAttempt["answer"]>,
) {
  if (!others.every(isConcluded)) return { mine, writes: [cancellationRecord.write(mine)] };
  const first = [mine, ...others].find(({ key }) => key === mine.group[0]) ?? mine;
  const holder = { ...first, answer };
  const isMine = first.key === mine.key;
  const changed = isMine ? [holder] : [mine, holder];
  return { mine: isMine ? holder : mine, writes: changed.map((each) => cancellationRecord.write(each)) };
}
