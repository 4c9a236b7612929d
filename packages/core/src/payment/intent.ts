import { z } from "zod";

import type { RecordRef } from "../commit.ts";
import type { ErrorCode } from "../errors.ts";
import type { StateTable } from "../state-table.ts";
import type { Write } from "../store.ts";

/** A payment key: 21 characters, made by the service, the same through all statuses. */
export const intentKeySchema = z.string().regex(/^[A-Za-z0-9_-]{21}$/, "must be the 21 characters of an intentKey");

export type IntentStatus = "READY" | "IN_PROGRESS" | "DONE" | "PARTIAL_CANCELED" | "CANCELED" | "EXPIRED" | "ABORTED";

export type IntentEvent = "authenticate" | "approve" | "refuse" | "expire" | "cancel-part" | "cancel-rest";

/** The statuses of a payment. An unknown outcome is no status: the payment stays where it was until it is known. */
export const intentStates: StateTable<IntentStatus, IntentEvent> = {
  READY: { authenticate: "IN_PROGRESS", expire: "EXPIRED", "cancel-rest": "CANCELED" },
  IN_PROGRESS: { approve: "DONE", refuse: "ABORTED", expire: "EXPIRED", "cancel-rest": "CANCELED" },
  DONE: { "cancel-part": "PARTIAL_CANCELED", "cancel-rest": "CANCELED" },
  PARTIAL_CANCELED: { "cancel-part": "PARTIAL_CANCELED", "cancel-rest": "CANCELED" },
  CANCELED: {},
  EXPIRED: {},
  ABORTED: {},
};

/** A payment method of an intent: a card by its network token, never by its number. */
export interface IntentMethod {
  readonly cardToken: string;
  readonly maskedNumber: string;
  readonly issuerCode: string;
  /** 0 for a lump sum. */
  readonly installmentPlanMonths: number;
  /** Won. */
  readonly amount: number;
}

/** One payment (interface: PaymentIntent). Amounts are in won, times in milliseconds since 1970. */
export interface Intent {
  readonly intentKey: string;
  readonly orderId: string;
  readonly orderName: string;
  readonly customerId: string;
  readonly metadata: Readonly<Record<string, string | number | boolean | null>> | null;
  readonly sessionId: string;
  readonly status: IntentStatus;
  /** True when a newer session of the order took this payment's place. */
  readonly superseded: boolean;
  readonly totalAmount: number;
  readonly canceledAmount: number;
  readonly methods: readonly IntentMethod[];
  readonly requestedAt: number;
  /** Until when it can be confirmed; null before authentication. */
  readonly confirmBy: number | null;
  readonly approvedAt: number | null;
  readonly canceledAt: number | null;
  /** The rate of the contract at approval, in percent; null before. */
  readonly feeRate: string | null;
  /** The key of the approval at the card network; null before confirm. */
  readonly approvalKey: string | null;
  /** The key of the attempt that is under way for this payment: at most one at a time. */
  readonly openAttempt: string | null;
  /** How many cancellations have been attempted, each under its own key. */
  readonly cancellations: number;
  readonly settlementId: string | null;
  /** Why it was aborted. */
  readonly failure: ErrorCode | null;
}

export function intentRef(intentKey: string): RecordRef<Intent> {
  return { kind: "intent", id: intentKey };
}

/** An authenticated payment is due for work when its time to be confirmed ends, unless an attempt is under way. */
export function intentWrite(intent: Intent): Write {
  const waits = intent.status === "IN_PROGRESS" && intent.openAttempt === null;
  return { key: intentRef(intent.intentKey), body: { ...intent }, dueAt: waits ? intent.confirmBy : null };
}

/**
 * The status at a moment: a payment that can no longer be confirmed has expired on time, also
 * before the work that records it has run. One with an attempt under way never expires.
 */
export function intentStatusAt(intent: Intent, now: number): IntentStatus {
  const over =
    intent.status === "IN_PROGRESS" &&
    intent.openAttempt === null &&
    intent.confirmBy !== null &&
    now >= intent.confirmBy;
  return over ? "EXPIRED" : intent.status;
}

/** Whether the order may be paid by another payment: nothing was ever charged by this one, and nothing can be. */
export function leavesOrderFree(intent: Intent): boolean {
  if (intent.openAttempt !== null) return false;
  return intent.approvedAt === null;
}

/** What remains of a payment after its cancellations, in won. */
export function remainingAmount(intent: Intent): number {
  return intent.totalAmount - intent.canceledAmount;
}
