import type { Entered } from "../../engine/attempt/entered.ts";
import { givenBackOutcomes, type GivenBack } from "../../engine/attempt/evidence.ts";
import { isTimeOfCall } from "../../gateway/answers.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { ok, refuse, refuseField, type Ok, type Refused } from "../../result.ts";
import { dayInSeoul, seoulTime } from "../../engine/time/seoul-time.ts";
import { withCanceled } from "./cancellation-outcome.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import type { Intent } from "../intent/intent.ts";

/**
 * What a gateway gave back beside the answers to our calls: as people have entered it, or as the last look has
 * found it. The same approval, amount and Seoul day is one fact, unless people say that it is a separate one: that has
 * a time of its own, or another outcome.
 */
export interface GivenBackFact {
  readonly approvalKey: string;
  readonly outcome: GivenBack["outcome"];
  readonly amount: number;
  readonly at: number;
  readonly separate: boolean;
}

/** Undefined of a cancellation whose call was answered, or that has not taken effect. */
function factOf(cancellation: CancellationAttempt): GivenBackFact | undefined {
  const { approvalKey, amount, canceledAt, entered } = cancellation;
  const said = entered ?? (isBookedLate(cancellation) ? foundByUs : saidByReason(cancellation));
  if (canceledAt === null || said === undefined) return undefined;
  return { approvalKey, outcome: said.outcome, amount, at: canceledAt, separate: said.separate };
}

/** Records of 0.1.0 say it by their reason alone. */
function saidByReason({ sendings, evidence, reason }: CancellationAttempt) {
  const outcome = givenBackOutcomes.find((each) => reason.startsWith(`${each}: `));
  return outcome === undefined || sendings > 0 || evidence !== undefined ? undefined : { outcome, separate: false };
}

const foundByUs = { outcome: "canceled", separate: false } as const;

/** Whether it was refused here, arrived all the same, and was booked at the last look. */
function isBookedLate({ refusal, canceledAt }: CancellationAttempt): boolean {
  return refusal !== null && canceledAt !== null;
}

/** All cancellations of one approval, in the order of their numbers. */
export async function cancellationsOf(
  read: Read,
  intent: Intent,
  approvalKey: string,
): Promise<readonly CancellationAttempt[]> {
  const all = await read(...cancellationKeys(intent).map((key) => cancellationRecord.ref(key)));
  return all.filter((each) => each?.approvalKey === approvalKey).filter((each) => each !== undefined);
}

/** What was given back of one approval. */
export async function bookedOf(read: Read, intent: Intent, approvalKey: string) {
  return (await cancellationsOf(read, intent, approvalKey)).filter(({ canceledAt }) => canceledAt !== null);
}

/**
 * The entry by which people have booked what arrived late, before the last look found it. One entry is of one
 * cancellation only, and was made after that was asked for.
 */
export function entryOf(
  late: CancellationAttempt,
  { canceledAt, all }: { readonly canceledAt: number; readonly all: readonly CancellationAttempt[] },
): CancellationAttempt | undefined {
  const taken = new Set(all.map(({ foundLate }) => foundLate?.enteredAs));
  return all.find((entry) => {
    const fact = factOf(entry);
    if (fact === undefined || isBookedLate(entry) || taken.has(entry.key)) return false;
    if (fact.amount !== late.amount || fact.approvalKey !== late.approvalKey || entry.number < late.number)
      return false;
    return fact.outcome === "canceled" ? mayBe(late, fact.at) : dayInSeoul(fact.at) === dayInSeoul(canceledAt);
  });
}

/** Whether money given back at a time may be of a cancellation that arrived late. Gateways' clocks are not ours. */
function mayBe({ openedAt, foundLate }: CancellationAttempt, at: number): boolean {
  return isTimeOfCall(at, { openedAt, now: foundLate?.at ?? Infinity });
}

/** A fact to book, with its amount; or the one that is booked already. */
type Identified = { readonly amount: number } | { readonly booked: CancellationAttempt; readonly fact: GivenBackFact };

