import type { TenantId } from "@wonflow/core";
import type { Settlement } from "@wonflow/core/internal";
import { dayLater, everyCalendar, startOf, workingDayFrom } from "../calendar/calendar.ts";
import { type Answer, codeOf } from "../client/client.ts";
import type { Arrival, Invariant, Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import { createStands, type Stands } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { arrivedAt, commitsSoFar, during, meanwhile, namedByOrder, intents, sharesOf } from "../payment/records.ts";
import { earnings, paymentOfEarning, settledLine, settlementsIn } from "./records.ts";

type OfPayment = Readonly<Record<string, unknown>> | undefined;

interface SettlementHistory {
  readonly payments: Stands<OfPayment>;
  readonly settlements: Map<TenantId, { readonly shown: Shown; readonly made: number; readonly at: number }[]>;
}

const history: Projection<SettlementHistory> = {
  start: () => ({ payments: createStands(), settlements: new Map() }),
  onCommit(value, changeSet, observed) {
    const { tenant, writes } = changeSet;
    const moment = { now: observed.now, commits: commitsSoFar(observed) };
    for (const settlement of settlementsIn(changeSet)) {
      const own = value.settlements.get(tenant) ?? [];
      own.push({ shown: shownOf(settlement), made: moment.commits, at: settlement.settledAt });
      value.settlements.set(tenant, own);
    }
    const touched = writes.filter(({ key }) => key.kind === intents.kind || key.kind === earnings.kind);
    for (const intentKey of new Set(touched.map(({ key }) => paymentOfEarning(key.id)))) {
      value.payments.enter(`${tenant} ${intentKey}`, ofPayment(observed, tenant, intentKey), moment);
    }
  },
};

function utc(ms: number): string {
  return new Date(ms).toISOString();
}

function ofPayment(observed: Observed, tenant: TenantId, intentKey: string): OfPayment {
  const intent = observed.of(intents).get(tenant, intentKey);
  if (intent === undefined || intent.approvedAt === null || intent.feeRate === null) return undefined;
  const line = settledLine(observed, tenant, intentKey);
  const remaining = intent.totalAmount - intent.canceledAmount;
  const { fee, vat, net } = sharesOf(remaining, intent.feeRate);
  return {
    settlementId: line?.settlementId ?? null,
    orderId: intent.orderId,
    orderName: intent.orderName,
    transactionAmount: remaining - intent.excessAmount,
    fee,
    vat,
    settlementAmount: net - intent.excessAmount,
    approvedAt: utc(intent.approvedAt),
    settledAt: line === undefined ? null : utc(line.settledAt),
    status: line === undefined ? "UNSETTLED" : "SETTLED",
  };
}

type Shown = ReturnType<typeof shownOf>;

export function shownOf({ settlementId, amount, settledAt, lines }: Settlement) {
  return {
    settlementId,
    amount,
    settledAt: utc(settledAt),
    lines: lines.map(({ orderId, transactionAmount, feeRate, fee, vat, net }) => {
      const shares = { feeAmount: fee, vatAmount: vat, settledAmount: net };
      return { orderId, transactionAmount, feeRate: Number(feeRate), ...shares };
    }),
  };
}

interface Asked {
  readonly arrival: Arrival;
  readonly observed: Observed;
}

function orderProblem(answer: Answer, orderId: string, asked: Asked): string | undefined {
  const { arrival, observed } = asked;
  const payments = observed.of(history).payments;
  const named = namedByOrder(observed, arrival, orderId);
  const stands = named.flatMap((intentKey) =>
    during(payments.of(`${arrival.tenant} ${intentKey}`), arrival, observed).map(({ record }) => ({
      intentKey,
      record,
    })),
  );
  if (codeOf(answer) === "NOT_FOUND_SETTLEMENT") {
    const isTrue = stands.length === 0 || stands.some(({ record }) => record === undefined);
    return isTrue ? undefined : `order ${orderId} has earned, and no settlement of it was found`;
  }
  const { scheduledAt, ...body } = answer.body;
  const shown = stands.find(({ record }) => {
    return record !== undefined && Object.entries(record).every(([name, value]) => body[name] === value);
  });
  if (shown === undefined) {
    const books = stands.map(({ record }) => JSON.stringify(record)).join(" or ");
    return `order ${orderId} was answered with the earning ${answer.text}; the books have ${books}`;
  }
  const { dueDay = null } = observed.of(earnings).get(arrival.tenant, shown.intentKey) ?? {};
  const days = dueDay === null ? [] : [dueDay, ...everyCalendar(observed).map((each) => workingDayFrom(each, dueDay))];
  if (days.some((day) => utc(startOf(day)) === scheduledAt)) return undefined;
  return `order ${orderId} was answered as settled at ${JSON.stringify(scheduledAt)}; it is due on ${dueDay}`;
}

function settlementProblem(answer: Answer, settlementId: string, { arrival, observed }: Asked): string | undefined {
  const own = observed.of(history).settlements.get(arrival.tenant) ?? [];
  const made = own.find(({ shown }) => shown.settlementId === settlementId);
  if (codeOf(answer) === "NOT_FOUND_SETTLEMENT") {
    return made === undefined ? undefined : `settlement ${settlementId} is stored, and was not found`;
  }
  if (answer.text === JSON.stringify(made?.shown)) return undefined;
  return `settlement ${settlementId} was shown as ${answer.text}; it is ${JSON.stringify(made?.shown)}`;
}

function listProblem(answer: Answer, days: URLSearchParams, { arrival, observed }: Asked): string | undefined {
  const { commits } = arrivedAt(observed, arrival);
  const own = observed.of(history).settlements.get(arrival.tenant) ?? [];
  const from = startOf(days.get("from") ?? "");
  const to = startOf(dayLater(days.get("to") ?? "", 1));
  const within = own.filter(({ at }) => at >= from && at < to);
  const listed: readonly unknown[] = Object.values(answer.body);
  const known = new Map(within.map((each) => [JSON.stringify(each.shown), each]));
  const texts = listed.map((each) => JSON.stringify(each));
  const foreign = texts.find((text) => !known.has(text));
  if (foreign !== undefined)
    return `a list of settlements of ${days.toString()} has ${foreign}, which does not belong there`;
  const left = within.find(({ shown, made }) => made <= commits && !texts.includes(JSON.stringify(shown)));
  if (left !== undefined) return `a list of settlements of ${days.toString()} leaves ${left.shown.settlementId} out`;
  const times = texts.map((text) => known.get(text)?.at ?? 0);
  const isInOrder = times.every((at, index) => at >= (times[index - 1] ?? 0)) && new Set(texts).size === texts.length;
  return isInOrder ? undefined : `a list of settlements of ${days.toString()} is not in order: ${answer.text}`;
}

const answersFollowBooks: Invariant = {
  name: "settlements follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { path } = arrival.request;
    if (answer.status >= 300 && codeOf(answer) !== "NOT_FOUND_SETTLEMENT") return undefined;
    const asked = { arrival, observed };
    const { pathname, searchParams } = new URL(path, "https://pay.example");
    if (pathname === "/px/settlements") return listProblem(answer, searchParams, asked);
    const name = /^\/px\/settlements\/([^/]+)$/.exec(pathname)?.[1];
    if (name === undefined) return paymentProblem(answer, asked);
    return name.startsWith("stl.") ? settlementProblem(answer, name, asked) : orderProblem(answer, name, asked);
  },
};

function paymentProblem({ body }: Answer, asked: Asked): string | undefined {
  const { intentKey, settlementId } = body;
  if (typeof intentKey !== "string" || settlementId === undefined) return undefined;
  const { arrival, observed } = asked;
  const stands = meanwhile(observed.of(history).payments.of(`${arrival.tenant} ${intentKey}`), arrival, observed);
  const isTrue = stands.some(({ record }) => (record?.["settlementId"] ?? null) === settlementId);
  return isTrue ? undefined : `payment ${intentKey} was answered as settled by ${JSON.stringify(settlementId)}`;
}

export const part: Part = { projections: [history], invariants: [answersFollowBooks] };
