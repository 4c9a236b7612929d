import { openAttempt } from "../attempt/attempt.ts";
import { isGivenBack, type Evidence, type GivenBack } from "../attempt/evidence.ts";
import type { BankHolidays } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { decideAndCommit } from "../commit/commit.ts";
import { earningRecord, type Earning } from "../earning/earning.ts";
import { takeOff } from "../earning/take-off.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { taxFreeRange } from "../money/sales-tax.ts";
import { ok, refuse, refuseField } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { approvalKeys, approvalRecord, type ApprovalAttempt } from "./approval-attempt.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { withCanceled } from "./cancellation-outcome.ts";
import { cancellationKey, intentRecord, remainingAmount, type Intent } from "./intent.ts";
import { openReversal, reversalAgainKeys, reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { viewIntent, viewingOf, type Viewing } from "./view.ts";
import { writeAndTell } from "./webhook.ts";

interface Contradicted {
  readonly approval: ApprovalAttempt;
  readonly intent: Intent;
  readonly earning: Earning | undefined;
  readonly merchant: Merchant | undefined;
  readonly again: ReversalAttempt | undefined;
}

interface Moment extends Viewing {
  readonly now: number;
  readonly holidays: BankHolidays;
}

/**
 * Enters evidence about an approval that has ended. One that its network made although we were told that it had not is
 * reversed. What the network gave back without us is booked as a cancellation, which was never sent.
 */
export async function contradictApproval(
  context: CalendarContext,
  tenant: Tenant,
  { attempt, evidence }: { readonly attempt: ApprovalAttempt; readonly evidence: Evidence | GivenBack },
) {
  const { key, intentKey } = attempt;
  const contradicts = attempt.status === "DONE" ? isGivenBack(evidence) : evidence.outcome === "done";
  if (!contradicts) return undefined;
  const holidays = await context.calendar.current(context);
  return decideAndCommit(context, {
    tenant,
    lane: intentKey,
    async load(read): Promise<Contradicted> {
      const [approval, intent, earning, merchant, again] = await read(
        approvalRecord.ref(key),
        intentRecord.ref(intentKey),
        earningRecord.ref(intentKey),
        merchantRef,
        reversalRecord.ref(againKey(attempt)),
      );
      if (approval === undefined || intent === undefined) throw new Error(`approval ${key} has no record`);
      return { approval, intent, earning, merchant, again };
    },
    decide: (contradicted, now) =>
      isGivenBack(evidence)
        ? decideGivenBack(contradicted, evidence, { ...viewingOf(context, tenant), now, holidays })
        : decideReverse(contradicted, now),
  });
}

function againKey({ intentKey, key, methods }: ApprovalAttempt): string {
  const index = approvalKeys(intentKey, methods).indexOf(key);
  const again = reversalAgainKeys(intentKey, methods)[index];
  if (again === undefined) throw new Error(`approval ${key} is of no method`);
  return again;
}

function decideReverse({ approval, again }: Contradicted, now: number) {
  if (again !== undefined) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
  const seen: ApprovalAttempt = { ...approval, seen: true };
  const reversal = openReversal(seen, againKey(approval), { now, deadline: now });
  return {
    answer: ok(undefined),
    changes: { writes: [approvalRecord.write(seen), reversalRecord.make(reversal)] },
  };
}

function decideGivenBack(
  { approval, intent, earning, merchant }: Contradicted,
  { outcome, at: canceledAt, amount: asked, note }: GivenBack,
  at: Moment,
) {
  if (earning === undefined) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
  if (intent.openAttempt !== null) return { answer: refuse("FORBIDDEN_CONSECUTIVE_REQUEST") };
  const { intentKey, methods } = intent;
  const index = approvalKeys(intentKey, methods.length).indexOf(approval.key);
  const method = methods[index];
  const remaining = remainingAmount(intent);
  const left = method === undefined || methods.length === 1 ? remaining : method.amount - method.canceledAmount;
  const amount = asked ?? left;
  if (left === 0) return { answer: refuse("ALREADY_CONCLUDED_ATTEMPT") };
  if (amount > left) {
    const problem = `must be at most the ${left} won that remain`;
    return { answer: refuseField("NOT_MATCHES_REFUNDABLE_AMOUNT", "amount", problem) };
  }
  const taxFree = intent.taxFreeAmount - intent.canceledTaxFreeAmount;
  const number = intent.cancellations + 1;
  const about = { intentKey, number, approvalKey: approval.key, amount, method: index };
  const { least: taxFreeAmount } = taxFreeRange(amount, { amount: remaining, taxFree });
  const part = { ...about, taxFreeAmount };
  const after: Intent = { ...withCanceled(intent, part, { canceledAt }), cancellations: number };
  const key = cancellationKey(intentKey, number);
  const done: CancellationAttempt = {
    ...openAttempt({ key, kind: "cancellation" }, { now: at.now, deadline: at.now }),
    ...part,
    status: "DONE",
    sendings: 0,
    lookUpAt: null,
    reason: `${outcome}: ${note}`,
    group: [key],
    canceledAt,
    network: approval.network,
    credentials: null,
    reference: null,
    refusal: null,
    answer: ok(viewIntent(after, { ...at, earning })),
  };
  const { change, postings } = takeOff(earning, { ...part, ...at, remaining });
  return {
    answer: ok(undefined),
    changes: {
      writes: [cancellationRecord.make(done), ...writeAndTell(after, { ...at, merchant, earning }), change],
      reference: intentKey,
      postings,
    },
  };
}
