import type { Change } from "../engine/commit/record.ts";
import { isNotified, type Merchant } from "../merchant/merchant.ts";
import { deliveryRecord, frozenDelivery, sequenceNamedBy } from "../engine/outbox/delivery.ts";
import { frozenBody, type WebhookEventKind } from "../engine/outbox/event-kind.ts";
import { payoutRecord, type Payout, type PayoutStatus } from "./payout.ts";
import { payoutSchema, viewPayout, type PayoutView } from "./view.ts";

export interface PayoutEvent<Name extends PayoutEventName> {
  readonly event: Name;
  /** Counts the notifications about this payout, from 1. */
  readonly sequence: number;
  /** The payout as the event left it. */
  readonly payout: PayoutView;
}

type PayoutEventName = "payout.completed" | "payout.failed" | "payout.returned";

export type AnyPayoutEvent = { [Name in PayoutEventName]: PayoutEvent<Name> }[PayoutEventName];

const eventOfEnd = {
  PENDING: undefined,
  SUBMITTING: undefined,
  REQUESTED: undefined,
  COMPLETED: "payout.completed",
  FAILED: "payout.failed",
  CANCELED: "payout.failed",
} as const satisfies Readonly<Record<PayoutStatus, PayoutEventName | undefined>>;

function payoutEvent<const Name extends PayoutEventName>(
  about: Pick<WebhookEventKind<PayoutEvent<Name>>, "name" | "summary" | "description">,
): WebhookEventKind<PayoutEvent<Name>, PayoutView> {
  return {
    ...about,
    schema: payoutSchema,
    bySubscription: true,
    json: frozenBody,
    isExample(body) {
      const payout = payoutSchema.safeParse(body);
      if (!payout.success) return false;
      const hasComeBack = payout.data.error?.code === "PAYOUT_RETURNED";
      return about.name === (hasComeBack ? "payout.returned" : eventOfEnd[payout.data.status]);
    },
    read(body, id) {
      const sequence = sequenceNamedBy(id);
      return sequence === undefined ? undefined : { event: about.name, sequence, payout: payoutSchema.parse(body) };
    },
  };
}

/** Webhooks about payouts that end or come back, to merchants that subscribe to them. */
export const payoutEvents = [
  payoutEvent({
    name: "payout.completed",
    summary: "A payout was paid",
    description: "Sent when a payout becomes COMPLETED.",
  }),
  payoutEvent({
    name: "payout.failed",
    summary: "A payout was not paid, and its amount is available again",
    description: "Sent when a payout becomes FAILED, or CANCELED by the bank. Its amount is available again.",
  }),
  payoutEvent({
    name: "payout.returned",
    summary: "A payout has come back",
    description:
      "Sent when the bank returns a payout, also after it was COMPLETED; its status stays. The amount is available again.",
  }),
] as const;

/** The event of a change: the payout's end, or the return of its money, which need not change the status. */
function eventOf(before: Payout, after: Payout) {
  if (before.returnedAt === null && after.returnedAt !== null) return "payout.returned";
  return before.status === after.status ? undefined : eventOfEnd[after.status];
}

/** The payout before a change, and the merchant as the commit expects it. */
export interface PayoutTransition {
  readonly before: Payout;
  readonly merchant: Merchant | undefined;
  readonly now: number;
}

/** Writes a payout, and makes the message of an event that its merchant subscribes to, with the payout as it is then. */
export function writeAndNotify(after: Payout, { before, merchant, now }: PayoutTransition): readonly Change[] {
  const event = eventOf(before, after);
  if (event === undefined || !isNotified(merchant, event)) return [payoutRecord.write(after)];
  const sequence = after.told + 1;
  const body = JSON.stringify(viewPayout(after));
  return [
    payoutRecord.write({ ...after, told: sequence }),
    deliveryRecord.make(frozenDelivery({ event, about: after.id, sequence, body }, now)),
  ];
}
