import { givenBackOutcomes, type Entered, type GivenBack } from "../../engine/attempt/evidence.ts";
import { isTimeOfCall } from "../../gateway/answers.ts";
import type { Read } from "../../engine/commit/snapshot.ts";
import { ok, refuse, refuseField, type Ok, type Refused } from "../../result.ts";
import { dayInSeoul, seoulTime } from "../../engine/time/seoul-time.ts";
import { withCanceled } from "./cancellation-outcome.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import { intentList, intentRecord, type Intent } from "../intent/intent.ts";
import { pageSize, pagesOf } from "../../engine/commit/list-page.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

/**
 * A refund or chargeback that the gateway made outside the answers to our calls: as an operator has entered it, or as
 * the final look-up has found it. The same approval, amount and Seoul day is one fact, unless it is entered as
 * separate: that has a time of its own, or another outcome.
 */
interface GivenBackFact {
  readonly approvalKey: string;
  readonly outcome: GivenBack["outcome"];
  readonly amount: number;
  readonly at: number;
  readonly separate: boolean;
}

/** Undefined for a cancellation whose call was answered, or that has not taken effect. */
function factOf(cancellation: CancellationAttempt): GivenBackFact | undefined {
  const { approvalKey, amount, canceledAt, entered } = cancellation;
  const source = entered ?? (isBookedLate(cancellation) ? foundByUs : factByReason(cancellation));
  if (canceledAt === null || source === undefined) return undefined;
  return { approvalKey, outcome: source.outcome, amount, at: canceledAt, separate: source.separate };
}

/** Records of 0.1.0 have the outcome in their reason alone. */
function factByReason({ sendings, evidence, reason }: CancellationAttempt) {
  const outcome = givenBackOutcomes.find((each) => reason.startsWith(`${each}: `));
  return outcome === undefined || sendings > 0 || evidence !== undefined ? undefined : { outcome, separate: false };
}

const foundByUs = { outcome: "canceled", separate: false } as const;

/** Whether it was refused here, took effect anyway, and was booked by the final look-up. */
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

/** The booked refunds and chargebacks of one approval. */
export async function bookedOf(read: Read, intent: Intent, approvalKey: string) {
  return (await cancellationsOf(read, intent, approvalKey)).filter(({ canceledAt }) => canceledAt !== null);
}

/**
 * The entry by which an operator booked a late cancellation before the final look-up found it. One entry matches one
 * cancellation only, and is later than its request.
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
    return fact.outcome === "canceled" ? mayMatch(late, fact.at) : dayInSeoul(fact.at) === dayInSeoul(canceledAt);
  });
}

/** Whether a refund at a time may belong to a cancellation that arrived late. Gateways' clocks differ from our own. */
function mayMatch({ openedAt, foundLate }: CancellationAttempt, at: number): boolean {
  return isTimeOfCall(at, { openedAt, now: foundLate?.at ?? Infinity });
}

/** A fact to book, with its amount; or one that is already booked. */
type Identified = { readonly amount: number } | { readonly booked: CancellationAttempt; readonly fact: GivenBackFact };

/**
 * Distinguishes a repeat from a new fact. Evidence without an amount means all that is left; once that is booked, it
 * repeats the entry that took the rest. An entry under the other outcome is no repeat, but it may be a mistake.
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
    const isLate = fact.outcome === outcome && isBookedLate(cancellation) && mayMatch(cancellation, at);
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

/** Two operators may enter the same letter under two outcomes. */
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
 * Facts that are booked more than once: groups of the same approval, amount and day. What the final look-up found is in
 * the group of the entry that may match it.
 */
function repeatedFacts(cancellations: readonly CancellationAttempt[]): readonly (readonly GivenBackFact[])[] {
  const entries = cancellations.filter((each) => !isBookedLate(each));
  const facts = entries.flatMap((each) => factOf(each) ?? []);
  const groups = Map.groupBy(facts, groupOf);
  // Each of them takes its entry from the rest, so that two of them match two entries.
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
  /** In won: refunded now, remaining of the method, and approved for it. */
  readonly amount: number;
  readonly left: number;
  readonly approved: number;
  readonly booked: readonly CancellationAttempt[];
}

/**
 * A chargeback may exceed what remains after refunds. All chargebacks together never exceed what was approved, so that
 * a mistyped amount is refused. A provider's console refunds no more than remains.
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

/** The excess beyond what remains is not counted as canceled. */
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

/** A refund or chargeback that the gateway apparently made once and that is booked more than once. */
export interface EnteredTwice extends Pick<GivenBackFact, "approvalKey" | "amount"> {
  readonly intentKey: string;
  readonly orderId: string;
  /** Under which it is booked: one, or both. */
  readonly outcomes: readonly GivenBackFact["outcome"][];
  /** In Seoul, `YYYY-MM-DD`. */
  readonly day: string;
  /** When it took effect by each of the bookings, in milliseconds since 1970. */
  readonly times: readonly number[];
}

export async function enteredTwice(context: Context, tenant: Tenant): Promise<readonly EnteredTwice[]> {
  const all: EnteredTwice[] = [];
  for await (const intents of pagesOf(context, tenant, { list: intentList, kind: intentRecord })) {
    const several = intents.filter(({ cancellations }) => cancellations > 1);
    const ofIntents = Map.groupBy(await allCancellations(context, tenant, several), ({ intentKey }) => intentKey);
    all.push(...several.flatMap((intent) => enteredTwiceOf(intent, ofIntents.get(intent.intentKey) ?? [])));
  }
  return all;
}

export function enteredTwiceOf(
  { intentKey, orderId }: Intent,
  cancellations: readonly CancellationAttempt[],
): readonly EnteredTwice[] {
  return repeatedFacts(cancellations).flatMap((facts) => {
    const [first] = facts;
    if (first === undefined) return [];
    const { approvalKey, amount, at } = first;
    const outcomes = [...new Set(facts.map(({ outcome }) => outcome))];
    const what = { intentKey, orderId, approvalKey, outcomes, amount, day: dayInSeoul(at) };
    return [{ ...what, times: facts.map((fact) => fact.at) }];
  });
}

/** Cancellations are not in a list: the payment numbers them. */
export async function allCancellations(
  context: Context,
  tenant: Tenant,
  intents: readonly Intent[],
): Promise<readonly CancellationAttempt[]> {
  const refs = intents.flatMap((intent) => cancellationKeys(intent).map((key) => cancellationRecord.ref(key)));
  const all: CancellationAttempt[] = [];
  for (let first = 0; first < refs.length; first += pageSize) {
    const found = await loadOnce(context, tenant, (read) => read(...refs.slice(first, first + pageSize)));
    all.push(...found.filter((each) => each !== undefined));
  }
  return all;
}
