import type { Change } from "../../engine/commit/record.ts";
import type { Earning } from "../../ledger/earning/earning.ts";
import { isNotified, type Merchant } from "../../merchant/merchant.ts";
import { deliveryRecord, frozenDelivery, sequenceNamedBy } from "../../engine/outbox/delivery.ts";
import { frozenBody, type WebhookEventKind } from "../../engine/outbox/event-kind.ts";
import { intentRecord, type Intent, type IntentStatus } from "./intent.ts";
import { paymentIntentSchema, viewIntent, type PaymentIntent, type Viewing } from "./view.ts";

export interface PaymentEvent<Name extends PaymentEventName> {
  readonly event: Name;
  /** Counts the webhooks about this payment, from 1. */
  readonly sequence: number;
  /** The payment as the event left it. */
  readonly payment: PaymentIntent;
}

type PaymentEventName = "payment.done" | "payment.aborted" | "payment.expired" | "payment.canceled";

export type AnyPaymentEvent = { [Name in PaymentEventName]: PaymentEvent<Name> }[PaymentEventName];

/** The event of each status, as the change to it. */
const eventOf = {
  READY: undefined,
  IN_PROGRESS: undefined,
  DONE: "payment.done",
  PARTIAL_CANCELED: "payment.canceled",
  CANCELED: "payment.canceled",
  EXPIRED: "payment.expired",
  ABORTED: "payment.aborted",
} as const satisfies Readonly<Record<IntentStatus, PaymentEventName | undefined>>;

function paymentEvent<const Name extends PaymentEventName>(
  about: Pick<WebhookEventKind<PaymentEvent<Name>>, "name" | "summary" | "description">,
): WebhookEventKind<PaymentEvent<Name>, PaymentIntent> {
  return {
    ...about,
    schema: paymentIntentSchema,
    bySubscription: true,
    json: frozenBody,
    isExample(body) {
      const payment = paymentIntentSchema.safeParse(body);
      return payment.success && eventOf[payment.data.status] === about.name;
    },
    read(body, id) {
      const sequence = sequenceNamedBy(id);
      return sequence === undefined
        ? undefined
        : { event: about.name, sequence, payment: paymentIntentSchema.parse(body) };
    },
  };
}

/** Webhooks about payments that end or are canceled, to merchants that subscribe to them. */
export const paymentEvents = [
  paymentEvent({
    name: "payment.done",
    summary: "A payment was approved",
    description: "Sent when a payment becomes DONE: by a confirm or a charge, or when its lost answer is found out.",
  }),
  paymentEvent({
    name: "payment.aborted",
    summary: "A payment was refused",
    description: "Sent when a payment becomes ABORTED: the gateway has refused it, or its approvals are reversed.",
  }),
  paymentEvent({
    name: "payment.expired",
    summary: "A payment was not made in time",
    description:
      "Sent when a payment becomes EXPIRED: its link or its time to confirm ran out, the buyer gave up, no try was left, or a newer session of the order took its place. The order may be paid by another payment: look the order up.",
  }),
  paymentEvent({
    name: "payment.canceled",
    summary: "A payment was canceled, in part or in full",
    description: "Sent for each cancellation; the payment is PARTIAL_CANCELED or CANCELED.",
  }),
] as const;

/** The time of a change, with the merchant as the commit expects it. */
export interface StatusChange extends Viewing {
  readonly now: number;
  readonly merchant: Merchant | undefined;
  /** Undefined if nothing was approved. */
  readonly earning: Earning | undefined;
}

/**
 * Writes a payment whose status changes. If its merchant subscribes to the event, the same commit creates the message,
 * with the payment as it is then: so exactly what happened is reported.
 */
export function writeAndNotify(after: Intent, at: StatusChange): readonly Change[] {
  const event = eventOf[after.status];
  if (event === undefined || !isNotified(at.merchant, event)) return [intentRecord.write(after)];
  const sequence = after.told + 1;
  const body = JSON.stringify(viewIntent(after, at));
  return [
    intentRecord.write({ ...after, told: sequence }),
    deliveryRecord.make(frozenDelivery({ event, about: after.intentKey, sequence, body }, at.now)),
  ];
}
