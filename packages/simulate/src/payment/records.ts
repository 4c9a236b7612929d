import { type Intent, intentRecord, intentStates, orderRecord, idempotencyRecord } from "@wonflow/core/internal";
import {
  observeRecords,
  type Committed,
  type ObservedRecords,
  writesOf,
  writtenIn,
  createStands,
  type Stand,
  type Stands,
} from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import type { TenantId } from "@wonflow/core";
import { attempts } from "../attempt/records.ts";
import type { Arrival, Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";

export const intents = observeRecords(intentRecord, {
  subject: (id) => id,
  machine: {
    states: intentStates,
    // A charge of stored cards has no session, and begins with its approvals.
    initial: ({ sessionId }) => (sessionId === null ? "IN_PROGRESS" : "READY"),
    statusOf: ({ status }) => status,
    // An authenticated payment becomes EXPIRED by its time or by its buyer, who also ends its link.
    eventOf: ({ from, event }, moves) =>
      from === "IN_PROGRESS" && event === "expire" && moves.some((other) => other.event === "give-up")
        ? "give-up"
        : undefined,
    repeated: (before, after) => before.canceledAmount !== after.canceledAmount,
  },
  unfinished({ tenant, intentKey, status, openAttempt }, observed) {
    if (openAttempt !== null) return `payment ${intentKey} still names ${openAttempt} as under way`;
    if (status !== "READY" && status !== "IN_PROGRESS") return undefined;
    // A buyer who is in the gateway's window may come back until its end.
    const opening = [...observed.of(attempts).values()].find(
      (each) =>
        each.kind === "authentication" &&
        each.tenant === tenant &&
        each.intentKey === intentKey &&
        (each.status === "OPEN" || each.status === "UNKNOWN"),
    );
    const until = status === "READY" && opening?.kind === "authentication" ? opening.endsAt : undefined;
    return { what: `payment ${intentKey} is still ${status}`, until };
  },
});

export const orders = observeRecords(orderRecord);

/** Computed independently of core, in whole won: rates have four decimals at most. */
export function sharesOf(amount: number, feeRate: string) {
  const [whole = "0", decimals = ""] = feeRate.split(".");
  const rate = BigInt(whole) * 10_000n + BigInt(decimals.padEnd(4, "0"));
  const fee = Number((BigInt(amount) * rate) / 1_000_000n);
  const vat = Math.floor((fee + 5) / 10);
  return { fee, vat, net: amount - fee - vat };
}

export type ApprovedMethod = ReturnType<typeof approvedMethods>[number];

export function approvedMethods({ approvalKey, methods, canceledAmount }: Intent) {
  if (approvalKey === null) return [];
  return methods.map((method, index) => ({
    approvalKey: index === 0 ? approvalKey : `${approvalKey}-${index + 1}`,
    authentication: method.authentication,
    cardToken: method.authentication?.reference ?? method.cardToken,
    billkey: method.billkey,
    tokenKey: method.tokenKey,
    amount: method.amount,
    // A payment with one method was refunded to that method.
    canceledAmount: methods.length === 1 ? canceledAmount : method.canceledAmount,
  }));
}

interface Moment {
  readonly at: number;
  readonly commits: number;
  /** Whether the request's idempotency key was in use. */
  readonly isRepeat: boolean;
}

interface AttemptTimes {
  readonly opened: number;
  /** Infinity before its outcome is known. */
  concluded: number;
}

interface PaymentHistory {
  commits: number;
  readonly orders: Stands<string>;
  readonly attempts: Map<string, AttemptTimes>;
  readonly usedKeys: Set<string>;
  readonly arrivals: WeakMap<Arrival, Moment>;
}

const paymentHistory: Projection<PaymentHistory> = {
  start: () => ({
    commits: 0,
    orders: createStands(),
    attempts: new Map(),
    usedKeys: new Set(),
    arrivals: new WeakMap(),
  }),
  onCommit(history, changeSet, observed) {
    history.commits += 1;
    const moment = { now: observed.now, commits: history.commits };
    for (const { name, record } of writtenIn(orders, changeSet, observed)) {
      history.orders.enter(name, record.intentKey, moment);
    }
    for (const { name, record } of writtenIn(attempts, changeSet, observed)) enterAttempt(history, name, record.status);
    for (const { name, body } of writesOf(idempotencyRecord, changeSet)) {
      history.usedKeys[body === null ? "delete" : "add"](name);
    }
  },
  onArrival({ arrivals, commits, usedKeys }, arrival, { now }) {
    const isRepeat = usedKeys.has(`${arrival.tenant} ${arrival.request.idempotencyKey ?? ""}`);
    arrivals.set(arrival, { at: now, commits, isRepeat });
  },
};

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

const intentStands = standsOfKind(intents);

export function standsOf(observed: Observed, arrival: Arrival, intentKey: string): readonly Stand<Committed<Intent>>[] {
  return meanwhile(observed.of(intentStands).of(`${arrival.tenant} ${intentKey}`), arrival, observed);
}

export function isRepeat(observed: Observed, arrival: Arrival): boolean {
  return arrivedAt(observed, arrival).isRepeat;
}

export function namedByOrder(observed: Observed, arrival: Arrival, orderId: string): readonly string[] {
  const all = observed.of(paymentHistory).orders.of(`${arrival.tenant} ${orderId}`);
  return during(all, arrival, observed).map(({ record }) => record);
}

export function attemptTimes(observed: Observed, tenant: TenantId, key: string): Readonly<AttemptTimes> | undefined {
  return observed.of(paymentHistory).attempts.get(`${tenant} ${key}`);
}

/** The versions that existed while the request was in progress. */
export function during<Value>(
  stands: readonly Stand<Value>[],
  arrival: Arrival,
  observed: Observed,
): readonly Stand<Value>[] {
  const { commits } = arrivedAt(observed, arrival);
  return stands.filter(({ replaced }) => replaced > commits);
}

/** The same; of a repeat all versions, as its answer may be an old one. */
export function meanwhile<Value>(
  stands: readonly Stand<Value>[],
  arrival: Arrival,
  observed: Observed,
): readonly Stand<Value>[] {
  return isRepeat(observed, arrival) ? stands : during(stands, arrival, observed);
}

/** Whether it existed when the request arrived. */
export function wasThere(stands: readonly Stand<unknown>[], arrival: Arrival, observed: Observed): boolean {
  return (stands[0]?.entered ?? Infinity) <= arrivedAt(observed, arrival).commits;
}

export const part: Part = { records: [intents, orders], projections: [paymentHistory, intentStands] };
