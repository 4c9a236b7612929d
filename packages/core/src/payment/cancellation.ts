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
import { cancellationRefusals, type Cancellation, type CancellationRefusal } from "../card-network/card-network.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import type { Context } from "../context.ts";
import { credit, debit, type Posting } from "../ledger/posting.ts";
import { splitFee } from "../money/fee-and-vat.ts";
import { ok, refuse, type Ok } from "../result.ts";
import { advance } from "../state-table.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { intentRecord, intentStates, intentWrite, remainingAmount, type Intent } from "./intent.ts";
import { paymentIntentSchema, viewIntent } from "./view.ts";

/** A cancellation at the card network, in part or in full. */
export const cancellationRecord = attemptKindRecord("cancellation", {
  intentKey: z.string(),
  /** The approval that is given back. */
  approvalKey: z.string(),
  /** Won. */
  amount: z.number(),
  /** The merchant's reason. */
  reason: z.string().nullable(),
  answer: answerSchema(paymentIntentSchema, cancellationRefusals),
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
}

/** Applies what came of a cancellation at the network, whoever learned it. A concluded one stays as it is. */
export async function concludeCancellation(context: Context, tenant: Tenant, outcome: CancellationOutcome) {
  const { key, intentKey } = outcome.attempt;
  const { flagAfterMs } = context.settings;
  const concluded = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: intentKey,
    async load(read) {
      const [attempt, intent] = await read(cancellationRecord.ref(key), intentRecord.ref(intentKey));
      if (attempt === undefined || intent === undefined) throw new Error(`cancellation ${key} has no record`);
      return { attempt, intent };
    },
    decide: (canceling, now) => decideCancellation(canceling, outcome.found, { mId: tenant.mId, now, flagAfterMs }),
  });
  if (!concluded.ok) return concluded;
  tellFlag(context, tenant, concluded.value.flag);
  return ok(concluded.value.cancellation);
}

function decideCancellation(
  { attempt, intent }: Canceling,
  found: CancellationOutcome["found"],
  at: { readonly mId: number; readonly now: number; readonly flagAfterMs: number },
): Decision<Ok<Concluded>> {
  if (isConcluded(attempt)) return { answer: ok({ cancellation: attempt }) };
  if (found.outcome === "done" && found.value.key === attempt.key && found.value.amount === attempt.amount) {
    return canceled({ attempt, intent }, found.value, at);
  }
  if (found.outcome === "refused") {
    const code = knownRefusal(cancellationRefusals, found.code);
    const refused = { ...concluded(attempt, "REFUSED"), answer: refuse(code) };
    const writes = [attemptWrite(cancellationRecord, refused), intentWrite({ ...intent, openAttempt: null })];
    return { answer: ok({ cancellation: refused }), changes: { writes } };
  }
  // The network's record of another amount will not change by waiting: people must look.
  const unknown = stillUnknown(attempt, { ...at, needsPeople: found.outcome === "done" });
  const finding = found.outcome === "done" ? "the network's answer names another amount or another key" : undefined;
  const answer = ok({ cancellation: unknown, flag: newFlag(attempt, unknown, finding) });
  return { answer, changes: { writes: [attemptWrite(cancellationRecord, unknown)] } };
}

function canceled(
  { attempt, intent }: Canceling,
  cancellation: Cancellation,
  at: { readonly mId: number; readonly now: number },
): Decision<Ok<Concluded>> {
  const all = attempt.amount === remainingAmount(intent);
  const after: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, all ? "cancel-rest" : "cancel-part"),
    canceledAmount: intent.canceledAmount + attempt.amount,
    canceledAt: cancellation.canceledAt,
    openAttempt: null,
  };
  const done = { ...concluded(attempt, "DONE"), answer: ok(viewIntent(after, at)) };
  return {
    answer: ok({ cancellation: done }),
    changes: {
      writes: [attemptWrite(cancellationRecord, done), intentWrite(after)],
      reference: intent.intentKey,
      postings: cancellationPostings(intent, attempt.amount),
    },
  };
}

/**
 * The postings of giving back `amount` won: fee and VAT are computed anew on what remains and the
 * difference is booked, so that after the last cancellation everything is exactly zero. It is
 * taken from pending, or from available once the payment is settled.
 */
function cancellationPostings(intent: Intent, amount: number): readonly Posting[] {
  const { feeRate } = intent;
  if (feeRate === null) throw new Error(`intent ${intent.intentKey} is paid without a fee rate`);
  const before = splitFee(remainingAmount(intent), feeRate);
  const after = splitFee(remainingAmount(intent) - amount, feeRate);
  return [
    credit("receivable", amount),
    debit(intent.settlementId === null ? "pending" : "available", before.net - after.net),
    debit("fee", before.fee - after.fee),
    debit("vat", before.vat - after.vat),
  ];
}
