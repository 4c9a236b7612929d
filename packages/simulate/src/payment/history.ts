import type { TenantId } from "@wonflow/core";
import { idempotencyRecord, type Intent } from "@wonflow/core/records";
import { attempts } from "../attempt/records.ts";
import type { Arrival, Projection } from "../observation/invariant.ts";
import { type Committed, type ObservedRecords, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import { createStands, type Stand, type Stands } from "../observation/stands.ts";
import type { Part } from "../part.ts";
import { intents, orders } from "./records.ts";

type IntentRecord = Committed<Intent>;

interface Moment {
  readonly at: number;
  readonly commits: number;
  /** Whether something stood under the request's idempotency key. */
  readonly isRepeat: boolean;
}

interface AttemptTimes {
  readonly opened: number;
  /** Infinity before its outcome is known. */
  concluded: number;
}

interface PaymentHistory {
  commits: number;
  readonly payments: Stands<IntentRecord>;
  readonly orders: Stands<string>;
  readonly attempts: Map<string, AttemptTimes>;
  readonly usedKeys: Set<string>;
  readonly arrivals: WeakMap<Arrival, Moment>;
}

const paymentHistory: Projection<PaymentHistory> = {
  start: () => ({
    commits: 0,
    payments: createStands(),
    orders: createStands(),
    attempts: new Map(),
    usedKeys: new Set(),
    arrivals: new WeakMap(),
  }),
  onCommit(history, changeSet, observed) {
    history.commits += 1;
    const moment = { now: observed.now, commits: history.commits };
    for (const { name, record } of writtenIn(intents, changeSet, observed))
      history.payments.enter(name, record, moment);
    for (const { name, record } of writtenIn(orders, changeSet, observed)) {
      history.orders.enter(name, record.intentKey, moment);
    }
    for (const { name, record } of writtenIn(attempts, changeSet, observed)) enterAttempt(history, name, record.status);
    for (const { key, body } of changeSet.writes) {
      if (key.kind !== idempotencyRecord.name) continue;
      history.usedKeys[body === null ? "delete" : "add"](nameOf(changeSet.tenant, key.id));
    }
  },
  onArrival({ arrivals, commits, usedKeys }, arrival, { now }) {
    const isRepeat = usedKeys.has(nameOf(arrival.tenant, arrival.request.idempotencyKey ?? ""));
    arrivals.set(arrival, { at: now, commits, isRepeat });
  },
};

function nameOf(tenant: TenantId, id: string): string {
  return `${tenant} ${id}`;
}

function enterAttempt({ attempts: all, commits }: PaymentHistory, name: string, status: string): void {
  const times = all.get(name) ?? { opened: commits, concluded: Infinity };
  if (status === "DONE" || status === "REFUSED") times.concluded = Math.min(times.concluded, commits);
  all.set(name, times);
}

export function standsOfKind<Body>(kind: ObservedRecords<Body>): Projection<Stands<Committed<Body>>> {
  return {
    start: createStands,
    onCommit(stands, changeSet, observed) {
      const moment = { now: observed.now, commits: commitsSoFar(observed) };
      for (const { name, record } of writtenIn(kind, changeSet, observed)) stands.enter(name, record, moment);
    },
  };
}

export function commitsSoFar(observed: Observed): number {
  return observed.of(paymentHistory).commits;
}

export function arrivedAt(observed: Observed, arrival: Arrival): Moment {
  return observed.of(paymentHistory).arrivals.get(arrival) ?? { at: 0, commits: 0, isRepeat: false };
}

/** Ever, where its idempotency key was remembered before: then its answer may be an old one. */
export function standsOf(observed: Observed, arrival: Arrival, intentKey: string): readonly Stand<IntentRecord>[] {
  const all = observed.of(paymentHistory).payments.of(nameOf(arrival.tenant, intentKey));
  if (isRepeat(observed, arrival)) return all;
  const { commits } = arrivedAt(observed, arrival);
  return all.filter(({ replaced }) => replaced > commits);
}

export function isRepeat(observed: Observed, arrival: Arrival): boolean {
  return arrivedAt(observed, arrival).isRepeat;
}

export function namedByOrder(observed: Observed, arrival: Arrival, orderId: string): readonly string[] {
  const { commits } = arrivedAt(observed, arrival);
  const all = observed.of(paymentHistory).orders.of(nameOf(arrival.tenant, orderId));
  return all.filter(({ replaced }) => replaced > commits).map(({ record }) => record);
}

export function attemptTimes(observed: Observed, tenant: TenantId, key: string): Readonly<AttemptTimes> | undefined {
  return observed.of(paymentHistory).attempts.get(nameOf(tenant, key));
}

export function meanwhile<Value>(
  stands: readonly Stand<Value>[],
  arrival: Arrival,
  observed: Observed,
): readonly Stand<Value>[] {
  if (isRepeat(observed, arrival)) return stands;
  const { commits } = arrivedAt(observed, arrival);
  return stands.filter(({ replaced }) => replaced > commits);
}

export const part: Part = { projections: [paymentHistory] };
