import { z } from "zod";

import {
  answerSchema,
  attemptKindRecord,
  attemptWrite,
  concluded,
  isConcluded,
  stillUnknown,
} from "../attempt/attempt.ts";
import { newFlag, tellFlag, type NewFlag } from "../attempt/flag.ts";
import { knownRefusal, type Found } from "../attempt/outcome.ts";
import type { BankHolidays } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { cancellationRefusals, type Cancellation, type CancellationRefusal } from "../card-network/card-network.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import { earningRecord, earningWrite, reducedTo, returnKey, returnOf, type Earning } from "../earning/earning.ts";
import { credit, debit, type Posting } from "../ledger/posting.ts";
import { splitFee, type FeeSplit } from "../money/fee-and-vat.ts";
import { ok, refuse, type Ok } from "../result.ts";
import { advance } from "../state-table.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { cancellationNumber, intentRecord, intentStates, intentWrite, remainingAmount, type Intent } from "./intent.ts";
import { paymentIntentSchema, viewIntent, viewingOf, type Viewing } from "./view.ts";

/** A cancellation at the card network, in part or in full. */
export const cancellationRecord = attemptKindRecord("cancellation", {
  intentKey: z.string(),
  /** The approval that is given back. */
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** The merchant's reason. */
  reason: z.string().nullable(),
  /** Which of the payment's methods is given back, from 0. */
  method: z.number(),
  /** All attempts of its request, the one that holds the answer first. */
  group: z.array(z.string()),
  /** When the network canceled it. */
  canceledAt: z.number().nullable(),
  /** Why the network refused it. */
  refusal: z.enum(cancellationRefusals).nullable(),
  answer: answerSchema(paymentIntentSchema, [...cancellationRefusals, "FAILED_REFUND_PROCESS"]),
});

export type CancellationAttempt = z.output<typeof cancellationRecord.schema>;

/** What came of a cancellation. */
export interface CancellationOutcome {
  readonly attempt: CancellationAttempt;
  readonly found: Found<Cancellation, CancellationRefusal>;
}

/** The cancellation as it stands after an outcome, and what people are to be told. */
interface Concluded {
  readonly cancellation: CancellationAttempt;
  readonly flag?: NewFlag | undefined;
}

interface Canceling {
  readonly attempt: CancellationAttempt;
  readonly intent: Intent;
  /** The other attempts of its request. */
  readonly others: readonly CancellationAttempt[];
  /** Undefined where the payment was never approved. */
  readonly earning: Earning | undefined;
}

/** Applies what came of a cancellation at the network, whoever learned it. A concluded one stays as it is. */
export async function concludeCancellation(context: CalendarContext, tenant: Tenant, outcome: CancellationOutcome) {
  const { key, intentKey } = outcome.attempt;
  const holidays = await context.calendar.current(context);
  const { flagAfterMs } = context.settings;
  const concluded = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: intentKey,
    async load(read) {
      const [attempt, intent, earning] = await read(
        cancellationRecord.ref(key),
        intentRecord.ref(intentKey),
        earningRecord.ref(intentKey),
        // What it takes off after the settlement is read so that its key is guarded as absent.
        earningRecord.ref(returnKey(intentKey, cancellationNumber(key))),
      );
      if (attempt === undefined || intent === undefined) throw new Error(`cancellation ${key} has no record`);
      const others = await read(
        ...attempt.group.filter((each) => each !== key).map((each) => cancellationRecord.ref(each)),
      );
      return { attempt, intent, earning, others: others.filter((other) => other !== undefined) };
    },
    decide: (canceling, now) =>
      decideCancellation(canceling, outcome.found, { ...viewingOf(context, tenant), now, flagAfterMs, holidays }),
  });
  if (!concluded.ok) return concluded;
  tellFlag(context, tenant, concluded.value.flag);
  return ok(concluded.value.cancellation);
}

/** The moment of a decision, with what it needs to know besides the records. */
interface At extends Viewing {
  readonly now: number;
  readonly flagAfterMs: number;
  readonly holidays: BankHolidays;
}

function decideCancellation(
  canceling: Canceling,
  found: CancellationOutcome["found"],
  at: At,
): Decision<Ok<Concluded>> {
  const { attempt } = canceling;
  if (isConcluded(attempt)) return { answer: ok({ cancellation: attempt }) };
  if (found.outcome === "done" && found.value.key === attempt.key && found.value.amount === attempt.amount) {
    return canceled(canceling, found.value, at);
  }
  if (found.outcome === "refused") {
    return refused(canceling, knownRefusal(cancellationRefusals, found.code));
  }
  // The network's record of another amount will not change by waiting: people must look.
  const unknown = stillUnknown(attempt, { ...at, needsPeople: found.outcome === "done" });
  const finding = found.outcome === "done" ? "the network's answer names another amount or another key" : undefined;
  const answer = ok({ cancellation: unknown, flag: newFlag(attempt, unknown, finding) });
  return { answer, changes: { writes: [attemptWrite(cancellationRecord, unknown)] } };
}

