import type { Entered } from "../attempt/entered.ts";
import { givenBackOutcomes, type GivenBack } from "../attempt/evidence.ts";
import type { Read } from "../commit/snapshot.ts";
import { ok, refuse, refuseField, type Ok, type Refused } from "../result.ts";
import { dayInSeoul, seoulTime } from "../time/seoul-time.ts";
import { withCanceled } from "./cancellation-outcome.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { cancellationKey, type Intent } from "./intent.ts";

/**
 * What a card network gave back by itself, as people have entered it. The same approval, outcome, amount and Seoul day
 * is one fact, unless people say that it is a separate one: that has a time of its own.
 */
export interface GivenBackFact {
  readonly approvalKey: string;
  readonly outcome: GivenBack["outcome"];
  readonly amount: number;
  readonly at: number;
  readonly separate: boolean;
}

/** Undefined of a cancellation that was asked for here, or has not taken effect. */
function factOf(cancellation: CancellationAttempt): GivenBackFact | undefined {
  const { approvalKey, amount, canceledAt, entered } = cancellation;
  const said = entered ?? saidByReason(cancellation);
  if (canceledAt === null || said === undefined) return undefined;
  return { approvalKey, outcome: said.outcome, amount, at: canceledAt, separate: said.separate };
}

/** Records of 0.1.0 say it by their reason alone. */
function saidByReason({ sendings, evidence, reason }: CancellationAttempt) {
  const outcome = givenBackOutcomes.find((each) => reason.startsWith(`${each}: `));
  return outcome === undefined || sendings > 0 || evidence !== undefined ? undefined : { outcome, separate: false };
}

/** What was given back of one approval, in the order of booking. */
export async function bookedOf(
  read: Read,
  { intentKey, cancellations }: Intent,
  approvalKey: string,
): Promise<readonly CancellationAttempt[]> {
  const keys = Array.from({ length: cancellations }, (_, index) => cancellationKey(intentKey, index + 1));
  const all = await read(...keys.map((key) => cancellationRecord.ref(key)));
  const known = all.filter((each) => each !== undefined);
  return known.filter((each) => each.approvalKey === approvalKey && each.canceledAt !== null);
}

/** A fact to book, with its amount; or the one that is booked already. */
type Identified = { readonly amount: number } | { readonly booked: CancellationAttempt; readonly fact: GivenBackFact };

/**
 * Tells a repeat from a new fact. Without an amount it is all that is left; once that is booked, evidence without an
 * amount repeats what took the rest.
 */
export function identify(
  evidence: GivenBack,
  { booked, left }: { readonly booked: readonly CancellationAttempt[]; readonly left: number },
): Ok<Identified> | Refused<"ALREADY_CONCLUDED_ATTEMPT" | "INVALID_REQUEST"> {
  const { outcome, at, separate } = evidence;
  const day = dayInSeoul(at);
  const facts = booked.flatMap((cancellation) => {
    const fact = factOf(cancellation);
    return fact?.outcome === outcome && dayInSeoul(fact.at) === day ? [{ booked: cancellation, fact }] : [];
  });
  const rest = facts.find((fact) => fact.booked === booked.at(-1));
  const amount = evidence.amount ?? (left > 0 ? left : rest?.fact.amount);
  if (amount === undefined) return refuse("ALREADY_CONCLUDED_ATTEMPT");
  const same = facts.filter(({ fact }) => fact.amount === amount);
  const ofMinute = same.find(({ fact }) => minuteOf(fact.at) === minuteOf(at));
  if (!separate) return ok(ofMinute ?? same[0] ?? { amount });
  if (same.length === 0) {
    const problem = `must be left out: no other ${outcome} of ${amount} won is booked on ${day}`;
    return refuseField("INVALID_REQUEST", "separate", problem);
  }
  if (ofMinute === undefined) return ok({ amount });
  if (ofMinute.fact.separate) return ok(ofMinute);
  const problem = `must be another minute than ${seoulTime(ofMinute.fact.at)}, which is the time of the one that is booked`;
  return refuseField("INVALID_REQUEST", "at", problem);
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000);
}

export function enteredOf(
  { openedAt: enteredAt, excessAmount }: CancellationAttempt,
  { outcome, amount, at }: GivenBackFact,
  { isRepeat }: { readonly isRepeat: boolean },
): Entered {
  return { outcome, amount, excessAmount, at, enteredAt, isRepeat };
}

/** What stands in the books more than once although it is one fact: groups of the same approval, outcome, amount and day. */
export function repeatedFacts(cancellations: readonly CancellationAttempt[]): readonly (readonly GivenBackFact[])[] {
  const facts = cancellations.flatMap((each) => factOf(each) ?? []);
  const groups = Map.groupBy(facts, ({ approvalKey, outcome, amount, at }) =>
    [approvalKey, outcome, amount, dayInSeoul(at)].join(),
  );
  return [...groups.values()].filter((group) => group.filter(({ separate }) => !separate).length > 1);
}

interface Amounts {
  /** Won given back now, won that remain of the method, and won that were approved of it. */
  readonly amount: number;
  readonly left: number;
  readonly approved: number;
  readonly booked: readonly CancellationAttempt[];
}

/**
 * Chargebacks take what they take, whatever was refunded before. Together they are never more than was approved, so
 * that a mistyped amount is refused. A provider's console takes back no more than remains.
 */
export function refuseTooMuch(
  { outcome }: GivenBack,
  { amount, left, approved, booked }: Amounts,
): Refused<"ALREADY_CONCLUDED_ATTEMPT" | "NOT_MATCHES_REFUNDABLE_AMOUNT"> | undefined {
  const isChargeback = outcome === "charged-back";
  const facts = booked.map(factOf).filter((fact) => fact?.outcome === "charged-back");
  const chargedBack = facts.reduce((sum, fact) => sum + (fact?.amount ?? 0), 0);
  const most = isChargeback ? approved - chargedBack : left;
  if (most === 0) return refuse("ALREADY_CONCLUDED_ATTEMPT");
  if (amount <= most) return undefined;
  const problem = isChargeback
    ? `must be at most ${most} won: of the ${approved} won that were approved, ${chargedBack} won are charged back already`
    : `must be at most the ${left} won that remain`;
  return refuseField("NOT_MATCHES_REFUNDABLE_AMOUNT", "amount", problem);
}

/** What is beyond the rest cancels nothing of the payment. */
export function withGivenBack(
  intent: Intent,
  part: Pick<CancellationAttempt, "amount" | "excessAmount" | "method" | "taxFreeAmount">,
  { canceledAt }: { readonly canceledAt: number },
): Intent {
  const amount = part.amount - part.excessAmount;
  const canceled =
    amount === 0
      ? { ...intent, canceledAt: Math.max(intent.canceledAt ?? 0, canceledAt) }
      : withCanceled(intent, { ...part, amount }, { canceledAt });
  return { ...canceled, excessAmount: intent.excessAmount + part.excessAmount };
}
