import type {
  ApprovalQuestion,
  ApprovalRefusal,
  ApprovalRequest,
  CancellationQuestion,
  CancellationRefusal,
  CancellationRequest,
  Gateway,
  KeyIn,
  ReversalRequest,
} from "@wonflow/core";
import { isAmount, isKey, otherContent, recordKey, refusal, type Decision } from "../calls/book.ts";
import type { SandboxPromises } from "./promises.ts";
import type { ApprovalRecord, GatewayRecords } from "./records.ts";
import type { ApprovalEntry, CallEntry, CancellationEntry, ReversalEntry } from "./journal-entry.ts";
import { approvalRefusal, cardRefusesCancellation } from "./refusals.ts";
import { approvableForMs, paidWith } from "./window.ts";

type CardCalls = Pick<Gateway, "approve" | "cancel" | "reverse" | "lookUpApproval" | "lookUpCancellation"> & KeyIn;

type CardCall = Exclude<keyof CardCalls, "storesCheckedCards" | "installmentMonths">;

/** When a call arrives, at a gateway that keeps these promises. */
export interface Arrival {
  readonly now: number;
  readonly promises: SandboxPromises;
}

/** The card port's answer to a call. */
export type AnswerTo<Call extends CardCall> = Awaited<ReturnType<CardCalls[Call]>>;

export type Decided<Call extends CardCall> = Decision<AnswerTo<Call>, CallEntry>;

/** An approval as it is decided: what a buyer authenticated in the window stands for a card. */
export interface AskedApproval extends Pick<
  ApprovalRequest,
  "tenant" | "key" | "askedAt" | "deadline" | "amount" | "taxFreeAmount" | "orderName"
> {
  readonly cardToken: string;
  readonly installmentPlanMonths: number;
  /** The opening of the window; null for a typed or stored card. */
  readonly openingKey: string | null;
}

export function askedApproval(request: ApprovalRequest): AskedApproval {
  const { tenant, key, askedAt, deadline, amount, taxFreeAmount, orderName, authentication } = request;
  const about = { tenant, key, askedAt, deadline, amount, taxFreeAmount, orderName };
  if (authentication === null) {
    const { cardToken, installmentPlanMonths } = request;
    return { ...about, cardToken, installmentPlanMonths, openingKey: null };
  }
  return { ...about, cardToken: authentication.reference, installmentPlanMonths: 0, openingKey: authentication.key };
}

export function decideApproval(
  records: GatewayRecords,
  asked: AskedApproval,
  { now, promises }: Arrival,
): Decided<"approve"> {
  const { tenant, key, cardToken, amount, taxFreeAmount, orderName, openingKey } = asked;
  const opening = openingKey === null ? undefined : records.openings.get(recordKey(tenant, openingKey));
  const installmentPlanMonths = opening?.chosen?.installmentPlanMonths ?? asked.installmentPlanMonths;
  const request = { ...asked, installmentPlanMonths };
  if (!isKey(key) || !isAmount(amount)) return refusal(malformedCode);
  const isPlan = Number.isSafeInteger(installmentPlanMonths) && installmentPlanMonths >= 0;
  if (!isPlan) return refusal("INVALID_CARD_INSTALLMENT_PLAN");
  const id = recordKey(tenant, key);
  if (undone(records, id)) return refusal(undoneCode);
  const earlier = records.calls.get(id);
  if (earlier?.op === "approve" && !promises.idempotent) {
    if (earlier.refused === null) return paidAlready;
  } else if (earlier !== undefined) {
    const same =
      earlier.op === "approve" &&
      earlier.amount === amount &&
      earlier.cardToken === cardToken &&
      earlier.installmentPlanMonths === installmentPlanMonths &&
      earlier.orderName === orderName;
    return same ? { answer: approvalAnswer(earlier, records) } : otherContent(earlier);
  }
  const entry: ApprovalEntry = {
    op: "approve",
    tenant,
    key,
    at: now,
    refused: refusalOf(records, { request, now }),
    cardToken,
    amount,
    taxFreeAmount,
    installmentPlanMonths,
    orderName,
    openingKey,
    approvalNumber: String(records.calls.size + 1).padStart(8, "0"),
  };
  return { entry, answer: approvalAnswer(entry, records) };
}