/**
 * Tells a repeat from a new fact. Without an amount it is all that is left; once that is booked, evidence without an
 * amount repeats what took the rest. What is booked under the other outcome is no repeat, but it may be a mistake.
 */
export function identify(
  evidence: GivenBack,
  { booked, left }: { readonly booked: readonly CancellationAttempt[]; readonly left: number },
): Ok<Identified> | Refused<"ALREADY_CONCLUDED_ATTEMPT" | "INVALID_REQUEST"> {
  const { outcome, at, separate } = evidence;
  const day = dayInSeoul(at);
  const ofDay = booked.flatMap((cancellation) => {
    const fact = factOf(cancellation);
    if (fact === undefined) return [];
    const isLate = fact.outcome === outcome && isBookedLate(cancellation) && mayBe(cancellation, at);
    return isLate || dayInSeoul(fact.at) === day ? [{ booked: cancellation, fact }] : [];
  });
  const facts = ofDay.filter(({ fact }) => fact.outcome === outcome);
  const rest = facts.find((fact) => fact.booked === booked.at(-1));
  const amount = evidence.amount ?? (left > 0 ? left : rest?.fact.amount);
  if (amount === undefined) return refuse("ALREADY_CONCLUDED_ATTEMPT");
  const same = facts.filter(({ fact }) => fact.amount === amount);
  const ofMinute = same.find(({ fact }) => minuteOf(fact.at) === minuteOf(at));
  const other = ofDay.find(({ fact }) => fact.outcome !== outcome && fact.amount === amount);
  if (!separate) {
    const repeated = ofMinute ?? same[0];
    return repeated === undefined && other !== undefined ? refuseOther(other.fact) : ok(repeated ?? { amount });
  }
  if (same.length === 0 && other === undefined) {
    const problem = `must be left out: no other ${outcome} of ${amount} won is booked on ${day}`;
    return refuseField("INVALID_REQUEST", "separate", problem);
  }
  if (ofMinute === undefined) return ok({ amount });
  if (ofMinute.fact.separate) return ok(ofMinute);
  const problem = `must be another minute than ${seoulTime(ofMinute.fact.at)}, which is the time of the one that is booked`;
  return refuseField("INVALID_REQUEST", "at", problem);
}

/** Two people who read one letter may give it two outcomes. */
function refuseOther({ outcome, amount, at }: GivenBackFact) {
  const problem = `must be true if both happened: ${outcome} of ${amount} won is entered already, at ${seoulTime(at)}`;
  return refuseField("INVALID_REQUEST", "separate", problem);
}

function minuteOf(at: number): number {
  return Math.floor(at / 60_000);
}

export function enteredOf(
  { openedAt, excessAmount, foundLate }: CancellationAttempt,
  { outcome, amount, at }: GivenBackFact,
  { isRepeat }: { readonly isRepeat: boolean },
): Entered {
  return { outcome, amount, excessAmount, at, enteredAt: foundLate?.at ?? openedAt, isRepeat };
}

/**
 * What stands in the books more than once although it is one fact: groups of the same approval, amount and day. What
 * was found at the last look is in the group of the entry that may be of it.
 */
export function repeatedFacts(cancellations: readonly CancellationAttempt[]): readonly (readonly GivenBackFact[])[] {
  const entries = cancellations.filter((each) => !isBookedLate(each));
  const facts = entries.flatMap((each) => factOf(each) ?? []);
  const groups = Map.groupBy(facts, groupOf);
  // Each of them takes its entry from the rest, so that two that were found are of two entries.
  let free = cancellations.filter((each) => factOf(each)?.separate !== true);
  for (const late of cancellations.filter(isBookedLate)) {
    const fact = factOf(late);
    const entry = fact && entryOf(late, { canceledAt: fact.at, all: free });
    const entered = entry && factOf(entry);
    if (fact === undefined || entered === undefined) continue;
    groups.get(groupOf(entered))?.push(fact);
    free = free.filter((each) => each !== entry);
  }
  return [...groups.values()].filter((group) => group.filter(({ separate }) => !separate).length > 1);
}

function groupOf({ approvalKey, amount, at }: GivenBackFact): string {
  return [approvalKey, amount, dayInSeoul(at)].join();
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
