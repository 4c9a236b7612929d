import type {
  Approval,
  ApprovalRequest,
  Cancellation,
  CancellationRequest,
  ErrorCode,
  Found,
  LookUpRequest,
  Outcome,
  Reversal,
  ReversalRequest,
} from "@wonflow/core";
import { bookKey, type Book } from "./book.ts";
import type { ApprovalEntry, CancellationEntry, Entry, ReversalEntry } from "./entries.ts";
import { approvalRefusal, companyRefusesCancellation } from "./rules.ts";

/** What the network answers, and, the first time it is asked, what it puts on record before it answers. */
export interface Decision<Answer> {
  readonly answer: Answer;
  readonly entry?: Entry;
}

/** Decides an approval: what came of the key before, or a new approval or refusal. */
export function decideApproval(book: Book, request: ApprovalRequest, now: number): Decision<Outcome<Approval>> {
  const { tenant, key, cardToken, amount, installmentPlanMonths, orderName } = request;
  const malformed =
    malformedCall(request) ?? (isMonths(installmentPlanMonths) ? null : "INVALID_CARD_INSTALLMENT_PLAN");
  if (malformed !== null) return refusal(malformed);
  const id = bookKey(tenant, key);
  if (undone(book, id)) return refusal(undoneCode);
  const earlier = book.calls.get(id);
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
    refused: approvalRefusal(request),
    cardToken,
    amount,
    installmentPlanMonths,
    orderName,
    approvalNumber: String(book.calls.size + 1).padStart(8, "0"),
  };
  return { entry, answer: approvalAnswer(entry) };
}

/** Decides a cancellation: never more than what the approval still holds. */
export function decideCancellation(
  book: Book,
  request: CancellationRequest,
  now: number,
): Decision<Outcome<Cancellation>> {
  const { tenant, key, approvalKey, amount } = request;
  const malformed = malformedCall(request);
  if (malformed !== null) return refusal(malformed);
  const earlier = book.calls.get(bookKey(tenant, key));
  if (earlier !== undefined) {
    const same = earlier.op === "cancel" && earlier.approvalKey === approvalKey && earlier.amount === amount;
    return same ? { answer: cancellationAnswer(earlier) } : otherContent(earlier);
  }
  const refused = cancellationRefusal(book, request);
  const entry: CancellationEntry = { op: "cancel", tenant, key, at: now, refused, approvalKey, amount };
  return { entry, answer: cancellationAnswer(entry) };
}

/** Decides a reversal: undoes the approval, or forbids it where it has not arrived. */
export function decideReversal(book: Book, request: ReversalRequest, now: number): Decision<Outcome<Reversal>> {
  const { tenant, key, approvalKey } = request;
  if (!isKey(key) || !isKey(approvalKey)) return refusal("INVALID_REQUEST");
  const earlier = book.calls.get(bookKey(tenant, key));
  if (earlier !== undefined) {
    const same = earlier.op === "reverse" && earlier.approvalKey === approvalKey;
    return same ? { answer: reversalAnswer(earlier) } : otherContent(earlier);
  }
  if (key === approvalKey) return { answer: { outcome: "unknown", reason: "A reversal needs a key of its own." } };
  const canceled = book.approvals.get(bookKey(tenant, approvalKey))?.canceledAmount ?? 0;
  const refused = canceled > 0 ? "NOT_CANCELABLE_PAYMENT" : null;
  const entry: ReversalEntry = { op: "reverse", tenant, key, at: now, refused, approvalKey };
  return { entry, answer: reversalAnswer(entry) };
}

/** What came of an approval, by its key. */
export function findApproval(book: Book, request: LookUpRequest): Found<Approval> {
  const id = bookKey(request.tenant, request.key);
  if (undone(book, id)) return { outcome: "refused", code: undoneCode };
  const call = book.calls.get(id);
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "approve" ? approvalAnswer(call) : otherContent(call).answer;
}

/** What came of a cancellation, by its own key. */
export function findCancellation(book: Book, request: LookUpRequest): Found<Cancellation> {
  const call = book.calls.get(bookKey(request.tenant, request.key));
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "cancel" ? cancellationAnswer(call) : otherContent(call).answer;
}

/** With this code an approval is refused that was reversed, before or after it arrived. */
const undoneCode: ErrorCode = "ALREADY_CANCELED_PAYMENT";

function undone(book: Book, id: string): boolean {
  const state = book.approvals.get(id)?.state;
  return state === "REVERSED" || state === "TOMBSTONED";
}

function cancellationRefusal(book: Book, request: CancellationRequest): ErrorCode | null {
  const approval = book.approvals.get(bookKey(request.tenant, request.approvalKey));
  if (approval?.state !== "APPROVED") return "REFUND_REJECTED";
  if (request.amount > approval.amount - approval.canceledAmount) return "NOT_MATCHES_REFUNDABLE_AMOUNT";
  return companyRefusesCancellation(approval.cardToken ?? "", request.tenant);
}

function approvalAnswer(entry: ApprovalEntry): Outcome<Approval> {
  const { key, amount, approvalNumber, at, refused } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  return { outcome: "done", value: { key, amount, approvalNumber, approvedAt: at } };
}

function cancellationAnswer(entry: CancellationEntry): Outcome<Cancellation> {
  const { key, amount, at, refused } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  return { outcome: "done", value: { key, amount, canceledAt: at } };
}

function reversalAnswer(entry: ReversalEntry): Outcome<Reversal> {
  if (entry.refused !== null) return { outcome: "refused", code: entry.refused };
  return { outcome: "done", value: { approvalKey: entry.approvalKey } };
}

/** A key that stands for something else already: nothing is done, and nothing is said about what was done. */
function otherContent(earlier: Entry): Decision<{ readonly outcome: "unknown"; readonly reason: string }> {
  const reason = `Key ${earlier.key} has been used for another call: ${earlier.op} with other content.`;
  return { answer: { outcome: "unknown", reason } };
}

/** A refusal that leaves no entry: the call could not be read, or an entry says so already. */
function refusal(code: ErrorCode): Decision<{ readonly outcome: "refused"; readonly code: ErrorCode }> {
  return { answer: { outcome: "refused", code } };
}

function malformedCall(request: { readonly key: string; readonly amount: number }): ErrorCode | null {
  if (!isKey(request.key)) return "INVALID_REQUEST";
  return Number.isSafeInteger(request.amount) && request.amount >= 1 ? null : "INVALID_AMOUNT";
}

function isKey(text: string): boolean {
  return text.length >= 1 && text.length <= 100;
}

function isMonths(months: number): boolean {
  return Number.isSafeInteger(months) && months >= 0;
}