interface Refusable {
  readonly request: AskedApproval;
  readonly now: number;
}

function refusalOf(records: GatewayRecords, { request, now }: Refusable): ApprovalRefusal | null {
  if (request.openingKey !== null && !isAuthenticated(records, { request, now })) return unauthenticatedCode;
  return records.releasedTokens.has(request.cardToken) ? releasedTokenCode : approvalRefusal(request, now);
}

/** Whether a buyer authenticated this amount in the window, not too long ago, and nothing has been approved for it. */
function isAuthenticated({ openings, approvals }: GatewayRecords, { request, now }: Refusable): boolean {
  const { tenant, openingKey, cardToken, amount } = request;
  const opening = openings.get(recordKey(tenant, openingKey ?? ""));
  if (opening?.chosen == null || opening.amount !== amount || opening.chosen.reference !== cardToken) return false;
  const isUsed = [...approvals.values()].some(
    (each) => each.tenant === tenant && each.openingKey === openingKey && each.key !== request.key,
  );
  return !isUsed && now <= opening.chosen.knownAt + approvableForMs;
}

/** Decides a cancellation: never more than the approval's remaining amount. */
export function decideCancellation(
  records: GatewayRecords,
  request: Omit<CancellationRequest, "authentication" | "credentials">,
  { now, promises }: Arrival,
): Decided<"cancel"> {
  const { tenant, key, approvalKey, amount, taxFreeAmount, reason } = request;
  if (!isKey(key) || !isAmount(amount)) return refusal(malformedCode);
  const earlier = records.calls.get(recordKey(tenant, key));
  const isSecond = earlier?.op === "cancel" && !promises.idempotent;
  if (earlier !== undefined && !isSecond) {
    const same = earlier.op === "cancel" && earlier.approvalKey === approvalKey && earlier.amount === amount;
    return same ? { answer: cancellationAnswer(earlier) } : otherContent(earlier);
  }
  const refused = cancellationRefusal(records, request);
  const reference = `sbx.cancel.${records.calls.size + 1}`;
  const call = { op: "cancel", tenant, key, at: now, refused } as const;
  const entry: CancellationEntry = { ...call, approvalKey, amount, taxFreeAmount, reason, reference };
  return { entry, answer: cancellationAnswer(entry) };
}

/** Decides a reversal: undoes the approval, or forbids one that has not arrived. */
export function decideReversal(
  records: GatewayRecords,
  request: Omit<ReversalRequest, "authentication" | "credentials">,
  { now, promises }: Arrival,
): Decided<"reverse"> {
  const { tenant, key, approvalKey } = request;
  if (!isKey(key) || !isKey(approvalKey)) return refusal(malformedCode);
  const approval = records.approvals.get(recordKey(tenant, approvalKey));
  if (key === approvalKey) return { answer: { outcome: "unknown", reason: "A reversal needs a key of its own." } };
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined && earlier.op !== "reverse") return otherContent(earlier);
  if (earlier !== undefined && earlier.approvalKey !== approvalKey) return otherContent(earlier);
  if (earlier !== undefined && promises.idempotent) return { answer: reversalAnswer(earlier) };
  if (approval === undefined && !promises.tombstones) return { answer: { outcome: "not-found" } };
  const refused = isPastReversing(approval, now, promises) ? tooLateCode : null;
  const entry: ReversalEntry = { op: "reverse", tenant, key, at: now, refused, approvalKey };
  return { entry, answer: reversalAnswer(entry) };
}

export function findApproval(records: GatewayRecords, request: ApprovalQuestion): AnswerTo<"lookUpApproval"> {
  const id = recordKey(request.tenant, request.key);
  if (undone(records, id)) return { outcome: "refused", code: undoneCode };
  const call = records.calls.get(id);
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "approve" ? approvalAnswer(call, records) : otherContent(call).answer;
}

