import { readWebhookEvent, webhookEvents, type ChangeSet, type TenantId } from "@wonflow/core";
import { deliveryRecord, type Intent, intentRecord, type Payout, payoutRecord } from "@wonflow/core/records";
import { z } from "zod";
import { merchants } from "../merchant/invariants.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { shownOf as shownPayment } from "../payment/answers.ts";
import { shownOf as shownPayout } from "../payout/history.ts";

/** The events of a payment or payout, said a second time, apart from core. */
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
  /** The events that each payment's or payout's merchant was to be told, in their order. */
  readonly told: Map<string, Happening[]>;
  /** The bodies that messages were made with, by webhook-id. */
  readonly bodies: Map<string, string>;
  problem: string | undefined;
  wrongState: string | undefined;
}

export const news: Projection<News> = {
  start: () => ({
    intents: new Map(),
    payouts: new Map(),
    told: new Map(),
    bodies: new Map(),
    problem: undefined,
    wrongState: undefined,
  }),
  onCommit(value, changeSet, observed) {
    const { tenant } = changeSet;
    const happened = [...paymentsIn(value, changeSet), ...payoutsIn(value, changeSet)];
    const expected = happened.filter(({ event }) => isTold(observed, tenant, event));
    const made = messagesIn(value, changeSet);
    const texts = (all: readonly { readonly event: string; readonly about: string }[]) =>
      all.map(({ event, about }) => `${event} of ${about}`).toSorted();
    if (texts(made).join() !== texts(expected).join()) {
      value.problem ??= `a commit tells of ${texts(made).join(", ") || "nothing"}; it made ${texts(expected).join(", ") || "nothing"} that is told`;
    }
    for (const happening of expected) {
      value.told.set(happening.name, [...(value.told.get(happening.name) ?? []), happening]);
      const body = made.find(({ event, about }) => event === happening.event && about === happening.about)?.body;
      if (body != null) value.wrongState ??= stateProblem(happening, body);
    }
    if (expected.length > 0) observed.coverage.count("payments and payouts told of");
  },
};

/** Messages with a body of their own that a commit makes. */
function messagesIn({ bodies }: News, changeSet: ChangeSet) {
  return writesOf(deliveryRecord, changeSet).flatMap(({ id, body: message }) => {
    if (message?.body == null || bodies.has(id)) return [];
    bodies.set(id, message.body);
    return [message];
  });
}

function isTold(observed: Observed, tenant: TenantId, event: string): boolean {
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

/** A receiver that orders messages by their numbers learns what happened, in its order. */
const orderRestored: Invariant = {
  name: "a sequence puts what is heard in order",
  always(observed) {
    const { told } = observed.of(news);
    return firstProblem(observed.providers.receivers.records(), ({ tenant, id, body }) => {
      const heard = readWebhookEvent(id, JSON.parse(body));
      if (heard === undefined) return `a receiver heard ${id}, which names no event`;
      if (!("sequence" in heard)) return undefined;
      const about = "payment" in heard ? heard.payment.intentKey : heard.payout.id;
      const happening = told.get(`${tenant} ${about}`)?.[heard.sequence - 1];
      if (happening?.event !== heard.event) {
        return `the ${heard.sequence}. message about ${about} is ${heard.event}; it was ${happening?.event ?? "none"}`;
      }
      return stateProblem(happening, body);
    });
  },
};

const stateTold: Invariant = {
  name: "a webhook tells of a state that was",
  always: (observed) => observed.of(news).wrongState,
};

export const part: Part = {
  projections: [news],
  invariants: [noProblemIn("each event is told once", news), stateTold, orderRestored],
  leastPerThousand: { "payments and payouts told of": 300 },
};

/** The events that a subscription may name. */
export const subscribable = webhookEvents.filter(({ bySubscription }) => bySubscription).map(({ name }) => name);
