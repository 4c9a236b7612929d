import { concluded } from "../engine/attempt/attempt.ts";
import { stillUnknown } from "../engine/attempt/lost-answer.ts";
import { commitOutcome, newFlag, type Flagged, type NewFlag } from "../engine/attempt/flag.ts";
import type { Found } from "../engine/attempt/call.ts";
import { withProviderMessage } from "../engine/attempt/scrub.ts";
import { dayAfter } from "../ledger/calendar/business-days.ts";
import { startOfDayInSeoul } from "../engine/time/seoul-time.ts";
import type { Decision } from "../engine/commit/commit.ts";
import type { ErrorCode } from "../error-messages.ts";
import { credit, debit, type Posting } from "../engine/posting/posting.ts";
import { merchantRef } from "../merchant/merchant.ts";
import type { PayoutBankContext } from "./bank/context.ts";
import type { BankPayout } from "./bank/payout-bank.ts";
import { ok, type Ok } from "../result.ts";
import type { Settings } from "../settings.ts";
import { advance } from "../engine/commit/state-table.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { payoutAttemptKey, payoutAttemptRecord, type PayoutAttempt } from "./payout-attempt.ts";
import { isFinal, payoutRecord, payoutStates, type Payout } from "./payout.ts";
import { writeAndNotify, type PayoutTransition } from "./webhook.ts";

/** The bank's answer about a payout; a payout that was never sent is refused with our own code. */
export type FoundPayout = Found<BankPayout, ErrorCode>;

export interface PayoutOutcome {
  readonly payoutId: string;
  readonly found: FoundPayout;
  readonly source: "submission" | "look-up" | "statement" | "operator";
}

interface Paying {
  readonly payout: Payout;
  readonly attempt: PayoutAttempt;
  readonly transition: PayoutTransition;
}

interface PayoutMoment extends Pick<Settings, "payoutFlagAfterMs"> {
  readonly now: number;
}

type ConcludeDecision = Decision<Ok<Flagged<Paying>>>;

/**
 * Applies the outcome of a payout, from the call, a look-up, a statement or an operator. An outcome after the payout's end
 * is booked and flagged, never dropped.
 */
export async function concludePayout(context: PayoutBankContext, tenant: Tenant, outcome: PayoutOutcome) {
  const { payoutId } = outcome;
  const { payoutFlagAfterMs } = context.settings;
  return commitOutcome(context, {
    tenant,
    lane: payoutId,
    async load(read) {
      const [payout, attempt, merchant] = await read(
        payoutRecord.ref(payoutId),
        payoutAttemptRecord.ref(payoutAttemptKey(payoutId)),
        merchantRef,
      );
      if (payout === undefined || attempt === undefined) throw new Error(`payout ${payoutId} was never submitted`);
      return { payout, attempt, merchant };
    },
    decide: ({ payout, attempt, merchant }, now) => {
      const transition = { before: payout, merchant, now };
      return decideConclusion({ payout, attempt, transition }, outcome, { now, payoutFlagAfterMs });
    },
  });
}

