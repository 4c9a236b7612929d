import { concluded, isConcluded, type CallTime } from "../../engine/attempt/attempt.ts";
import { stillUnknown } from "../../engine/attempt/lost-answer.ts";
import { commitOutcome, newFlag, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import type { BankHolidays } from "../../ledger/calendar/business-days.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import type { Approval } from "../../gateway/gateway.ts";
import { approvalRefusals, type ApprovalRefusal } from "../../gateway/refusals.ts";
import { isReference, isTimeOfCall } from "../../gateway/answers.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import type { Changes, Written } from "../../engine/commit/snapshot.ts";
import { earningOf, earningRecord, type Earning } from "../../ledger/earning/earning.ts";
import { credit, debit, type Posting } from "../../engine/posting/posting.ts";
import { merchantRef, type Merchant } from "../../merchant/merchant.ts";
import { ok, type Ok } from "../../result.ts";
import { advance, nextStatus } from "../../engine/commit/state-table.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { approvalKeys } from "../intent/attempt-keys.ts";
import { approvalRecord, seenDone, type ApprovalAttempt } from "../intent/approval-attempt.ts";
import { intentRecord, intentStates, type Intent, type IntentMethod } from "../intent/intent.ts";
import { shownMethod } from "../intent/shown-method.ts";
import { newReceiptToken, viewIntent, viewingOf, type Viewing } from "../intent/view.ts";
import { reversalRecord, type ReversalAttempt } from "./reversal-attempt.ts";
import { answered, reverseApprovals, type Approving } from "./reverse-approvals.ts";
import { writeAndNotify, type StatusChange } from "../intent/webhook.ts";

/** The gateway's answer to a call or look-up; or none, as the call was never sent or an operator entered the outcome. */
type OutcomeSource = "call" | "look-up" | "not-sent" | "operator";

interface ApprovalOutcome {
  readonly attempt: ApprovalAttempt;
  readonly found: Found<Approval, ApprovalRefusal>;
  readonly source: OutcomeSource;
  /** Records that the previous decision wrote, if this process made it. */
  readonly following?: Written | undefined;
}

interface AfterOutcome extends Approving {
  readonly reversals?: readonly ReversalAttempt[];
  readonly postings?: readonly Posting[];
  readonly earning?: Earning;
}

interface Concluding extends Approving {
  readonly merchant: Merchant | undefined;
}

interface ApprovalMoment extends Viewing, CallTime {
  readonly flagAfterMs: number;
  readonly holidays: BankHolidays;
  readonly receiptToken: string;
}

/**
 * Applies an approval's outcome, from the call or a look-up. Idempotent: a concluded approval, or one that is being
 * reversed, is unchanged. The payment is approved when all its approvals are; as soon as one is refused or can't be
 * accepted, all that are or may be approved are reversed. Returns all approvals as they are afterwards.
 */
export async function concludeApproval(context: CalendarContext, tenant: Tenant, outcome: ApprovalOutcome) {
  const { key, intentKey, methods } = outcome.attempt;
  const { flagAfterMs, requestDeadlineMs } = context.settings;
  const holidays = await context.calendar.current(context);
  const receiptToken = newReceiptToken(context.ids, tenant, intentKey);
  return commitOutcome(context, {
    tenant,
    lane: intentKey,
    following: outcome.following,
    async load(read): Promise<Concluding> {
      const approvalRefs = approvalKeys(key, methods).map((each) => approvalRecord.ref(each));
      await read(...approvalRefs, intentRecord.ref(intentKey), merchantRef);
      const [intent, merchant] = await read(intentRecord.ref(intentKey), merchantRef);
      const approvals = (await read(...approvalRefs)).filter((approval) => approval !== undefined);
      if (intent === undefined || approvals.length < methods) throw new Error(`approval ${key} has no record`);
      return { intent, approvals, merchant };
    },
    decide: (concluding, now) => {
      const deadline = now + requestDeadlineMs;
      const at = { ...viewingOf(context, tenant), now, flagAfterMs, deadline, holidays, receiptToken };
      return decideApproval(concluding, outcome, at);
    },
  });
}

function decideApproval(
  { merchant, ...before }: Concluding,
  outcome: ApprovalOutcome,
  at: ApprovalMoment,
): Decision<Ok<Flagged<readonly ApprovalAttempt[]>>> {
  const mine = before.approvals.find(({ key }) => key === outcome.attempt.key);
  if (mine === undefined) throw new Error(`approval ${outcome.attempt.key} does not belong to its payment`);
  const { approvals } = before;
  if (isConcluded(mine) || mine.reversal !== null) return { answer: ok({ after: approvals }) };
  const after = afterOutcome(before, { ...outcome, attempt: withProviderMessage(mine, outcome.found) }, at);
  const now = after.approvals.find(({ key }) => key === mine.key) ?? mine;
  const changes = changesTo(before, after, { ...at, merchant });
  return { answer: ok({ after: after.approvals, flag: newFlag(mine, now) }), changes };
}

function changesTo(
  before: Approving,
  { intent, approvals, reversals = [], postings = [], earning }: AfterOutcome,
  at: Omit<StatusChange, "earning">,
): Changes {
  const changed = approvals.filter((approval, index) => approval !== before.approvals[index]);
  const writes = [
    ...changed.map((approval) => approvalRecord.write(approval)),
    ...reversals.map((reversal) => reversalRecord.make(reversal)),
    ...(intent === before.intent ? [] : writeAndNotify(intent, { ...at, earning })),
    ...(earning === undefined ? [] : [earningRecord.make(earning)]),
  ];
  return { writes, reference: intent.intentKey, postings };
}

function afterOutcome(
  before: Approving,
  { attempt: mine, found, source }: ApprovalOutcome,
  at: ApprovalMoment,
): AfterOutcome {
  switch (found.outcome) {
    case "done":
      if (stands(before.intent, mine, { ...at, approval: found.value })) {
        return afterApproval(before, mine, { ...at, approval: found.value });
      }
      if (source === "call") return replace(before, stillUnknown(mine, at));
      return reverseApprovals(replace(before, seenDone(mine, found.value)), at);
    case "refused": {
      const refusal = knownRefusal(approvalRefusals, found.code);
      const isAnswered = source === "call" || source === "look-up";
      const ended = concluded(mine, "REFUSED", { deniedAt: isAnswered ? at.now : undefined });
      return reverseApprovals(replace(before, { ...ended, refusal }), at);
    }
    case "not-found":
      return reverseApprovals(before, at);
    case "unknown":
      return replace(before, stillUnknown(mine, at));
  }
}

/**
 * Whether an approval is the requested one, of a payment that may still be paid. Our own clock decides about its time:
 * the attempt was committed before the confirm window ended.
 */
function stands(
  intent: Intent,
  attempt: ApprovalAttempt,
  { approval, now }: ApprovalMoment & { readonly approval: Approval },
) {
  return (
    approval.key === attempt.key &&
    approval.amount === attempt.amount &&
    isReference(approval.reference) &&
    isTimeOfCall(approval.approvedAt, { openedAt: attempt.openedAt, now }) &&
    attempt.openedAt < (intent.confirmBy ?? 0) &&
    nextStatus(intentStates, intent.status, "approve") !== undefined
  );
}

/** How it was really paid, which replaces what the buyer's authentication said. A window payment has one method. */
function asPaid(method: IntentMethod, { paidWith }: Approval): IntentMethod {
  if (method.method === "KEYIN" || paidWith === undefined) return method;
  return { ...method, ...shownMethod(paidWith, method.amount) };
}

function replace({ intent, approvals }: Approving, changed: ApprovalAttempt): Approving {
  return { intent, approvals: approvals.map((approval) => (approval.key === changed.key ? changed : approval)) };
}

/** The approval that completes the set completes the payment, and books it. */
function afterApproval(
  before: Approving,
  mine: ApprovalAttempt,
  at: ApprovalMoment & { readonly approval: Approval },
): AfterOutcome {
  const { approvedAt, approvalNumber, reference } = at.approval;
  const after = replace(before, { ...concluded(mine, "DONE"), approvedAt, approvalNumber, reference, seen: true });
  if (after.approvals.some(({ status }) => status !== "DONE")) return after;
  const { intent } = before;
  const { feeRate } = intent;
  if (feeRate === null) throw new Error(`intent ${intent.intentKey} was approved without a fee rate`);
  const lastApprovedAt = Math.max(...after.approvals.map((approval) => approval.approvedAt ?? 0));
  const status = advance(intentStates, intent.status, "approve");
  const { receiptToken } = at;
  const methods = intent.methods.map((paid, index) => {
    const approval = after.approvals[index];
    const method = approval?.key === mine.key ? asPaid(paid, at.approval) : paid;
    const { reference = null, approvalNumber = null, openedAt: askedAt = null } = approval ?? {};
    return { ...method, reference, approvalNumber, askedAt };
  });
  const paid: Intent = { ...intent, status, methods, approvedAt: lastApprovedAt, openAttempt: null, receiptToken };
  const earned = { amount: intent.totalAmount, approvedAt: lastApprovedAt, holidays: at.holidays };
  const earning = earningOf({ ...intent, feeRate }, earned);
  const postings = [
    debit("receivable", intent.totalAmount),
    credit("pending", earning.net),
    credit("fee", earning.fee),
    credit("vat", earning.vat),
  ];
  const answer = ok(viewIntent(paid, { ...at, earning }));
  return { ...answered({ intent: paid, approvals: after.approvals }, answer), postings, earning };
}