export function findCancellation(
  records: GatewayRecords,
  request: CancellationQuestion,
): AnswerTo<"lookUpCancellation"> {
  const call = records.calls.get(recordKey(request.tenant, request.key));
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "cancel" ? cancellationAnswer(call) : otherContent(call).answer;
}

/** Whether an approval can no longer be reversed. One that does not stand, or has not arrived, always can. */
function isPastReversing(
  approval: ApprovalRecord | undefined,
  now: number,
  { reversibleForMs }: SandboxPromises,
): boolean {
  if (approval?.state !== "APPROVED") return false;
  return approval.canceledAmount > 0 || now - (approval.arrivedAt ?? now) > reversibleForMs;
}

const tooLateCode = "NOT_CANCELABLE_PAYMENT";

/** A second approval of a key, at a gateway that does not repeat its answers. */
const paidAlready = { answer: { outcome: "refused", code: "PROVIDER_ERROR" } } as const;

const undoneCode = "ALREADY_CANCELED_PAYMENT";

/** A payment with a discount is refunded in full only. */
function discountOf({ openings }: GatewayRecords, { tenant, openingKey }: ApprovalRecord): number {
  if (openingKey === null) return 0;
  return openings.get(recordKey(tenant, openingKey))?.chosen?.discountAmount ?? 0;
}

const unauthenticatedCode = "PROVIDER_ERROR";

const releasedTokenCode = "INVALID_REJECT_CARD";

/** Of a malformed call, which no caller of the port may make. */
export const malformedCode = "PROVIDER_ERROR";

function undone(records: GatewayRecords, id: string): boolean {
  const state = records.approvals.get(id)?.state;
  return state === "REVERSED" || state === "TOMBSTONED";
}

function cancellationRefusal(
  records: GatewayRecords,
  request: Pick<CancellationRequest, "tenant" | "approvalKey" | "amount">,
): CancellationRefusal | null {
  const approval = records.approvals.get(recordKey(request.tenant, request.approvalKey));
  if (approval?.state !== "APPROVED") return "REFUND_REJECTED";
  if (request.amount > approval.amount - approval.canceledAmount) return "NOT_MATCHES_REFUNDABLE_AMOUNT";
  const isPart = approval.canceledAmount > 0 || request.amount < approval.amount;
  if (isPart && discountOf(records, approval) > 0) return "NOT_ALLOWED_PARTIAL_REFUND";
  return cardRefusesCancellation(approval.cardToken ?? "", request.tenant);
}

/** The gateway's own name of an approval. */
export function referenceOf({ approvalNumber }: Pick<ApprovalRecord, "approvalNumber">): string {
  return `sbx.approval.${approvalNumber}`;
}

function approvalAnswer(entry: ApprovalEntry, records: GatewayRecords): AnswerTo<"approve"> {
  const { tenant, key, amount, approvalNumber, at, refused } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  const canceled = records.approvals.get(recordKey(tenant, key))?.canceledAmount ?? 0;
  const about = { key, reference: referenceOf(entry), amount, remainingAmount: amount - canceled };
  const opening = entry.openingKey === null ? undefined : records.openings.get(recordKey(tenant, entry.openingKey));
  const shown = opening?.chosen == null ? {} : { paidWith: paidWith(opening, opening.chosen) };
  return { outcome: "done", value: { ...about, approvalNumber, approvedAt: at, ...shown } };
}

function cancellationAnswer(entry: CancellationEntry): AnswerTo<"cancel"> {
  if (entry.refused !== null) return { outcome: "refused", code: entry.refused };
  const { key, reference, amount, at: canceledAt } = entry;
  return { outcome: "done", value: { key, reference, amount, canceledAt } };
}

function reversalAnswer(entry: ReversalEntry): AnswerTo<"reverse"> {
  if (entry.refused !== null) return { outcome: "refused", code: entry.refused };
  return { outcome: "done", value: { approvalKey: entry.approvalKey } };
}
