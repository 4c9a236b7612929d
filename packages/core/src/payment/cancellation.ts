import { attemptRef, attemptWrite, isSettled, settled, stillUnknown, type Attempt } from "../attempt/attempt.ts";
import type { Cancellation, Found } from "../card-network/card-network.ts";
import { decideAndCommit, type Changes, type Decision } from "../commit.ts";
import type { Context } from "../context.ts";
import { credit, debit, type Posting } from "../ledger/posting.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { splitFee } from "../money/fee.ts";
import { ok, refuse, type Result } from "../result.ts";
import { advance } from "../state-table.ts";
import { intentRef, intentStates, intentWrite, remainingAmount, type Intent } from "./intent.ts";
import { viewIntent } from "./view.ts";

interface Canceling {
  readonly attempt: Attempt;
  readonly intent: Intent;
}

/** Applies what came of a cancellation at the network, whoever learned it. A settled one stays as it is. */
export async function settleCancellation(
  context: Context,
  tenant: Tenant,
  outcome: { readonly attempt: Attempt; readonly found: Found<Cancellation> },
): Promise<Result<Attempt>> {
  const { attempt: known, found } = outcome;
  return decideAndCommit<Canceling, Attempt>(context, {
    tenant: tenantId(tenant),
    lane: known.intentKey,
    load: async (read) => {
      const [attempt, intent] = await read(attemptRef(known.key), intentRef(known.intentKey));
      if (attempt === undefined || intent === undefined) throw new Error(`cancellation ${known.key} has no record`);
      return { attempt, intent };
    },
    decide: (canceling, now) => {
      const { attempt, intent } = canceling;
      if (isSettled(attempt)) return { answer: ok(attempt) };
      const at = { mId: tenant.mId, now };
      if (found.outcome === "done" && found.value.key === attempt.key && found.value.amount === attempt.amount) {
        return canceled(canceling, found.value, at);
      }
      if (found.outcome === "refused") {
        const refused = settled(attempt, "REFUSED", refuse(found.code));
        const changes: Changes = { writes: [attemptWrite(refused), intentWrite({ ...intent, openAttempt: null })] };
        return { answer: ok(refused), changes };
      }
      const next = stillUnknown(attempt, { now: at.now, flagAfterMs: context.settings.flagAfterMs });
      // The network's record of another amount will not change by waiting: people must look.
      const flagged = { ...next, flagged: next.flagged || found.outcome === "done" };
      return { answer: ok(flagged), changes: { writes: [attemptWrite(flagged)] } };
    },
  });
}

function canceled(
  { attempt, intent }: Canceling,
  cancellation: Cancellation,
  at: { readonly mId: number; readonly now: number },
): Decision<Result<Attempt>> {
  const all = attempt.amount === remainingAmount(intent);
  const after: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, all ? "cancel-rest" : "cancel-part"),
    canceledAmount: intent.canceledAmount + attempt.amount,
    canceledAt: cancellation.canceledAt,
    openAttempt: null,
  };
  const done = settled(attempt, "DONE", ok(viewIntent(after, at)));
  return {
    answer: ok(done),
    changes: {
      writes: [attemptWrite(done), intentWrite(after)],
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
