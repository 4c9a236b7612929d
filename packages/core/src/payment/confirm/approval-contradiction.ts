import { openAttempt } from "../../engine/attempt/attempt.ts";
import { answerOf, replayEvidence, isGivenBack, type Entered, type GivenBack } from "../../engine/attempt/evidence.ts";
import type { Contradiction } from "../../engine/attempt/lost-answer.ts";
import type { BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import { earningRecord, type Earning, takeExcess, takeOff } from "../../ledger/earning/earning.ts";
import {
  rememberOnly,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
} from "../../engine/idempotency/idempotency.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { taxFreeRange } from "../../ledger/money/sales-tax.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys, cancellationKey, reversalAgainKey, reversalKey } from "../intent/attempt-keys.ts";
import { approvalRecord, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { cancellationRecord, type CancellationAttempt } from "../cancel/cancellation-attempt.ts";
import { bookedOf, enteredOf, identify, refuseTooMuch, withGivenBack } from "../cancel/given-back.ts";
import { intentRecord, remainingAmount, remainingOfMethod, type Intent } from "../intent/intent.ts";
import { openReversal, reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { viewIntent, viewingOf, type Viewing } from "../intent/view.ts";
import { writeAndNotify } from "../intent/webhook.ts";

interface Contradicted {
  readonly approval: ApprovalAttempt;
  readonly intent: Intent;
  readonly earning: Earning | undefined;
  readonly merchant: Merchant | undefined;
  readonly again: ReversalAttempt | undefined;
  /** The booked refunds and chargebacks of the approval. */
  readonly booked: readonly CancellationAttempt[];
  readonly record: IdempotencyRecord | undefined;
}

interface Answered {
  readonly entered: Entered;
  /** Won that were booked now and are above what remained of the payment; 0 of a repeat, which books nothing. */
  readonly newExcess: number;
}

interface Moment extends Viewing {
  readonly now: number;
  readonly request: IdempotentRequest | undefined;
  readonly holidays: BankHolidays;
}

/**
 * Enters evidence about an approval that has ended. One that its gateway made although it had reported otherwise is
 * reversed. A refund or chargeback that the gateway made by itself is booked as a cancellation that was never sent. A
 * chargeback of more than remained is also reported.
 */
export async function contradictApproval(
  context: CalendarContext,
  tenant: Tenant,
  { attempt, evidence, request }: Contradiction<ApprovalAttempt>,
) {
  const { key, intentKey } = attempt;
  const contradicts = attempt.status === "DONE" ? isGivenBack(evidence) : evidence.outcome === "done";
  if (!contradicts) return undefined;
  const holidays = await context.calendar.current(context);
  const decided = await decideAndCommit(context, {
    tenant,
    lane: intentKey,
    async load(read): Promise<Contradicted> {
      const [approval, intent, earning, merchant, again, record] = await read(
        approvalRecord.ref(key),
        intentRecord.ref(intentKey),
        earningRecord.ref(intentKey),
        merchantRef,
        reversalRecord.ref(againKey(attempt)),
        request?.ref,
      );
      if (approval === undefined || intent === undefined) throw new Error(`approval ${key} has no record`);
      return { approval, intent, earning, merchant, again, record, booked: await bookedOf(read, intent, key) };
    },
    decide(contradicted, now) {
      const earlier = replayEvidence(request, contradicted.record);
      if (earlier !== undefined) return { answer: earlier.ok ? answered(earlier.value) : earlier };
      const at = { ...viewingOf(context, tenant), now, holidays, request };
      return isGivenBack(evidence) ? decideGivenBack(contradicted, evidence, at) : decideReverse(contradicted, at);
    },
  });
  if (!decided.ok) return decided;
  const { entered, newExcess } = decided.value;
  if (entered !== null && newExcess > 0) {
    const excess = { tenant: tenantId(tenant), payment: intentKey, amount: entered.amount, excessAmount: newExcess };
    context.notify({ kind: "chargeback-excess", ...excess });
  }
  return ok(entered);
}

function answered(entered: Entered, newExcess = 0): Ok<Answered> {
  return ok({ entered, newExcess });
}

function againKey({ key }: ApprovalAttempt): string {
  return reversalAgainKey(reversalKey(key));
}

function decideReverse({ approval, again }: Contradicted, { now, request }: Moment) {
  if (again !== undefined) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
  const seen: ApprovalAttempt = { ...approval, seen: true };
  const reversal = openReversal(seen, againKey(approval), { now, deadline: now });
  return {
    answer: answered(null),
    changes: {
      writes: [approvalRecord.write(seen), reversalRecord.make(reversal), ...rememberRequest(request, answerOf(null))],
    },
  };
}

function decideGivenBack(
  { approval, intent, earning, merchant, booked }: Contradicted,
  evidence: GivenBack,
  at: Moment,
) {
  if (earning === undefined) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
  const { intentKey, methods } = intent;
  const index = approvalKeys(intent.approvalKey, methods.length).indexOf(approval.key);
  const method = methods[index];
  const remaining = remainingAmount(intent);
  const left = remainingOfMethod(intent, index);
  const identified = identify(evidence, { booked, left });
  if (!identified.ok) return { answer: identified };
  if ("booked" in identified.value) {
    const known = enteredOf(identified.value.booked, identified.value.fact, { isRepeat: true });
    return rememberOnly(answered(known), at.request, answerOf(known));
  }
  const { amount } = identified.value;
  if (intent.openAttempt !== null) return { answer: refuse("FORBIDDEN_CONSECUTIVE_REQUEST") };
  const tooMuch = refuseTooMuch(evidence, { amount, left, approved: method?.amount ?? intent.totalAmount, booked });
  if (tooMuch !== undefined) return { answer: tooMuch };
  const excessAmount = Math.max(0, amount - left);
  const number = intent.cancellations + 1;
  const about = { intentKey, number, approvalKey: approval.key, amount, method: index };
  const taxFree = intent.taxFreeAmount - intent.canceledTaxFreeAmount;
  const { least: taxFreeAmount } = taxFreeRange(amount - excessAmount, { amount: remaining, taxFree });
  const part = { ...about, excessAmount, taxFreeAmount };
  const { outcome, at: canceledAt, note, separate } = evidence;
  const after: Intent = { ...withGivenBack(intent, part, { canceledAt }), cancellations: number };
  const key = cancellationKey(approval.key, number);
  const done: CancellationAttempt = {
    ...openAttempt({ key, kind: "cancellation" }, { now: at.now, deadline: at.now }),
    ...part,
    status: "DONE",
    sendings: 0,
    lookUpAt: null,
    reason: `${outcome}: ${note}`,
    group: [key],
    canceledAt,
    gateway: approval.gateway,
    credentials: null,
    reference: null,
    entered: { outcome, separate },
    refusal: null,
    answer: ok(viewIntent(after, { ...at, earning })),
  };
  const taken = [
    ...(excessAmount === amount
      ? []
      : [takeOff(earning, { ...part, ...at, amount: amount - excessAmount, remaining })]),
    ...(excessAmount === 0 ? [] : [takeExcess(earning, { ...part, ...at, amount: excessAmount })]),
  ];
  const entered: Entered = { outcome, amount, excessAmount, at: canceledAt, enteredAt: at.now, isRepeat: false };
  return {
    answer: answered(entered, excessAmount),
    changes: {
      writes: [
        cancellationRecord.make(done),
        ...writeAndNotify(after, { ...at, merchant, earning }),
        ...taken.map(({ change }) => change),
        ...rememberRequest(at.request, answerOf(entered)),
      ],
      reference: intentKey,
      postings: taken.flatMap(({ postings }) => postings),
    },
  };
}
