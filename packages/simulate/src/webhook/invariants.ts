import type { TenantId, WebhookMessage } from "@wonflow/core";
import { merchants } from "../merchant/invariants.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import {
  createNotifications,
  enterStored,
  enterNotification,
  requireNotification,
  type Notifications,
  notificationProblem,
} from "../observation/notifications.ts";
import type { Part } from "../part.ts";
import { shownOf } from "../settlement/answers.ts";
import { settlements, settlementsIn } from "../settlement/records.ts";
import { areItsSecrets, hadAddress, deliveries } from "./records.ts";
import { news } from "./news.ts";

interface Deliveries {
  readonly tenants: Map<string, TenantId>;
  readonly sent: Map<string, number>;
  problem: string | undefined;
}

const made: Projection<Deliveries> = {
  start: () => ({ tenants: new Map(), sent: new Map(), problem: undefined }),
  onCommit(value, changeSet, observed) {
    const { tenant } = changeSet;
    const written = writtenIn(deliveries, changeSet, observed).map(({ record }) => record);
    const fresh = written.filter(({ id }) => !value.tenants.has(id));
    for (const { id } of fresh) value.tenants.set(id, tenant);
    const about = fresh.filter(({ body }) => body === null).map((each) => each.about);
    const hasWebhooks = observed.of(merchants).get(tenant, "self")?.contracts.webhook === true;
    const expected = hasWebhooks ? settlementsIn(changeSet).map(({ settlementId }) => settlementId) : [];
    if (about.join() === expected.join()) return;
    value.problem ??= `a commit creates webhooks of ${about.join() || "nothing"}; its settlements with a webhook are ${expected.join() || "none"}`;
  },
  onEvent({ sent }, event) {
    if (event.kind === "sent") sent.set(event.message.id, (sent.get(event.message.id) ?? 0) + 1);
  },
};

const sentAsCommitted: Invariant = {
  name: "a webhook is sent as committed",
  ofEvent: (event, observed) => (event.kind === "sent" ? sendProblem(event.message, observed) : undefined),
};

const leaveWithinMs = 30_000;

function sendProblem({ id, event, url, body, secrets }: WebhookMessage, observed: Observed): string | undefined {
  const { tenants, sent } = observed.of(made);
  const tenant = tenants.get(id);
  const delivery = tenant && observed.of(deliveries).get(tenant, id);
  if (tenant === undefined || delivery === undefined) return `webhook ${id} is sent, and no such delivery is stored`;
  if (event !== delivery.event || !id.startsWith(`msg_${event.replace(".", "-")}_`)) {
    return `webhook ${id} is sent as ${event}; it is of ${delivery.event}`;
  }
  const wrong = bodyProblem({ id, body, about: delivery.about, tenant }, observed);
  if (wrong !== undefined) return wrong;
  const times = (sent.get(id) ?? 0) + 1;
  if (times > delivery.tries) return `webhook ${id} is sent ${times} times, with ${delivery.tries} tries`;
  const since = delivery.log.at(-1)?.at ?? 0;
  if (observed.now - since > leaveWithinMs) return `webhook ${id} leaves at ${observed.now}; its try began at ${since}`;
  if (!hadAddress(observed, tenant, { url, since })) return `webhook ${id} goes to ${url}, which is not its endpoint`;
  return areItsSecrets(observed, tenant, { secrets, since })
    ? undefined
    : `webhook ${id} is signed with ${secrets.join()}, which are not the secrets of its endpoint`;
}

interface Sent {
  readonly id: string;
  readonly body: string;
  readonly about: string;
  readonly tenant: TenantId;
}

/** A message about a payment or payout is sent as it was made, one about a settlement as the settlement is. */
function bodyProblem({ id, body, about, tenant }: Sent, observed: Observed): string | undefined {
  const frozen = observed.of(news).bodies.get(id);
  const settlement = observed.of(settlements).get(tenant, about);
  const right = frozen ?? (settlement && JSON.stringify(shownOf(settlement)));
  return body === right ? undefined : `webhook ${id} says ${body}; ${about} is ${right ?? "none"}`;
}

function received(observed: Observed, id: string) {
  return observed.providers.receivers.records().filter((message) => message.id === id);
}

const deliveredIsTaken: Invariant = {
  name: "webhooks follow their receivers",
  ofMove({ machine, tenant, id, event, to }, observed) {
    if (machine !== deliveries.kind) return undefined;
    const statuses = received(observed, id).map(({ answered = 0 }) => answered);
    if (event === "accept" && !statuses.some((status) => status >= 200 && status < 300)) {
      return `webhook ${id} is DELIVERED; its receiver answered ${statuses.join() || "nothing"}`;
    }
    const { triesLeft = 0, tries = 0 } = observed.of(deliveries).get(tenant, id) ?? {};
    const isExhausted = triesLeft === 0 || statuses.includes(410);
    if (to === "EXHAUSTED" && !isExhausted) return `webhook ${id} is exhausted after ${tries} tries`;
    return undefined;
  },
  /** An exhausted webhook stays listed, so that the operator can send it again. */
  async atEnd(observed) {
    const lists = new Map<TenantId, ReadonlyMap<string, unknown>>();
    for (const tenant of new Set(observed.of(made).tenants.values())) {
      const request = { list: "webhookDeliveries", limit: 1000, order: "ascending" } as const;
      const listed = await observed.store.list(tenant, request);
      lists.set(tenant, new Map(listed.map(({ key, body }) => [key.id, body["status"]])));
    }
    return firstProblem(observed.of(deliveries).values(), ({ tenant, id, status }) => {
      const listed = lists.get(tenant)?.get(id);
      return listed === status ? undefined : `webhook ${id} is ${status}, and listed as ${String(listed)}`;
    });
  },
};

interface Exhausted {
  readonly statuses: Map<string, string>;
  readonly notifications: Notifications;
}

const exhausted: Projection<Exhausted> = {
  start: () => ({ statuses: new Map(), notifications: createNotifications() }),
  onCommit({ statuses, notifications }, changeSet, observed) {
    for (const { id, record } of writtenIn(deliveries, changeSet, observed)) {
      if (record.status === "EXHAUSTED" && statuses.get(id) !== "EXHAUSTED")
        requireNotification(notifications, id, changeSet);
      statuses.set(id, record.status);
    }
  },
  onEvent({ notifications }, event) {
    if (event.kind === "stored") enterStored(notifications, event.changeSet);
    if (event.kind === "notice" && event.notice.kind === "webhook-exhausted")
      enterNotification(notifications, event.notice.delivery);
  },
};

const notifiedOfWebhooks: Invariant = {
  name: "the operator is notified of an exhausted webhook",
  always: (observed) => notificationProblem(observed.of(exhausted).notifications, "exhausted"),
};

export const part: Part = {
  projections: [made, exhausted],
  invariants: [
    noProblemIn("one webhook of each settlement", made),
    sentAsCommitted,
    deliveredIsTaken,
    notifiedOfWebhooks,
  ],
  leastPerThousand: {
    "webhookDelivery PENDING accept": 75,
    "webhookDelivery PENDING fail": 600,
    "webhookDelivery PENDING exhaust": 48,
    "webhookDelivery DELIVERED resend": 1,
  },
};
