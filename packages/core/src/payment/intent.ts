import { z } from "zod";

import { usualSettlementDays } from "../earning/settlement-day.ts";
import { errorCodes } from "../errors.ts";
import { placeByTime, recordKind } from "../commit/record.ts";
import type { StateTable } from "../commit/state-table.ts";

/** How many characters a payment key has (interface: Limits, intentKey). */
export const intentKeyLength = 21;

/** A payment key: made by the service, the same through all statuses. */
export const intentKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, - or _")
  .length(intentKeyLength, `must be ${intentKeyLength} characters`);

export const intentStatuses = [
  "READY",
  "IN_PROGRESS",
  "DONE",
  "PARTIAL_CANCELED",
  "CANCELED",
  "EXPIRED",
  "ABORTED",
] as const;

export type IntentStatus = (typeof intentStatuses)[number];

export type IntentEvent = "authenticate" | "approve" | "refuse" | "expire" | "give-up" | "cancel-part" | "cancel-rest";

/** The statuses of a payment. An unknown outcome is no status: the payment stays where it was until it is known. */
export const intentStates: StateTable<IntentStatus, IntentEvent> = {
  READY: { authenticate: "IN_PROGRESS", expire: "EXPIRED", "cancel-rest": "CANCELED" },
  IN_PROGRESS: {
    approve: "DONE",
    refuse: "ABORTED",
    expire: "EXPIRED",
    "give-up": "EXPIRED",
    "cancel-rest": "CANCELED",
  },
  DONE: { "cancel-part": "PARTIAL_CANCELED", "cancel-rest": "CANCELED" },
  PARTIAL_CANCELED: { "cancel-part": "PARTIAL_CANCELED", "cancel-rest": "CANCELED" },
  CANCELED: {},
  EXPIRED: {},
  ABORTED: {},
};

const methodSchema = z.looseObject({
  cardToken: z.string(),
  maskedNumber: z.string(),
  issuerCode: z.string(),
  /** 0 for a lump sum. */
  installmentPlanMonths: z.number(),
  /** Won. */
  amount: z.number(),
  /** The billing key that it was charged with; null for a card that its buyer typed. */
  billkey: z.string().nullable(),
  /** Won that were given back, where the payment has several methods. */
  canceledAmount: z.number(),
});

/** A payment method of an intent: a card by its network token, never by its number. */
export type IntentMethod = z.output<typeof methodSchema>;

const intentSchema = z.looseObject({
  intentKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  customerId: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** The checkout session in which it is authenticated; null where a stored card is charged. */
  sessionId: z.string().nullable(),
  status: z.enum(intentStatuses),
  /** True when a newer session of the order took this payment's place. */
  superseded: z.boolean(),
  totalAmount: z.number(),
  /** The part of it without VAT. */
  taxFreeAmount: z.number(),
  canceledAmount: z.number(),
  /** Empty before authentication, then one to many. */
  methods: z.array(methodSchema),
  requestedAt: z.number(),
  /** Until when it can be confirmed; null before authentication. */
  confirmBy: z.number().nullable(),
  approvedAt: z.number().nullable(),
  canceledAt: z.number().nullable(),
  /** The rate of the contract at approval, in percent; null before. */
  feeRate: z.string().nullable(),
  /** The key of the first method's approval at the card network; null before confirm. */
  approvalKey: z.string().nullable(),
  /** The key of the first attempt of what is under way for this payment: at most one thing at a time. */
  openAttempt: z.string().nullable(),
  /** How many cancellations have been attempted, each under its own key. */
  cancellations: z.number(),
  /** How many business days after approval it settles, by the contract at confirm. */
  settlementDays: z.number(),
  /** Who knows it may read the payment's receipts; null before it is approved. */
  receiptToken: z.string().nullable(),
  /** The merchant's terms that its buyer has agreed to, and when; null where nobody asked. */
  agreedTerms: z.object({ url: z.string(), agreedAt: z.number() }).nullable(),
  /** Why it was aborted. */
  failure: z.enum(errorCodes).nullable(),
  /** Which of its methods that was about, from 0. */
  failedMethod: z.number(),
});

/** One payment (interface: PaymentIntent). Amounts are in won, times in milliseconds since 1970. */
export type Intent = z.output<typeof intentSchema>;

/** The list of a merchant's payments, by the time at which they were requested. */
export const intentList = "intents";

/** An authenticated payment is due for work when its time to be confirmed ends, unless an attempt is under way. */
export const intentRecord = recordKind("intent", intentSchema, (intent) => ({
  id: intent.intentKey,
  dueAt: intent.status === "IN_PROGRESS" && intent.openAttempt === null ? intent.confirmBy : null,
  place: placeByTime(intentList, intent.requestedAt, intent.intentKey),
}));

type NewIntent = Pick<Intent, "intentKey" | "orderId" | "orderName" | "customerId" | "totalAmount" | "requestedAt">;

/** A payment for which nothing has happened yet, unless told otherwise. */
export function newIntent(about: NewIntent & Partial<Intent>): Intent {
  return {
    metadata: null,
    sessionId: null,
    status: "READY",
    superseded: false,
    taxFreeAmount: 0,
    canceledAmount: 0,
    methods: [],
    confirmBy: null,
    approvedAt: null,
    canceledAt: null,
    feeRate: null,
    approvalKey: null,
    openAttempt: null,
    cancellations: 0,
    settlementDays: usualSettlementDays,
    receiptToken: null,
    agreedTerms: null,
    failure: null,
    failedMethod: 0,
    ...about,
  };
}

function cancellationPrefix(intentKey: string): string {
  return `cancellation.${intentKey}.`;
}

/** The key of a payment's cancellation, by its number, from 1. */
export function cancellationKey(intentKey: string, number: number): string {
  return `${cancellationPrefix(intentKey)}${number}`;
}

/** Whether a cancellation is under way. */
export function isCancellationOpen({ intentKey, openAttempt }: Intent): boolean {
  return openAttempt !== null && openAttempt.startsWith(cancellationPrefix(intentKey));
}

/** What remains of a payment after its cancellations, in won. */
export function remainingAmount(intent: Intent): number {
  return intent.totalAmount - intent.canceledAmount;
}
