import { type Delivery, deliveryRecord, deliveryStates, endpointRecord } from "@wonflow/core/internal";
import { observeRecords, writesOf } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import type { TenantId } from "@wonflow/core";
import type { Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";

function ended({ log }: Delivery): number {
  return log.filter(({ ms }) => ms !== null).length;
}

export const deliveries = observeRecords(deliveryRecord, {
  subject: (id) => id,
  machine: {
    states: deliveryStates,
    initial: "PENDING",
    statusOf: ({ status }) => status,
    repeated(before, after) {
      if (before.status !== "PENDING") return false;
      if (after.triesLeft > before.triesLeft) return "resend";
      return ended(after) > ended(before) ? "fail" : false;
    },
  },
  unfinished: ({ id, status, nextTryAt }) =>
    status === "PENDING" ? { what: `webhook ${id} is still PENDING`, until: nextTryAt ?? undefined } : undefined,
});

interface GivenSecret {
  readonly secret: string;
  readonly since: number;
  readonly formerUntil: number;
}

interface Endpoints {
  readonly secrets: Map<TenantId, GivenSecret[]>;
  /** Undefined if it was removed. */
  readonly urls: Map<TenantId, { readonly url: string | undefined; readonly since: number }[]>;
}

/** Times are in milliseconds since 1970. */
const endpoints: Projection<Endpoints> = {
  start: () => ({ secrets: new Map(), urls: new Map() }),
  onCommit({ urls }, changeSet, { now }) {
    const { tenant } = changeSet;
    for (const { body } of writesOf(endpointRecord, changeSet)) {
      urls.set(tenant, [...(urls.get(tenant) ?? []), { url: body?.url, since: now }]);
    }
  },
  onEvent({ secrets }, event, { now }) {
    if (event.kind !== "secret") return;
    const { tenant, secret, formerUntil } = event;
    secrets.set(tenant, [...(secrets.get(tenant) ?? []), { secret, since: now, formerUntil }]);
  },
};

export function hadAddress(observed: Observed, tenant: TenantId, asked: { url: string; since: number }): boolean {
  const all = observed.of(endpoints).urls.get(tenant) ?? [];
  return all.some(({ url }, index) => url === asked.url && (all[index + 1]?.since ?? Infinity) >= asked.since);
}

/** The present secret signs, and each former one until its own time, the newest first. */
export function areItsSecrets(
  observed: Observed,
  tenant: TenantId,
  { secrets, since }: { readonly secrets: readonly string[]; readonly since: number },
): boolean {
  const all = observed.of(endpoints).secrets.get(tenant) ?? [];
  const [present, ...former] = secrets;
  const index = all.findIndex(({ secret }) => secret === present);
  if (index < 0 || (all[index + 1]?.since ?? Infinity) < since) return false;
  const given = all.slice(0, index + 1).toReversed();
  // A rotation without an overlap has ended all former secrets.
  const ended = given.findIndex((each) => each.formerUntil <= each.since);
  const earlier = given.slice(1, ended === -1 ? undefined : ended + 1);
  const until = new Map(earlier.map(({ secret }, place) => [secret, given[place]?.formerUntil ?? 0]));
  const possible = earlier.filter(({ secret }) => (until.get(secret) ?? 0) > since).map(({ secret }) => secret);
  const needed = possible.filter((secret) => (until.get(secret) ?? 0) > observed.now);
  const isInOrder = former.join() === possible.filter((secret) => former.includes(secret)).join();
  return isInOrder && former.length <= 4 && needed.every((secret) => former.includes(secret));
}

export const part: Part = { records: [deliveries], projections: [endpoints] };