function decideConclusion(paying: Paying, { found, source }: PayoutOutcome, at: PayoutMoment): ConcludeDecision {
  const checked = source === "look-up" || source === "statement";
  const payout = checked ? { ...paying.payout, lastResultCheckedAt: at.now } : paying.payout;
  const asked = { ...paying, payout, attempt: withProviderMessage(paying.attempt, found) };
  const isBank = found.outcome === "done" && source !== "operator";
  const problem = isBank ? mismatch(asked, found.value, at.now) : undefined;
  if (isFinal(payout)) return afterTheEnd(asked, { found, problem });
  if (problem !== undefined) return undecided(asked, { error: "PAYOUT_RESULT_MISMATCH", problem, at });
  const restored = restoring(payout);
  if (found.outcome === "refused") {
    return ended(asked, at.now, { event: "fail", change: { error: found.code }, postings: restored });
  }
  if (found.outcome !== "done") return undecided(asked, { error: "PAYOUT_RESULT_UNKNOWN", at });
  const { status, reason, at: bankTime } = found.value;
  switch (status) {
    case "ACCEPTED":
      return undecided({ ...asked, payout: accepted(payout, at.now) }, { error: null, at });
    case "PAID": {
      const postings = [debit("reserved", payout.amount), credit("bank", payout.amount)];
      return ended(asked, at.now, { event: "pay", change: { completedAt: bankTime, paidAt: bankTime }, postings });
    }
    case "RETURNED": {
      // The money was paid and has come back before we learned of either.
      const times = { completedAt: bankTime, paidAt: bankTime, returnedAt: bankTime };
      const change = { ...times, ...needsReconciliation("PAYOUT_RETURNED") };
      return ended(asked, at.now, { event: "pay", change, postings: restored, problem: cameBack });
    }
    case "FAILED":
      return ended(asked, at.now, {
        event: "fail",
        change: { error: reason ?? "PAYOUT_REJECTED" },
        postings: restored,
      });
    case "CANCELED":
      return ended(asked, at.now, { event: "cancel", change: {}, postings: restored });
  }
}

interface PayoutEnd {
  readonly event: "pay" | "fail" | "cancel";
  readonly change: Partial<Payout>;
  readonly postings: readonly Posting[];
  /** Reported to operators. */
  readonly problem?: string;
}

const cameBack = "the money was paid out and has come back";