function canceled(canceling: Canceling, cancellation: Cancellation, at: At): Decision<Ok<Concluded>> {
  const { attempt, intent, earning, others } = canceling;
  const all = attempt.amount === remainingAmount(intent);
  const after: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, all ? "cancel-rest" : "cancel-part"),
    canceledAmount: intent.canceledAmount + attempt.amount,
    methods: intent.methods.map((method, index) =>
      index === attempt.method ? { ...method, canceledAmount: method.canceledAmount + attempt.amount } : method,
    ),
    // Of several methods the one that is found out last need not be the one that was given back last.
    canceledAt: Math.max(intent.canceledAt ?? 0, cancellation.canceledAt),
    openAttempt: others.every(isConcluded) ? null : intent.openAttempt,
  };
  const { earned, changed, postings } = takeOff(intent, { earning, attempt, at });
  const done: CancellationAttempt = { ...concluded(attempt, "DONE"), canceledAt: cancellation.canceledAt };
  // Of several methods of which one was refused it is no success, as not all was given back.
  const isPart = others.some(({ refusal }) => refusal !== null);
  const answer = isPart ? refuse("FAILED_REFUND_PROCESS") : ok(viewIntent(after, { ...at, earning: earned }));
  const { mine, writes } = answered(done, others, answer);
  return {
    answer: ok({ cancellation: mine }),
    changes: {
      writes: [...writes, intentWrite(after), earningWrite(changed)],
      reference: intent.intentKey,
      postings,
    },
  };
}

/** What was given back of other methods stands; that this one was not is for people to see. */
function refused({ attempt, intent, others }: Canceling, refusal: CancellationRefusal): Decision<Ok<Concluded>> {
  const openAttempt = others.every(isConcluded) ? null : intent.openAttempt;
  const after: Intent = { ...intent, openAttempt };
  const ended = { ...concluded(attempt, "REFUSED"), refusal };
  // Of several methods of which some were given back it is no refusal, as that would mean that nothing had happened.
  const isPart = others.some((other) => other.refusal === null);
  const { mine, writes } = answered(ended, others, refuse(isPart ? "FAILED_REFUND_PROCESS" : refusal));
  const reason = `the network refuses to give back one of several methods: ${refusal}`;
  const flag = others.length > 0 ? { key: attempt.key, reason } : undefined;
  return { answer: ok({ cancellation: mine, flag }), changes: { writes: [...writes, intentWrite(after)] } };
}

/**
 * An attempt with its outcome, and the writes of it. When it is the last one of its request, the first one has the
 * answer from then on: the payment, or why not all of it, or nothing, was given back.
 */
function answered(
  mine: CancellationAttempt,
  others: readonly CancellationAttempt[],
  answer: NonNullable<CancellationAttempt["answer"]>,
) {
  if (!others.every(isConcluded)) return { mine, writes: [attemptWrite(cancellationRecord, mine)] };
  const first = [mine, ...others].find(({ key }) => key === mine.group[0]) ?? mine;
  const holder = { ...first, answer };
  const isMine = first.key === mine.key;
  const changed = isMine ? [holder] : [mine, holder];
  const writes = changed.map((each) => attemptWrite(cancellationRecord, each));
  return { mine: isMine ? holder : mine, writes };
}

/**
 * What a cancellation does to what the payment earned: fee and VAT are computed anew on what
 * remains, and the difference is booked, so that after the last cancellation everything is exactly zero.
 * Before the settlement it is taken from pending and the earning shrinks; afterwards it is taken from
 * available, and stands as an earning of its own, below zero, on the next business day.
 */
function takeOff(
  intent: Intent,
  { earning: earned, attempt, at }: Pick<Canceling, "earning" | "attempt"> & { readonly at: At },
): { readonly earned: Earning; readonly changed: Earning; readonly postings: readonly Posting[] } {
  const { key, amount } = attempt;
  const { holidays, now } = at;
  const remaining = remainingAmount(intent);
  if (earned === undefined) throw new Error(`intent ${intent.intentKey} is paid and has earned nothing`);
  const { feeRate } = earned;
  const before = splitFee(remaining, feeRate);
  const after = splitFee(remaining - amount, feeRate);
  const lost: FeeSplit = { fee: before.fee - after.fee, vat: before.vat - after.vat, net: before.net - after.net };
  const settled = earned.settlementId !== null;
  const changed = settled
    ? returnOf(earned, { n: cancellationNumber(key), lost, amount, now, holidays })
    : reducedTo(earned, remaining - amount);
  const postings = [
    credit("receivable", amount),
    debit(settled ? "available" : "pending", lost.net),
    debit("fee", lost.fee),
    debit("vat", lost.vat),
  ];
  return { earned, changed, postings };
}
