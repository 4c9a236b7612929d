import type { z } from "zod";

import { concluded, isConcluded } from "../../engine/attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import type { BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import type { Cancellation } from "../../gateway/gateway.ts";
import { cancellationRefusals, type CancellationRefusal } from "../../gateway/refusals.ts";
import { isReference, isTimeOfCall } from "../../gateway/answers.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { advance } from "../../engine/commit/state-table.ts";
import { earningRecord, type Earning, takeOff } from "../../ledger/earning/earning.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { cashierAllowanceRecord, restoreAllowance } from "../../merchant/operator/cashier-allowance.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { intentRecord, intentStates, remainingAmount, type Intent } from "../intent/intent.ts";
import { viewIntent, viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

export interface CancellationOutcome {
  readonly attempt: CancellationAttempt;
  readonly found: Found<Cancellation, CancellationRefusal>;
  /** Whether an operator entered it. A refusal is not re-checked then. */
  readonly byOperator?: boolean;
}

export interface CancellationLoaded {
  readonly attempt: CancellationAttempt;
  readonly intent: Intent;
  readonly others: readonly CancellationAttempt[];
  readonly earning: Earning;
  readonly merchant: Merchant | undefined;
  /** The day's sum of the cashier who canceled. */
  readonly allowance: z.output<typeof cashierAllowanceRecord.schema> | undefined;
}

export interface CancellationMoment extends Viewing {
  readonly now: number;
  readonly flagAfterMs: number;
  readonly holidays: BankHolidays;
}

/** Applies an outcome, from the call or a look-up. Idempotent. */
export async function concludeCancellation(context: CalendarContext, tenant: Tenant, outcome: CancellationOutcome) {
  const { intentKey } = outcome.attempt;
  const holidays = await context.calendar.current(context);
  const { flagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    load: (read) => loadCancellation(read, outcome.attempt),
    decide: (loaded, now) =>
      decideCancellation(loaded, outcome, { ...viewingOf(context, tenant), now, flagAfterMs, holidays }),
  });
}

export async function loadCancellation(
  read: Read,
  { key, intentKey }: Pick<CancellationAttempt, "key" | "intentKey">,
): Promise<CancellationLoaded> {
  const [attempt, intent, earning, merchant] = await read(
    cancellationRecord.ref(key),
    intentRecord.ref(intentKey),
    earningRecord.ref(intentKey),
    merchantRef,
  );
  if (attempt === undefined || intent === undefined) throw new Error(`cancellation ${key} has no record`);
  if (earning === undefined) throw new Error(`intent ${intentKey} is canceled without having earned anything`);
  const { allowance: taken } = attempt;
  const [allowance] = await read(taken && cashierAllowanceRecord.ref(taken.cashier));
  const others = await read(
    ...attempt.group.filter((each) => each !== key).map((each) => cancellationRecord.ref(each)),
  );
  return { attempt, intent, earning, merchant, allowance, others: others.filter((other) => other !== undefined) };
}

export type CancellationDecision = Decision<Ok<Flagged<CancellationAttempt>>>;

function decideCancellation(
  before: CancellationLoaded,
  { found, byOperator = false }: CancellationOutcome,
  at: CancellationMoment,
): CancellationDecision {
  if (isConcluded(before.attempt)) return { answer: ok({ after: before.attempt }) };
  const attempt = withProviderMessage(before.attempt, found);
  const loaded = { ...before, attempt };
  if (found.outcome === "done" && isOf(attempt, found.value, at)) {
    return canceled(loaded, found.value, at);
  }
  if (found.outcome === "refused") {
    const deniedAt = byOperator ? undefined : at.now;
    return refused(loaded, { refusal: knownRefusal(cancellationRefusals, found.code), deniedAt });
  }
  // Only once the cancellation has settled: then, by the gateway's promise, it never takes effect.
  if (found.outcome === "not-found") return refused(loaded, { refusal: "PROVIDER_ERROR", deniedAt: at.now });
  const isMisnamed = found.outcome === "done";
  const finding = isMisnamed ? misnamed : undefined;
  return decideUnknown(cancellationRecord, attempt, { ...at, needsOperator: isMisnamed, finding });
}

