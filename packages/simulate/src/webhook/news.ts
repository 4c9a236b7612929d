import { readWebhookEvent, webhookEvents, type ChangeSet, type TenantId } from "@wonflow/core";
import { deliveryRecord, type Intent, intentRecord, type Payout, payoutRecord } from "@wonflow/core/internal";
import { z } from "zod";
import { merchants } from "../merchant/invariants.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { shownOf as shownPayment } from "../payment/invariants.ts";
import { shownOf as shownPayout } from "../payout/answers.ts";

/** An event of a payment or payout, computed independently of core. */
interface Happening {
  readonly event: string;
  /** The payment or payout, with its merchant. */
  readonly name: string;
  readonly about: string;
  /** The object as a look-up shows it then. */
  readonly shown: Readonly<Record<string, unknown>>;
}

interface News {
  readonly intents: Map<string, Intent>;
  readonly payouts: Map<string, Payout>;
  /** The events that each payment or payout must send to its merchant, in order. */
  readonly sent: Map<string, Happening[]>;
  /** The bodies with which messages were created, by webhook-id. */
  readonly bodies: Map<string, string>;
  /** How many messages at receivers have been looked at; they never change. */
  received: number;
  problem: string | undefined;
  wrongState: string | undefined;
}

export const news: Projection<News> = {
  start: () => ({
    intents: new Map(),
    payouts: new Map(),
    sent: new Map(),
    bodies: new Map(),
    received: 0,
    problem: undefined,
    wrongState: undefined,
  }),
  onCommit(value, changeSet, observed) {
    const { tenant } = changeSet;
    const happened = [...paymentsIn(value, changeSet), ...payoutsIn(value, changeSet)];
    const expected = happened.filter(({ event }) => isSubscribed(observed, tenant, event));
    const made = messagesIn(value, changeSet);
    const texts = (all: readonly { readonly event: string; readonly about: string }[]) =>
      all.map(({ event, about }) => `${event} of ${about}`).toSorted();
    if (texts(made).join() !== texts(expected).join()) {
      value.problem ??= `a commit sends ${texts(made).join(", ") || "nothing"}; its events are ${texts(expected).join(", ") || "none"}`;
    }
    for (const happening of expected) {
      value.sent.set(happening.name, [...(value.sent.get(happening.name) ?? []), happening]);
      const body = made.find(({ event, about }) => event === happening.event && about === happening.about)?.body;
      if (body != null) value.wrongState ??= stateProblem(happening, body);
    }
    if (expected.length > 0) observed.coverage.count("payment and payout events");
  },
};

/** The messages with a body of their own that a commit creates. */
function messagesIn({ bodies }: News, changeSet: ChangeSet) {
  return writesOf(deliveryRecord, changeSet).flatMap(({ id, body: message }) => {
    if (message?.body == null || bodies.has(id)) return [];
    bodies.set(id, message.body);
    return [message];
  });
}

function isSubscribed(observed: Observed, tenant: TenantId, event: string): boolean {
  const merchant = observed.of(merchants).get(tenant, "self");
  return merchant?.contracts.webhook === true && merchant.webhookEvents.includes(event);
}

const bodySchema = z.record(z.string(), z.unknown());

function stateProblem({ event, about, shown }: Happening, body: string): string | undefined {
  const said = bodySchema.parse(JSON.parse(body));
  const other = Object.entries(shown).find(([name, value]) => JSON.stringify(said[name]) !== JSON.stringify(value));
  return (
    other && `${event} of ${about} says ${other[0]} ${JSON.stringify(said[other[0]])}, not ${JSON.stringify(other[1])}`
  );
}

const paymentEvents: Readonly<Partial<Record<Intent["status"], string>>> = {
  DONE: "payment.done",
  ABORTED: "payment.aborted",
  EXPIRED: "payment.expired",
  PARTIAL_CANCELED: "payment.canceled",
  CANCELED: "payment.canceled",
};

function paymentsIn({ intents }: News, changeSet: ChangeSet): readonly Happening[] {
  return writesOf(intentRecord, changeSet).flatMap(({ id, name, body: after }) => {
    if (after === null) return [];
    const before = intents.get(name);
    intents.set(name, after);
    const event = paymentEvents[after.status];
    const isNew =
      after.status !== before?.status ||
      after.canceledAmount !== before.canceledAmount ||
      after.excessAmount !== before.excessAmount;
    const shown = { ...shownPayment(after), status: after.status };
    return event !== undefined && isNew ? [{ event, name, about: id, shown }] : [];
  });
}

function payoutsIn({ payouts }: News, changeSet: ChangeSet): readonly Happening[] {
  return writesOf(payoutRecord, changeSet).flatMap(({ id, name, body: after }) => {
    if (after === null) return [];
    const before = payouts.get(name);
    payouts.set(name, after);
    const event = payoutEvent(before, after);
    const { status, reconciliationRequired, amount } = shownPayout(after);
    return event === undefined ? [] : [{ event, name, about: id, shown: { status, reconciliationRequired, amount } }];
  });
}

function payoutEvent(before: Payout | undefined, after: Payout): string | undefined {
  if (after.returnedAt !== null && before?.returnedAt === null) return "payout.returned";
  if (after.status === before?.status) return undefined;
  if (after.status === "COMPLETED") return "payout.completed";
  return after.status === "FAILED" || after.status === "CANCELED" ? "payout.failed" : undefined;
}

/** A receiver that sorts messages by their sequence numbers sees the events in their order. */
const orderRestored: Invariant = {
  name: "sequence numbers restore the order",
  always(observed) {
    const value = observed.of(news);
    const all = observed.providers.receivers.records();
    const fresh = all.slice(value.received);
    value.received = all.length;
    return firstProblem(fresh, ({ tenant, id, body }) => {
      const received = readWebhookEvent(id, JSON.parse(body));
      if (received === undefined) return `a receiver was sent ${id}, which has no event`;
      if (!("sequence" in received)) return undefined;
      const about = "payment" in received ? received.payment.intentKey : received.payout.id;
      const happening = value.sent.get(`${tenant} ${about}`)?.[received.sequence - 1];
      if (happening?.event !== received.event) {
        return `the ${received.sequence}. message about ${about} is ${received.event}; it was ${happening?.event ?? "none"}`;
      }
      return stateProblem(happening, body);
    });
  },
};

const stateExisted: Invariant = {
  name: "a webhook shows a state that existed",
  always: (observed) => observed.of(news).wrongState,
};

export const part: Part = {
  projections: [news],
  invariants: [noProblemIn("each event is sent once", news), stateExisted, orderRestored],
  leastPerThousand: { "payment and payout events": 300 },
};

/** The events that a subscription may name. */
export const subscribable = webhookEvents.filter(({ bySubscription }) => bySubscription).map(({ name }) => name);
