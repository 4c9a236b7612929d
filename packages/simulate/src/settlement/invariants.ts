import { type Intent, settlementScheduleRecord, settlementRecord } from "@wonflow/core/internal";
import { paymentAttempt, attempts } from "../attempt/records.ts";
import { firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import { type Committed, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents, sharesOf, attemptTimes, commitsSoFar } from "../payment/records.ts";
import { earnings, settledLine, settledLines, paymentOfEarning, settlementsIn } from "./records.ts";
import type { TenantId } from "@wonflow/core";
import { dayAt, everyCalendar, startOf, workingDayFrom, workingDaysAfter } from "../calendar/calendar.ts";

const settledOnce: Invariant = {
  name: "settled once",
  always: (observed) =>
    observed.of(settledLines).twice ??
    firstProblem(observed.of(earnings).values(), ({ tenant, id, settlementId }) =>
      settlementId === (settledLine(observed, tenant, id)?.settlementId ?? null)
        ? undefined
        : `earning ${id} is settled by ${settlementId}, which has no line of it`,
    ),
};

/** Once a payment is settled, each of its cancellations is an earning of its own, below zero. */
const earnedIsWhatRemains: Invariant = {
  name: "a payment earns what remains of it",
  always: (observed) => firstProblem(observed.of(intents).values(), (intent) => problemOf(intent, observed)),
};

function problemOf(intent: Committed<Intent>, observed: Observed): string | undefined {
  const { tenant, intentKey, approvedAt, feeRate, totalAmount, canceledAmount } = intent;
  const earned = observed.of(earnings).get(tenant, intentKey);
  if (approvedAt === null || feeRate === null) {
    return earned && `payment ${intentKey} is not approved, and has earned ${earned.transactionAmount} won`;
  }
  const remaining = totalAmount - canceledAmount;
  const atSettlement = settledLine(observed, tenant, intentKey)?.transactionAmount ?? remaining;
  const expected = { transactionAmount: atSettlement, ...sharesOf(atSettlement, feeRate) };
  const problem = differenceOf(`payment ${intentKey}`, earned, expected);
  if (problem !== undefined) return problem;
  const sum = { transactionAmount: 0, fee: 0, vat: 0, net: 0 };
  let excess = 0;
  for (let number = 1; number <= intent.cancellations; number += 1) {
    const beyond = observed.of(earnings).get(tenant, `${intentKey}.${number}.excess`);
    const withoutFee = { transactionAmount: beyond?.net ?? 0, fee: 0, vat: 0, net: beyond?.net ?? 0 };
    const wrong =
      beyond && differenceOf(`the excess of cancellation ${number} of payment ${intentKey}`, beyond, withoutFee);
    if (wrong !== undefined) return wrong;
    excess -= withoutFee.net;
    const returned = observed.of(earnings).get(tenant, `${intentKey}.${number}`);
    if (returned === undefined) continue;
    const canceled = paymentAttempt(observed, tenant, `cancellation-${intentKey}-${number}`);
    const { status } = canceled ?? {};
    const amount = canceled?.kind === "cancellation" ? canceled.amount - canceled.excessAmount : 0;
    const isDone = status === "DONE" || (canceled?.kind === "cancellation" && canceled.canceledAt !== null);
    if (!isDone || returned.transactionAmount !== -amount) {
      return `earning ${returned.id} is of ${returned.transactionAmount} won; its cancellation of ${amount} is ${status}`;
    }
    for (const of of shares) sum[of] += returned[of];
  }
  if (excess !== intent.excessAmount) {
    return `payment ${intentKey}: ${excess} won are deducted as excess; chargebacks took ${intent.excessAmount} too much`;
  }
  for (const of of shares) sum[of] += expected[of];
  const now = { transactionAmount: remaining, ...sharesOf(remaining, feeRate) };
  return differenceOf(`payment ${intentKey} with its cancellations after the settlement`, sum, now);
}

const shares = ["transactionAmount", "fee", "vat", "net"] as const;

type Earned = Readonly<Record<(typeof shares)[number], number>>;

function differenceOf(what: string, earned: Earned | undefined, expected: Earned): string | undefined {
  if (earned === undefined) return `${what}: nothing is earned`;
  const wrong = shares.find((each) => earned[each] !== expected[each]);
  return wrong && `${what}: ${wrong} is ${earned[wrong]} won; by what remains it should be ${expected[wrong]}`;
}

interface DueDays {
  readonly unsettled: Map<string, { readonly tenant: TenantId; readonly madeAt: number; readonly dueDay: string }>;
  /** When the oldest run that may still settle for a merchant began. */
  readonly runsSince: Map<TenantId, number>;
  wrong: string | undefined;
  leftOut: string | undefined;
}

const dueDays: Projection<DueDays> = {
  start: () => ({ unsettled: new Map(), runsSince: new Map(), wrong: undefined, leftOut: undefined }),
  onEvent({ runsSince }, event, { now }) {
    if (event.kind !== "claimed") return;
    for (const { tenant, key } of event.records) {
      if (key.kind === settlementScheduleRecord.name && !runsSince.has(tenant)) runsSince.set(tenant, now);
    }
  },
  onCommit(value, changeSet, observed) {
    const { tenant, writes } = changeSet;
    for (const { settlementId, settledAt, lines } of settlementsIn(changeSet)) {
      const day = dayAt(settledAt);
      const early = lines.find(({ earning }) => (value.unsettled.get(`${tenant} ${earning}`)?.dueDay ?? day) > day);
      if (early !== undefined) value.wrong ??= `${early.earning} is settled on ${day}, before its day`;
      const began = value.runsSince.get(tenant) ?? observed.now;
      const mayWork = everyCalendar(observed, began).some((isClosed) => !isClosed(day));
      if (!mayWork) value.wrong ??= `${settlementId} is of ${day}, a closed day`;
    }
    for (const { key } of writes) {
      if (key.kind === earnings.kind) enterEarning(value, { tenant, id: key.id }, observed);
    }
    for (const { key, dueAt } of writes) {
      if (key.kind !== settlementScheduleRecord.name || dueAt === null) continue;
      value.leftOut ??= leftOutUntil(value, { tenant, dueAt }, observed);
      value.runsSince.delete(tenant);
    }
  },
};

function enterEarning(
  value: DueDays,
  { tenant, id }: { readonly tenant: TenantId; readonly id: string },
  observed: Observed,
): void {
  const name = `${tenant} ${id}`;
  const earning = observed.of(earnings).get(tenant, id);
  const { dueDay = null } = earning ?? {};
  if (earning === undefined || dueDay === null || earning.settlementId !== null || earning.transactionAmount === 0) {
    value.unsettled.delete(name);
    return;
  }
  const madeAt = value.unsettled.get(name)?.madeAt ?? observed.now;
  value.unsettled.set(name, { tenant, madeAt, dueDay });
  const intent = observed.of(intents).get(tenant, paymentOfEarning(id));
  const isPayment = id === intent?.intentKey;
  const from = dayAt(isPayment ? (intent.approvedAt ?? 0) : earning.earnedAt);
  const days = isPayment ? intent.settlementDays : 1;
  const possible = everyCalendar(observed).map((isClosed) => workingDaysAfter(isClosed, from, days));
  if (possible.includes(dueDay)) return;
  value.wrong ??= `${id} of ${from} is due on ${dueDay}; ${days} business days later is ${possible.join(" or ")}`;
}

function leftOutUntil(
  { unsettled, runsSince }: DueDays,
  { tenant, dueAt }: { readonly tenant: TenantId; readonly dueAt: number },
  observed: Observed,
): string | undefined {
  if (dueAt <= observed.now) return undefined;
  const began = runsSince.get(tenant) ?? 0;
  for (const [name, { tenant: own, madeAt, dueDay }] of unsettled) {
    if (own !== tenant || madeAt >= began) continue;
    // The last day checked is the day before the next run; overdue earnings were due again on it.
    const lookedAt = dayAt(dueAt - 1);
    const from = dueDay > lookedAt ? dueDay : lookedAt;
    const days = everyCalendar(observed).map((isClosed) => startOf(workingDayFrom(isClosed, from)));
    if (Math.max(...days) < dueAt) return `${name} is due on ${dueDay}, and no settlement runs before ${dayAt(dueAt)}`;
  }
  return undefined;
}

function cancellationName(amount: "a part" | "the rest", when: "before" | "over" | "after"): string {
  return `cancellation of ${amount} ${when} the settlement`;
}

const metName = "settlement conflicted with a change of its earning";

/** About a third of what a thousand seeds reach. */
const leastPerThousand: Readonly<Record<string, number>> = {
  [cancellationName("a part", "before")]: 130,
  [cancellationName("a part", "over")]: 12,
  [cancellationName("a part", "after")]: 44,
  [cancellationName("the rest", "before")]: 50,
  [cancellationName("the rest", "over")]: 6,
  [cancellationName("the rest", "after")]: 20,
  [metName]: 1,
  "earning UNSETTLED reduce": 200,
  "earning UNSETTLED settle": 190,
};

interface Cancellations {
  readonly settledBy: Map<string, number>;
  readonly counted: Set<string>;
}

/** `over`: started before the settlement and concluded after it. */
const cancellations: Projection<Cancellations> = {
  start: () => ({ settledBy: new Map(), counted: new Set() }),
  onCommit({ settledBy, counted }, changeSet, observed) {
    const { tenant } = changeSet;
    const commits = commitsSoFar(observed);
    for (const { lines } of settlementsIn(changeSet)) {
      for (const { earning } of lines) settledBy.set(`${tenant} ${earning}`, commits);
    }
    for (const { id, name, record: attempt } of writtenIn(attempts, changeSet, observed)) {
      if (attempt.kind !== "cancellation" || attempt.status !== "DONE" || counted.has(name)) continue;
      counted.add(name);
      const { canceledAmount, totalAmount } = observed.of(intents).get(tenant, attempt.intentKey) ?? {};
      const settled = settledBy.get(`${tenant} ${attempt.intentKey}`);
      const opened = attemptTimes(observed, tenant, id)?.opened ?? 0;
      const when = settled === undefined ? "before" : opened < settled ? "over" : "after";
      observed.coverage.count(cancellationName(canceledAmount === totalAmount ? "the rest" : "a part", when));
    }
  },
  onEvent(_, event, { coverage }) {
    if (event.kind !== "conflict") return;
    const settles = event.changeSet.writes.some(({ key }) => key.kind === settlementRecord.name);
    if (settles && event.key.kind === "earning") coverage.count(metName);
  },
};

export const part: Part = {
  invariants: [
    settledOnce,
    { name: "a settlement is what was earned", always: (observed) => observed.of(settledLines).wrong },
    earnedIsWhatRemains,
    { name: "settled on its day", always: (observed) => observed.of(dueDays).wrong },
    { name: "no settlement day is left out", always: (observed) => observed.of(dueDays).leftOut },
  ],
  projections: [dueDays, cancellations],
  leastPerThousand,
};
