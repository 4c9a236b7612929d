import { z } from "zod";

import { storedEvidenceSchema } from "../engine/attempt/evidence.ts";
import { errorCodes } from "../error-messages.ts";
import { orderedId, recordKind, type RecordRef, type IndexedKind } from "../engine/commit/record.ts";
import type { Ids } from "../ports.ts";
import type { Payee } from "./bank/payout-bank.ts";
import type { StateTable } from "../engine/commit/state-table.ts";

export const payoutStatuses = ["PENDING", "SUBMITTING", "REQUESTED", "COMPLETED", "FAILED", "CANCELED"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];
export type PayoutEvent = "submit" | "accept" | "pay" | "fail" | "cancel";

/** Interface: Payout status. News from the bank after a final status is booked and flagged, and changes no status. */
export const payoutStates: StateTable<PayoutStatus, PayoutEvent> = {
  PENDING: { submit: "SUBMITTING", fail: "FAILED" },
  SUBMITTING: { accept: "REQUESTED", pay: "COMPLETED", fail: "FAILED", cancel: "CANCELED" },
  REQUESTED: { accept: "REQUESTED", pay: "COMPLETED", fail: "FAILED", cancel: "CANCELED" },
  COMPLETED: {},
  FAILED: {},
  CANCELED: {},
};

const destinationSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("SELLER"), sellerId: z.string(), externalSellerId: z.string() }),
  z.looseObject({ type: z.literal("MERCHANT") }),
]);

const payoutRecordSchema = z.looseObject({
  id: z.string(),
  batchId: z.string(),
  refPayoutId: z.string(),
  destination: destinationSchema,
  /** The day in Seoul on which the bank pays, `yyyy-MM-dd`. */
  payoutDate: z.string(),
  /** Won. */
  amount: z.number(),
  status: z.enum(payoutStatuses),
  requestedAt: z.number(),
  submittedAt: z.number().nullable(),
  statusUpdatedAt: z.number(),
  lastResultCheckedAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  /** The last problem at the bank. */
  error: z.enum(errorCodes).nullable(),
  /** Whether it needs an operator. */
  reconciliationRequired: z.boolean(),
  /** When the bank paid it, and when the money came back, as booked: the status may say otherwise. */
  paidAt: z.number().nullable(),
  returnedAt: z.number().nullable(),
  /** Entered by an operator after its end. */
  evidence: storedEvidenceSchema.nullable(),
  /** How many webhooks have reported this payout. */
  told: z.number().default(0),
});

/** Money on its way to a seller, or to the merchant itself. Times are in milliseconds since 1970. */
export type Payout = z.output<typeof payoutRecordSchema>;

/** A merchant's payouts by payout date. */
export const payoutList = "payouts";

/** The last moment that a date can have: work that is due then is listed as due, and never taken. */
const never = 8_640_000_000_000_000;

/**
 * A payout is due while it waits to be submitted; afterwards its attempt is due instead. An ended payout that needs an
 * operator has a due time that never comes, so that it is found among those of all merchants.
 */
export const payoutRecord: IndexedKind<Payout> = recordKind("payout", payoutRecordSchema, (payout) => {
  const { id, payoutDate, status, requestedAt, reconciliationRequired, amount } = payout;
  const dueAt = status === "PENDING" ? requestedAt : reconciliationRequired && isFinal(payout) ? never : null;
  const place = { list: payoutList, position: `${payoutDate}/${id}` };
  return {
    id,
    dueAt,
    place,
    tallies: reconciliationRequired ? [{ name: "review", day: payoutDate, amount, count: 1 }] : [],
  };
});

/** By refPayoutId; kept permanently. */
export const payoutRefRecord = recordKind("payoutRef", z.looseObject({ payoutId: z.string(), batchId: z.string() }));

/** The one payout of a slot; kept permanently, also if the payout failed. */
export const payoutSlotRecord = recordKind("payoutSlot", z.looseObject({ payoutId: z.string() }));

/** The payouts that one request reserved, in its order. */
export const payoutBatchRecord = recordKind("payoutBatch", z.looseObject({ payoutIds: z.array(z.string()) }));

export function slotRef(payee: Payee, payoutDate: string): RecordRef<{ readonly payoutId: string }> {
  return payoutSlotRecord.ref(
    payee.type === "SELLER" ? `${payoutDate}/seller/${payee.externalSellerId}` : `${payoutDate}/merchant`,
  );
}

export function newPayoutId(ids: Ids, now: number): string {
  return `payout_${orderedId(ids, now, 24)}`;
}

export function newPayoutBatchId(ids: Ids, now: number): string {
  return `batch_${orderedId(ids, now, 24)}`;
}

export function isPayoutId(text: string): boolean {
  return /^payout_[A-Za-z0-9_-]{1,100}$/.test(text);
}

/** Begins every refPayoutId of the service's own payouts; merchants cannot use it. */
export const ownRefPrefix = "wonflow.";

export function isFinal({ status }: Pick<Payout, "status">): boolean {
  return Object.keys(payoutStates[status]).length === 0;
}

export function newPayout(
  what: Pick<Payout, "id" | "batchId" | "refPayoutId" | "destination" | "payoutDate" | "amount">,
  now: number,
): Payout {
  const unknownYet = { submittedAt: null, lastResultCheckedAt: null, completedAt: null, error: null };
  const bank = { reconciliationRequired: false, paidAt: null, returnedAt: null, evidence: null, told: 0 };
  return { ...what, status: "PENDING", requestedAt: now, statusUpdatedAt: now, ...unknownYet, ...bank };
}
