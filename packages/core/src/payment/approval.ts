import {
  attemptRef,
  attemptWrite,
  isSettled,
  openAttempt,
  settled,
  stillUnknown,
  type Attempt,
} from "../attempt/attempt.ts";
import type { Approval, Found } from "../card-network/card-network.ts";
import { decideAndCommit, type Changes, type Decision, type RecordRef } from "../commit.ts";
import type { Context } from "../context.ts";
import type { ErrorCode } from "../errors.ts";
import { credit, debit } from "../ledger/posting.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { splitFee } from "../money/fee.ts";
import { ok, refuse, type Result } from "../result.ts";
import { advance, nextStatus } from "../state-table.ts";
import { intentRef, intentStates, intentWrite, type Intent } from "./intent.ts";
import { viewIntent } from "./view.ts";

/** The one approval that an intent can ever have: its key is derived from the intent's. */
export function approvalKeyOf(intentKey: string): string {
  return `approval.${intentKey}`;
}

/** Whether an outcome was answered to the call itself or found by looking it up. */
export type OutcomeSource = "call" | "look-up";

interface Approving {
  readonly attempt: Attempt;
  readonly intent: Intent;
}

/**
 * Applies what came of an approval, whoever learned it: the request, a look-up, a late notice.
 * Answers the attempt as it stands afterwards; one that was settled or is being reversed stays as it is.
 */
export async function settleApproval(
  context: Context,
  tenant: Tenant,
  outcome: { readonly attempt: Attempt; readonly found: Found<Approval>; readonly source: OutcomeSource },
): Promise<Result<Attempt>> {
  const { attempt: known, found, source } = outcome;
  const reversalRef: RecordRef<Attempt> = attemptRef(`reversal.${known.intentKey}`);
  return decideAndCommit<Approving, Attempt>(context, {
    tenant: tenantId(tenant),
    lane: known.intentKey,
    load: async (read) => {
      const [attempt, intent] = await read(attemptRef(known.key), intentRef(known.intentKey), reversalRef);
      if (attempt === undefined || intent === undefined) throw new Error(`approval ${known.key} has no record`);
      return { attempt, intent };
    },
    decide: (approving, now) => {
      const { attempt } = approving;
      if (isSettled(attempt) || attempt.reversal !== null) return { answer: ok(attempt) };
      const { flagAfterMs, requestDeadlineMs } = context.settings;
      const reversal = { ref: reversalRef, now, deadline: now + requestDeadlineMs };
      switch (found.outcome) {
        case "done":
          if (stands(approving, found.value)) return approved(approving, found.value, { mId: tenant.mId, now });
          return source === "call" ? unknown(attempt, { now, flagAfterMs }) : reversed(attempt, reversal);
        case "refused":
          return aborted(approving, found.code);
        case "not-found":
          return reversed(attempt, reversal);
        case "unknown":
          return unknown(attempt, { now, flagAfterMs });
      }
    },
  });
}

/** Whether an approval is the one that was asked for, in time, of a payment that may still be paid. */
function stands({ attempt, intent }: Approving, approval: Approval): boolean {
  return (
    approval.key === attempt.key &&
    approval.amount === attempt.amount &&
    approval.approvedAt <= (intent.confirmBy ?? 0) &&
    nextStatus(intentStates, intent.status, "approve") !== undefined
  );
}

function approved(
  { attempt, intent }: Approving,
  approval: Approval,
  at: { readonly mId: number; readonly now: number },
): Decision<Result<Attempt>> {
  const { totalAmount, feeRate } = intent;
  if (feeRate === null) throw new Error(`intent ${intent.intentKey} was approved without a fee rate`);
  const split = splitFee(totalAmount, feeRate);
  const paid: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "approve"),
    approvedAt: approval.approvedAt,
    openAttempt: null,
  };
  const done = settled(attempt, "DONE", ok(viewIntent(paid, at)));
  return {
    answer: ok(done),
    changes: {
      writes: [attemptWrite(done), intentWrite(paid)],
      reference: intent.intentKey,
      postings: [
        debit("receivable", totalAmount),
        credit("pending", split.net),
        credit("fee", split.fee),
        credit("vat", split.vat),
      ],
    },
  };
}

function aborted({ attempt, intent }: Approving, code: ErrorCode): Decision<Result<Attempt>> {
  const refused = settled(attempt, "REFUSED", refuse(code));
  return { answer: ok(refused), changes: abortion(refused, intent, code) };
}

/** The writes that end an intent whose approval was refused or undone; the order is free again. */
export function abortion(refused: Attempt, intent: Intent, code: ErrorCode): Changes {
  const ended: Intent = {
    ...intent,
    status: advance(intentStates, intent.status, "refuse"),
    openAttempt: null,
    failure: code,
  };
  return { writes: [attemptWrite(refused), intentWrite(ended)] };
}

function unknown(
  attempt: Attempt,
  at: { readonly now: number; readonly flagAfterMs: number },
): Decision<Result<Attempt>> {
  const next = stillUnknown(attempt, at);
  return { answer: ok(next), changes: { writes: [attemptWrite(next)] } };
}

/**
 * An approval that does not stand, or was not found, which is no refusal: it may still be on its
 * way. From this commit on only the reversal decides the outcome, so that no late answer can
 * take over what is being undone.
 */
function reversed(
  attempt: Attempt,
  by: { readonly ref: RecordRef<Attempt>; readonly now: number; readonly deadline: number },
): Decision<Result<Attempt>> {
  const { intentKey, approvalKey, amount } = attempt;
  const reversal = openAttempt({ key: by.ref.id, kind: "reversal", intentKey, approvalKey, amount }, by);
  const waiting: Attempt = { ...attempt, status: "UNKNOWN", lookUpAt: null, reversal: reversal.key };
  return { answer: ok(waiting), changes: { writes: [attemptWrite(waiting), attemptWrite(reversal)] } };
}