/** The payout at its end, with its postings in the same commit. */
function ended(
  { payout, attempt, transition }: Paying,
  now: number,
  { event, change, postings, problem }: PayoutEnd,
): ConcludeDecision {
  const status = advance(payoutStates, payout.status, event);
  const unflagged = { ...payout, status, statusUpdatedAt: now, error: null, reconciliationRequired: false };
  const flag = problem === undefined ? undefined : { key: attempt.key, reason: problem };
  const after = concluded(attempt, event === "pay" ? "DONE" : "REFUSED");
  return written({ payout: { ...unflagged, ...change }, attempt: after, transition, flag }, postings);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Why the bank's record is not of this payout; undefined if it is. */
function mismatch({ attempt, payout }: Paying, bank: BankPayout, now: number): string | undefined {
  if (bank.key !== attempt.key) return "the bank has another payout of this payee on this day";
  if (bank.amount !== attempt.amount) return `the bank names ${bank.amount} won in place of ${attempt.amount}`;
  const isTime = Number.isSafeInteger(bank.at) && bank.at >= payout.requestedAt - dayMs && bank.at <= now + dayMs;
  return isTime ? undefined : "the bank names a time that cannot be";
}

function accepted(payout: Payout, now: number): Payout {
  if (payout.status === "REQUESTED") return payout;
  return { ...payout, status: advance(payoutStates, payout.status, "accept"), statusUpdatedAt: now };
}

/** Nothing final is known: the payout is looked up again, and flagged when that takes too long or makes no sense. */
function undecided(
  { payout, attempt, transition }: Paying,
  { error, problem, at }: { readonly error: ErrorCode | null; readonly problem?: string; readonly at: PayoutMoment },
): ConcludeDecision {
  const { status, payoutDate, submittedAt, requestedAt } = payout;
  // A payout that the bank has accepted is late after its day, any other some time after it was sent.
  const lateFrom = status === "REQUESTED" ? startOfDayInSeoul(dayAfter(payoutDate)) : (submittedAt ?? requestedAt);
  const flagAt = lateFrom + at.payoutFlagAfterMs;
  const flagged = problem !== undefined || at.now >= flagAt;
  const next = stillUnknown(attempt, { now: at.now, flagAfterMs: Infinity, paceMs: 60_000 });
  const lookUpAt = at.now < flagAt ? Math.min(next.lookUpAt ?? flagAt, flagAt) : next.lookUpAt;
  const unknown: PayoutAttempt = { ...next, lookUpAt, flagged, accepted: status === "REQUESTED" };
  const after: Payout = { ...payout, error, reconciliationRequired: flagged };
  return written({ payout: after, attempt: unknown, transition, flag: newFlag(attempt, unknown, problem) });
}

function written(
  { flag, ...after }: Paying & { readonly flag: NewFlag | undefined },
  postings: readonly Posting[] = [],
): ConcludeDecision {
  const { payout, attempt, transition } = after;
  const writes = [...writeAndNotify(payout, transition), payoutAttemptRecord.write(attempt)];
  return { answer: ok({ after, flag }), changes: { writes, reference: payout.id, postings } };
}

export function restoring({ amount }: Pick<Payout, "amount">): readonly Posting[] {
  return [debit("reserved", amount), credit("available", amount)];
}

function needsReconciliation(error: ErrorCode) {
  return { error, reconciliationRequired: true } as const;
}

function afterTheEnd(
  paying: Paying,
  { found, problem }: { readonly found: FoundPayout; readonly problem: string | undefined },
): ConcludeDecision {
  const { payout, attempt } = paying;
  const same = { answer: ok({ after: paying }) };
  if (problem !== undefined) {
    if (payout.reconciliationRequired) return same;
    const after = { ...payout, ...needsReconciliation("PAYOUT_RESULT_MISMATCH") };
    return written({ ...paying, payout: after, flag: { key: attempt.key, reason: problem } });
  }
  const reported = reportedIn(found);
  const reportedAt = found.outcome === "done" ? found.value.at : payout.statusUpdatedAt;
  if (reported === "paid" && payout.status !== "COMPLETED" && payout.paidAt === null) {
    return bookPaid(paying, reportedAt);
  }
  if (reported === "returned" && payout.returnedAt === null) return bookReturned(paying, reportedAt);
  if (reported === "not paid" && payout.status === "COMPLETED" && payout.returnedAt === null) {
    return bookReturned(paying, payout.statusUpdatedAt);
  }
  return same;
}

const meanings = {
  ACCEPTED: "nothing",
  PAID: "paid",
  FAILED: "not paid",
  CANCELED: "not paid",
  RETURNED: "returned",
} as const;

function reportedIn(found: FoundPayout) {
  if (found.outcome === "refused") return "not paid";
  return found.outcome === "done" ? meanings[found.value.status] : "nothing";
}

/** The bank has paid a payout that we took for unpaid: the money is gone, so the balance may fall below zero. */
function bookPaid(paying: Paying, paidAt: number): ConcludeDecision {
  const { payout, attempt } = paying;
  const after = { ...payout, paidAt, ...needsReconciliation("PAYOUT_RESULT_MISMATCH") };
  const flag = { key: attempt.key, reason: `the bank paid a payout that is ${payout.status}` };
  return written({ ...paying, payout: after, flag }, leaving(payout));
}

/** The money is back. If it was never booked as paid, both happened before we knew, and nothing is to be booked. */
function bookReturned(paying: Paying, returnedAt: number): ConcludeDecision {
  const { payout, attempt } = paying;
  const wasPaid = payout.paidAt !== null;
  const after = {
    ...payout,
    paidAt: payout.paidAt ?? returnedAt,
    returnedAt,
    ...needsReconciliation("PAYOUT_RETURNED"),
  };
  const flag = { key: attempt.key, reason: cameBack };
  return written({ ...paying, payout: after, flag }, wasPaid ? comingBack(payout) : []);
}

/** Postings of money that leaves the bank without a reservation. */
export function leaving({ amount }: Pick<Payout, "amount">): readonly Posting[] {
  return [debit("available", amount), credit("bank", amount)];
}

export function comingBack({ amount }: Pick<Payout, "amount">): readonly Posting[] {
  return [debit("bank", amount), credit("available", amount)];
}
