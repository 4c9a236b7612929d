import type { ChangeSet, TenantId } from "@wonflow/core";
import { type Delivery, deliveryRecord, type Session, sessionRecord } from "@wonflow/core/internal";
import { noProblemIn, type Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";
import { earnings, paymentOfEarning } from "../settlement/records.ts";

interface Kept {
  readonly identified: Map<string, Session>;
  readonly webhooks: Map<string, Delivery>;
  problem: string | undefined;
}

const kept: Projection<Kept> = {
  start: () => ({ identified: new Map(), webhooks: new Map(), problem: undefined }),
  onCommit(value, changeSet, observed) {
    for (const { name, body } of writesOf(sessionRecord, changeSet)) {
      value.problem ??= enterSession(value, body, { name, changeSet, observed });
    }
    for (const { name, body } of writesOf(deliveryRecord, changeSet)) {
      value.problem ??= enterWebhook(value, body, { name, changeSet, observed });
    }
  },
};

interface Entering {
  readonly name: string;
  readonly changeSet: ChangeSet;
  readonly observed: Observed;
}

function enterSession({ identified }: Kept, session: Session | null, { name, changeSet, observed }: Entering) {
  const before = identified.get(name);
  if (session === null) return `session ${name} is gone`;
  if (session.kyc !== null) identified.set(name, session);
  if (before === undefined || session.kyc !== null) return undefined;
  identified.delete(name);
  return identityProblem(observed, before, changeSet);
}

function identityProblem(observed: Observed, session: Session, { tenant, at }: ChangeSet): string | undefined {
  const { intentKey } = session;
  const intent = observed.of(intents).get(tenant, intentKey);
  if (intent === undefined) return `identity data of ${intentKey} are purged, and no such payment is stored`;
  const { openAttempt, approvedAt, canceledAt } = intent;
  if (openAttempt !== null) return `identity data of ${intentKey} are purged while ${openAttempt} is open`;
  const { paidIdentityLifetimeMs, unpaidIdentityLifetimeMs } = observed.settings;
  const earned = earningsOf(observed, tenant, intentKey);
  const unsettled = earned.find(
    ({ settlementId, transactionAmount }) => settlementId === null && transactionAmount !== 0,
  );
  if (unsettled !== undefined) return `identity data of ${intentKey} are purged before ${unsettled.id} is settled`;
  const isPaid = approvedAt !== null;
  const moments = isPaid ? [approvedAt, ...earned.map(({ settledAt }) => settledAt ?? 0)] : [session.expiresAt];
  const end = Math.max(...moments, canceledAt ?? 0);
  const lifetime = (isPaid ? paidIdentityLifetimeMs : unpaidIdentityLifetimeMs) ?? Infinity;
  observed.coverage.count(
    isPaid ? "identity data of a paid payment purged" : "identity data of an unpaid payment purged",
  );
  return at >= end + lifetime ? undefined : `identity data of ${intentKey} are purged ${at - end} ms after its end`;
}

function earningsOf(observed: Observed, tenant: TenantId, intentKey: string) {
  const all = [...observed.of(earnings).values()];
  return all.filter((earning) => earning.tenant === tenant && paymentOfEarning(earning.id) === intentKey);
}

function enterWebhook({ webhooks }: Kept, webhook: Delivery | null, { name, changeSet, observed }: Entering) {
  const before = webhooks.get(name);
  if (webhook !== null) webhooks.set(name, webhook);
  if (before === undefined || webhook !== null) return undefined;
  webhooks.delete(name);
  const isOver = before.status === "DELIVERED" || (before.status === "EXHAUSTED" && before.body !== null);
  if (!isOver) return `webhook ${before.id} is purged, and it is ${before.status}`;
  const since = changeSet.at - (before.log.at(-1)?.at ?? before.createdAt);
  observed.coverage.count("webhook purged");
  if (since >= (observed.settings.deliveredWebhookLifetimeMs ?? Infinity)) return undefined;
  return `webhook ${before.id} is purged ${since} ms after it was delivered`;
}

export const part: Part = {
  projections: [kept],
  invariants: [noProblemIn("data are purged in time", kept)],
  leastPerThousand: {
    "identity data of a paid payment purged": 3,
    "identity data of an unpaid payment purged": 12,
    "webhook purged": 1,
  },
};
