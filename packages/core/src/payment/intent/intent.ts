import { z } from "zod";

import { usualSettlementDays } from "../../ledger/earning/settlement-day.ts";
import { unnamedGateway } from "../../engine/attempt/sending.ts";
import { errorCodes } from "../../error-messages.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { placeByTime, recordKind, type IndexedKind } from "../../engine/commit/record.ts";
import type { Tally } from "../../engine/posting/tally.ts";
import type { StateTable } from "../../engine/commit/state-table.ts";
import type { CalendarContext } from "../../ledger/calendar/calendar.ts";
import type { GatewayContext } from "../../gateway/context.ts";
import { paymentMethods } from "../../merchant/payment-methods.ts";
import { shownMethodFields } from "./shown-method.ts";

/** Interface: Limits, intentKey. */
export const intentKeyLength = 21;

/** A payment's key stays the same through all statuses. */
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

/** An unknown outcome is no status: the payment's status is unchanged until the outcome is known. */
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

const referenceSchema = z.object({ key: z.string(), reference: z.string(), askedAt: z.number() });

/** What the buyer authenticated in the gateway's window; null for a typed or stored card. */
export const authenticationSchema = referenceSchema.nullable().default(null);

const anyMethodFields = {
  /** The name of the gateway that has the card, and approves and cancels. */
  gateway: z.string().default(unnamedGateway),
  /** Won. */
  amount: z.number(),
  /** The charged billing key; null for a card typed at checkout. */
  billkey: z.string().nullable(),
  /** Won refunded, if the payment has several methods. */
  canceledAmount: z.number(),
  /** The key under which the gateway checked a card typed at checkout, and may have stored it; otherwise null. */
  tokenKey: z.string().nullable().default(null),
  /** The gateway's reference of the approval; null before it, and if the gateway has none. */
  reference: z.string().nullable().default(null),
  /** The number that the issuer gave the approval; null before it. */
  approvalNumber: z.string().nullable().default(null),
  /** When the approval was opened; null before. */
  askedAt: z.number().nullable().default(null),
};

/** A typed or stored card, by its gateway's token and never by its number. */
const cardMethodSchema = z.looseObject({
  ...anyMethodFields,
  method: z.literal("KEYIN").default("KEYIN"),
  cardToken: z.string(),
  authentication: z.null().default(null),
  maskedNumber: z.string(),
  issuerCode: z.string(),
  /** 0 for a lump sum. */
  installmentPlanMonths: z.number(),
});

/** What the buyer authenticated in the gateway's window; once it is approved, as it was really paid. */
const windowMethodSchema = z.looseObject({
  ...anyMethodFields,
  ...shownMethodFields,
  authentication: referenceSchema,
});

const methodSchema = z.union([cardMethodSchema, windowMethodSchema]);

export type IntentMethod = z.output<typeof methodSchema>;

const intentSchema = z.looseObject({
  intentKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  customerId: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** Null if a stored card is charged. */
  sessionId: z.string().nullable(),
  status: z.enum(intentStatuses),
  /** True when a newer session of the order replaced this payment. */
  superseded: z.boolean(),
  totalAmount: z.number(),
  /** The part without VAT. */
  taxFreeAmount: z.number(),
  canceledAmount: z.number(),
  /** The part of it without VAT. */
  canceledTaxFreeAmount: z.number().default(0),
  /** Taken by chargebacks beyond what remained; not in the canceled amount. */
  excessAmount: z.number().default(0),
  /** Empty before authentication. */
  methods: z.array(methodSchema),
  requestedAt: z.number(),
  /** The end of the confirm window; null before authentication. */
  confirmBy: z.number().nullable(),
  approvedAt: z.number().nullable(),
  canceledAt: z.number().nullable(),
  /** The contract's rate at approval, in percent; null before. */
  feeRate: z.string().nullable(),
  /** The first method's approval; null before confirm. */
  approvalKey: z.string().nullable(),
  /** The first attempt of the one operation in progress. */
  openAttempt: z.string().nullable(),
  /** Cancellations attempted so far, each under its own key. */
  cancellations: z.number(),
  /** Business days from approval to settlement, by the contract at confirm. */
  settlementDays: z.number(),
  /** Lets its holder read the receipts; null before approval. */
  receiptToken: z.string().nullable(),
  /** The merchant's terms that the buyer has agreed to; otherwise null. */
  agreedTerms: z.object({ url: z.string(), agreedAt: z.number() }).nullable(),
  failure: z.enum(errorCodes).nullable(),
  /** The method that failed, from 0. */
  failedMethod: z.number(),
  /** The number of webhooks about this payment. */
  told: z.number().default(0),
});

const soughtMethodSchema = z.object({
  method: z.enum(paymentMethods).default("KEYIN"),
  issuerCode: z.string().nullable(),
  maskedNumber: z.string().nullable(),
  easyPay: z.object({ provider: z.string().nullable() }).nullable().optional(),
  approvalNumber: anyMethodFields.approvalNumber,
});

/** The fields that filters of lists use: a search parses no more of the payments that do not fit. */
export const soughtIntentSchema = z.object({
  status: intentSchema.shape.status,
  totalAmount: intentSchema.shape.totalAmount,
  methods: z.array(soughtMethodSchema),
});

/** One payment (interface: PaymentIntent). Amounts are in won, times in milliseconds since 1970. */
export type Intent = z.output<typeof intentSchema>;

export const intentList = "intents";

/** Due when the confirm window ends, unless an attempt is in progress. */
export const intentRecord: IndexedKind<Intent> = recordKind("intent", intentSchema, (intent) => ({
  id: intent.intentKey,
  dueAt: intent.status === "IN_PROGRESS" && intent.openAttempt === null ? intent.confirmBy : null,
  place: placeByTime(intentList, intent.requestedAt, intent.intentKey),
  tallies: talliesOf(intent),
}));

function talliesOf({ status, approvedAt, requestedAt, totalAmount: amount }: Intent): readonly Tally[] {
  if (approvedAt !== null) return [{ name: "paid", day: dayInSeoul(approvedAt), amount, count: 1 }];
  return status === "ABORTED" ? [{ name: "refused", day: dayInSeoul(requestedAt), amount, count: 1 }] : [];
}

type NewIntent = Pick<Intent, "intentKey" | "orderId" | "orderName" | "customerId" | "totalAmount" | "requestedAt">;

export function newIntent(about: NewIntent & Partial<Intent>): Intent {
  return {
    metadata: null,
    sessionId: null,
    status: "READY",
    superseded: false,
    taxFreeAmount: 0,
    canceledAmount: 0,
    canceledTaxFreeAmount: 0,
    excessAmount: 0,
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
    told: 0,
    ...about,
  };
}

export function isCancellationOpen({ openAttempt }: Intent): boolean {
  return openAttempt?.startsWith("cancellation") === true;
}

export function remainingAmount(intent: Intent): number {
  return intent.totalAmount - intent.canceledAmount;
}

/** What remains of one method, in won; `index` counts from 0. */
export function remainingOfMethod(intent: Intent, index: number): number {
  const method = intent.methods.length === 1 ? undefined : intent.methods[index];
  return method === undefined ? remainingAmount(intent) : method.amount - method.canceledAmount;
}

export interface PaymentContext extends GatewayContext, CalendarContext {}
