import type { TenantId } from "@wonflow/core";
import { settlementScheduleRecord } from "@wonflow/core/records";
import { dayAt, everyCalendar, startOf, workingDayFrom, workingDaysAfter } from "../calendar/closed-days.ts";
import type { Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";
import { earnings, paymentOfEarning } from "./records.ts";
import { settlementsIn } from "./settled-lines.ts";

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

export const part: Part = {
  projections: [dueDays],
  invariants: [
    { name: "settled on its day", always: (observed) => observed.of(dueDays).wrong },
    { name: "no settlement day is left out", always: (observed) => observed.of(dueDays).leftOut },
  ],
};