/** Waiting does not change the gateway's record of another amount: the operator must check it. */
export const misnamed = "the gateway's answer names another amount, another key or a time that cannot be";

/** Whether an answer belongs to this cancellation, with a valid reference and a possible time. */
export function isOf(
  { key, amount, openedAt }: CancellationAttempt,
  cancellation: Cancellation,
  { now }: Pick<CancellationMoment, "now">,
): boolean {
  const isNamed = cancellation.key === key && cancellation.amount === amount && isReference(cancellation.reference);
  return isNamed && isTimeOfCall(cancellation.canceledAt, { openedAt, now });
}

function canceled(
  loaded: CancellationLoaded,
  cancellation: Cancellation,
  at: CancellationMoment,
): CancellationDecision {
  const { attempt, intent, earning, merchant, others } = loaded;
  const openAttempt = others.every(isConcluded) ? null : intent.openAttempt;
  const after = { ...withCanceled(intent, attempt, cancellation), openAttempt };
  const { change, postings } = takeOff(earning, { ...attempt, ...at, remaining: remainingAmount(intent) });
  const { canceledAt, reference } = cancellation;
  const done: CancellationAttempt = { ...concluded(attempt, "DONE"), canceledAt, reference };
  // With several methods, one refusal means that the request as a whole did not succeed: not all was refunded.
  const isPart = others.some(({ refusal }) => refusal !== null);
  const answer = isPart ? refuse("FAILED_REFUND_PROCESS") : ok(viewIntent(after, { ...at, earning }));
  const { mine, writes } = answered(done, others, answer);
  return {
    answer: ok({ after: mine }),
    changes: {
      writes: [...writes, ...writeAndNotify(after, { ...at, merchant, earning }), change],
      reference: intent.intentKey,
      postings,
    },
  };
}

/** The payment after a cancellation of one of its methods. */
export function withCanceled(
  intent: Intent,
  attempt: Pick<CancellationAttempt, "amount" | "method" | "taxFreeAmount">,
  { canceledAt }: Pick<Cancellation, "canceledAt">,
): Intent {
  const isRest = attempt.amount === remainingAmount(intent);
  return {
    ...intent,
    status: advance(intentStates, intent.status, isRest ? "cancel-rest" : "cancel-part"),
    canceledAmount: intent.canceledAmount + attempt.amount,
    canceledTaxFreeAmount: Math.min(intent.taxFreeAmount, intent.canceledTaxFreeAmount + attempt.taxFreeAmount),
    methods: intent.methods.map((method, index) =>
      index === attempt.method ? { ...method, canceledAmount: method.canceledAmount + attempt.amount } : method,
    ),
    // With several methods, the last outcome need not belong to the last refund.
    canceledAt: Math.max(intent.canceledAt ?? 0, canceledAt),
  };
}

interface Refusing {
  readonly refusal: CancellationRefusal;
  /** When the gateway reported that it had refused the cancellation, or had never received it. */
  readonly deniedAt: number | undefined;
}

/** Methods that were refunded stay refunded. Of several, the refused one is flagged. */
function refused(
  { attempt, intent, others, allowance: before }: CancellationLoaded,
  { refusal, deniedAt }: Refusing,
): CancellationDecision {
  const openAttempt = others.every(isConcluded) ? null : intent.openAttempt;
  const ended = { ...concluded(attempt, "REFUSED", { deniedAt }), refusal };
  // With several methods, a refunded part means that the request as a whole was not refused: a refusal says that nothing happened.
  const isPart = others.some((other) => other.refusal === null);
  const { mine, writes } = answered(ended, others, refuse(isPart ? "FAILED_REFUND_PROCESS" : refusal));
  const reason = `the gateway refuses to refund one of several methods: ${refusal}`;
  const flag = others.length > 0 ? { key: attempt.key, reason, said: attempt.said } : undefined;
  const after = intentRecord.write({ ...intent, openAttempt });
  const restored = restoreAllowance(attempt.allowance, { before, amount: attempt.amount });
  return { answer: ok({ after: mine, flag }), changes: { writes: [...writes, after, ...restored] } };
}

/**
 * The last attempt of a request writes the answer into the first one: the payment, or why it was not refunded in full.
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
