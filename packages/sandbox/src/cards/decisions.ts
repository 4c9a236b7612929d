import type {
  ApprovalRequest,
  CancellationRefusal,
  CancellationRequest,
  CardNetwork,
  KeyedCall,
  ReversalRequest,
} from "@wonflow/core";
import { isAmount, isKey, otherContent, recordKey, refusal, type Decision } from "../calls/decision.ts";
import type { ApprovalRecord, NetworkRecords } from "./records.ts";
import type { ApprovalEntry, CancellationEntry, JournalEntry, ReversalEntry } from "./journal-entry.ts";
import { approvalRefusal, cardRefusesCancellation } from "./refusals.ts";

/** The card port's answer to a call. */
export type AnswerTo<Call extends Exclude<keyof CardNetwork, "sandbox">> = Awaited<ReturnType<CardNetwork[Call]>>;

export type Decided<Call extends Exclude<keyof CardNetwork, "sandbox">> = Decision<AnswerTo<Call>, JournalEntry>;

export function decideApproval(records: NetworkRecords, request: ApprovalRequest, now: number): Decided<"approve"> {
  const { tenant, key, cardToken, amount, installmentPlanMonths, orderName } = request;
  if (!isKey(key) || !isAmount(amount)) return refusal(malformedCode);
  const isPlan = Number.isSafeInteger(installmentPlanMonths) && installmentPlanMonths >= 0;
  if (!isPlan) return refusal("INVALID_CARD_INSTALLMENT_PLAN");
  const id = recordKey(tenant, key);
  if (undone(records, id)) return refusal(undoneCode);
  const earlier = records.calls.get(id);
  if (earlier !== undefined) {
    const same =
      earlier.op === "approve" &&
      earlier.amount === amount &&
      earlier.cardToken === cardToken &&
      earlier.installmentPlanMonths === installmentPlanMonths &&
      earlier.orderName === orderName;
    return same ? { answer: approvalAnswer(earlier) } : otherContent(earlier);
  }
  const entry: ApprovalEntry = {
    op: "approve",
    tenant,
    key,
    at: now,
    refused: records.releasedTokens.has(cardToken) ? releasedTokenCode : approvalRefusal(request, now),
    cardToken,
    amount,
    installmentPlanMonths,
    orderName,
    approvalNumber: String(records.calls.size + 1).padStart(8, "0"),
  };
  return { entry, answer: approvalAnswer(entry) };
}

/** Decides a cancellation: never more than the approval's remaining amount. */
export function decideCancellation(
  records: NetworkRecords,
  request: CancellationRequest,
  now: number,
): Decided<"cancel"> {
  const { tenant, key, approvalKey, amount } = request;
  if (!isKey(key) || !isAmount(amount)) return refusal(malformedCode);
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined) {
    const same = earlier.op === "cancel" && earlier.approvalKey === approvalKey && earlier.amount === amount;
    return same ? { answer: cancellationAnswer(earlier) } : otherContent(earlier);
  }
  const refused = cancellationRefusal(records, request);
  const entry: CancellationEntry = { op: "cancel", tenant, key, at: now, refused, approvalKey, amount };
  return { entry, answer: cancellationAnswer(entry) };
}

/** Decides a reversal: undoes the approval, or forbids one that has not arrived. */
export function decideReversal(records: NetworkRecords, request: ReversalRequest, now: number): Decided<"reverse"> {
  const { tenant, key, approvalKey } = request;
  if (!isKey(key) || !isKey(approvalKey)) return refusal(malformedCode);
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined) {
    const same = earlier.op === "reverse" && earlier.approvalKey === approvalKey;
    return same ? { answer: reversalAnswer(earlier) } : otherContent(earlier);
  }
  if (key === approvalKey) return { answer: { outcome: "unknown", reason: "A reversal needs a key of its own." } };
  const refused = isPastReversing(records.approvals.get(recordKey(tenant, approvalKey)), now) ? tooLateCode : null;
  const entry: ReversalEntry = { op: "reverse", tenant, key, at: now, refused, approvalKey };
  return { entry, answer: reversalAnswer(entry) };
}

export function findApproval(records: NetworkRecords, request: KeyedCall): AnswerTo<"lookUpApproval"> {
  const id = recordKey(request.tenant, request.key);
  if (undone(records, id)) return { outcome: "refused", code: undoneCode };
  const call = records.calls.get(id);
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "approve" ? approvalAnswer(call) : otherContent(call).answer;
}

export function findCancellation(records: NetworkRecords, request: KeyedCall): AnswerTo<"lookUpCancellation"> {
  const call = records.calls.get(recordKey(request.tenant, request.key));
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "cancel" ? cancellationAnswer(call) : otherContent(call).answer;
}

/** After this time an approval can be canceled but no longer reversed. */
const reversalWindowMs = 60 * 60_000;

/** Whether an approval can no longer be reversed. One that does not stand, or has not arrived, always can. */
function isPastReversing(approval: ApprovalRecord | undefined, now: number): boolean {
  if (approval?.state !== "APPROVED") return false;
  return approval.canceledAmount > 0 || now - (approval.arrivedAt ?? now) > reversalWindowMs;
}

const tooLateCode = "NOT_CANCELABLE_PAYMENT";

const undoneCode = "ALREADY_CANCELED_PAYMENT";

const releasedTokenCode = "INVALID_REJECT_CARD";

/** Of a malformed call, which no caller of the port may make. */
export const malformedCode = "PROVIDER_ERROR";

function undone(records: NetworkRecords, id: string): boolean {
  const state = records.approvals.get(id)?.state;
  return state === "REVERSED" || state === "TOMBSTONED";
}

function cancellationRefusal(records: NetworkRecords, request: CancellationRequest): CancellationRefusal | null {
  const approval = records.approvals.get(recordKey(request.tenant, request.approvalKey));
  if (approval?.state !== "APPROVED") return "REFUND_REJECTED";
  if (request.amount > approval.amount - approval.canceledAmount) return "NOT_MATCHES_REFUNDABLE_AMOUNT";
  return cardRefusesCancellation(approval.cardToken ?? "", request.tenant);
}

function approvalAnswer(entry: ApprovalEntry): AnswerTo<"approve"> {
  const { key, amount, approvalNumber, at, refused } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  return { outcome: "done", value: { key, amount, approvalNumber, approvedAt: at } };
}

function cancellationAnswer(entry: CancellationEntry): AnswerTo<"cancel"> {
  const { key, amount, at, refused } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  return { outcome: "done", value: { key, amount, canceledAt: at } };
}

function reversalAnswer(entry: ReversalEntry): AnswerTo<"reverse"> {
  if (entry.refused !== null) return { outcome: "refused", code: entry.refused };
  return { outcome: "done", value: { approvalKey: entry.approvalKey } };
}
