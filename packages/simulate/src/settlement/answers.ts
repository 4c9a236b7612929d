import type { Settlement, TenantId } from "@wonflow/core";
import { dayLater, everyCalendar, startOf, workingDayFrom } from "../calendar/closed-days.ts";
import { codeOf, type Answer } from "../client/request.ts";
import { balances } from "../ledger/balances.ts";
import { sharesOf } from "../ledger/fee.ts";
import type { Arrival } from "../observation/exchange.ts";
import type { Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Projection } from "../observation/projection.ts";
import { createStands, type Stand, type Stands } from "../observation/stands.ts";
import { arrivedAt, commitsSoFar, isRepeat, namedByOrder } from "../payment/history.ts";
import { intents } from "../payment/records.ts";
import { earnings, paymentOfEarning } from "./records.ts";
import { settledLine, settlementsIn } from "./settled-lines.ts";

/** What the books say of the settlement of a payment; undefined before it is approved. */
type OfPayment = Readonly<Record<string, unknown>> | undefined;

interface SettlementHistory {
  readonly payments: Stands<OfPayment>;
  readonly balances: Stands<{ readonly pending: number; readonly available: number }>;
  /** Each merchant's settlements as they are shown, with the commit that made them, the oldest first. */
  readonly settlements: Map<TenantId, { readonly shown: Shown; readonly made: number; readonly at: number }[]>;
}

/** Everything that the books ever said of settlements and balances. */
const history: Projection<SettlementHistory> = {
  start: () => ({ payments: createStands(), balances: createStands(), settlements: new Map() }),
  onCommit(value, changeSet, observed) {
    const { tenant, writes, postings } = changeSet;
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
    const { pending = 0, available = 0 } = observed.of(balances).get(tenant) ?? {};
    if (postings.length > 0) value.balances.enter(tenant, { pending, available }, moment);
  },
};

function utc(ms: number): string {
  return new Date(ms).toISOString();
}

function ofPayment(observed: Observed, tenant: TenantId, intentKey: string): OfPayment {
  const intent = observed.of(intents).get(tenant, intentKey);
  if (intent === undefined || intent.approvedAt === null || intent.feeRate === null) return undefined;
  const line = settledLine(observed, tenant, intentKey);
  const transactionAmount = intent.totalAmount - intent.canceledAmount;
  const { fee, vat, net } = sharesOf(transactionAmount, intent.feeRate);
  return {
    settlementId: line?.settlementId ?? null,
    orderId: intent.orderId,
    orderName: intent.orderName,
    transactionAmount,
    fee,
    vat,
    settlementAmount: net,
    approvedAt: utc(intent.approvedAt),
    settledAt: line === undefined ? null : utc(line.settledAt),
    status: line === undefined ? "UNSETTLED" : "SETTLED",
  };
}

/** A settlement as it is shown. */
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

/** What was so at a moment while a request was under way. */
function meanwhile<Value>(stands: Stands<Value>, name: string, { arrival, observed }: Asked): readonly Stand<Value>[] {
  const { commits } = arrivedAt(observed, arrival);
  return stands.of(name).filter(({ replaced }) => replaced > commits);
}

interface Asked {
  readonly arrival: Arrival;
  readonly observed: Observed;
}

/** What an order earned is shown as the books had it at a moment while the request was under way. */
function orderProblem(answer: Answer, orderId: string, asked: Asked): string | undefined {
  const { arrival, observed } = asked;
  const payments = observed.of(history).payments;
  const named = namedByOrder(observed, arrival, orderId);
  const stands = named.flatMap((intentKey) =>
    meanwhile(payments, `${arrival.tenant} ${intentKey}`, asked).map(({ record }) => ({ intentKey, record })),
  );
  if (codeOf(answer) === "NOT_FOUND_SETTLEMENT") {
    const isTrue = stands.length === 0 || stands.some(({ record }) => record === undefined);
    return isTrue ? undefined : `order ${orderId} has earned, and no settlement of it was found`;
  }
  const { scheduledAt, ...body } = answer.body;
  const shown = stands.find(({ record }) => {
    return record !== undefined && Object.entries(record).every(([name, value]) => body[name] === value);
  });
  if (shown === undefined) return `order ${orderId} was said to have earned ${answer.text}; ${textOf(stands)}`;
  const { dueDay = null } = observed.of(earnings).get(arrival.tenant, shown.intentKey) ?? {};
  const days = dueDay === null ? [] : [dueDay, ...everyCalendar(observed).map((each) => workingDayFrom(each, dueDay))];
  if (days.some((day) => utc(startOf(day)) === scheduledAt)) return undefined;
  return `order ${orderId} was said to be settled at ${JSON.stringify(scheduledAt)}; it is due on ${dueDay}`;
}

function textOf(stands: readonly { readonly record: unknown }[]): string {
  return `the books say ${stands.map(({ record }) => JSON.stringify(record)).join(" or ")}`;
}

/** A settlement is shown as it is; one that was there when the request arrived is found. */
function settlementProblem(answer: Answer, settlementId: string, { arrival, observed }: Asked): string | undefined {
  const own = observed.of(history).settlements.get(arrival.tenant) ?? [];
  const made = own.find(({ shown }) => shown.settlementId === settlementId);
  if (codeOf(answer) === "NOT_FOUND_SETTLEMENT") {
    return made === undefined ? undefined : `settlement ${settlementId} is stored, and was not found`;
  }
  if (answer.text === JSON.stringify(made?.shown)) return undefined;
  return `settlement ${settlementId} was shown as ${answer.text}; it is ${JSON.stringify(made?.shown)}`;
}

/** Everything that was settled in these days when the request arrived is listed, the oldest first, and nothing else. */
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
  if (foreign !== undefined) return `a list of settlements of ${days.toString()} has ${foreign}, which is none of them`;
  const left = within.find(({ shown, made }) => made <= commits && !texts.includes(JSON.stringify(shown)));
  if (left !== undefined) return `a list of settlements of ${days.toString()} leaves ${left.shown.settlementId} out`;
  const times = texts.map((text) => known.get(text)?.at ?? 0);
  const isInOrder = times.every((at, index) => at >= (times[index - 1] ?? 0)) && new Set(texts).size === texts.length;
  return isInOrder ? undefined : `a list of settlements of ${days.toString()} is not in order: ${answer.text}`;
}

/** Balances are shown as they were at a moment while the request was under way. */
function balancesProblem({ body, text }: Answer, asked: Asked): string | undefined {
  const stands = meanwhile(observedBalances(asked), asked.arrival.tenant, asked);
  const shown = JSON.stringify([body["pendingAmount"], body["availableAmount"]]);
  const nothing = { record: { pending: 0, available: 0 } };
  const isTrue = (stands.length === 0 ? [nothing] : withStart(stands, nothing, asked)).some(
    ({ record: { pending, available } }) => shown === JSON.stringify([amount(pending), amount(available)]),
  );
  return isTrue ? undefined : `balances were said to be ${text}; ${textOf(stands)}`;
}

function observedBalances({ observed }: Asked) {
  return observed.of(history).balances;
}

/** Before anything is booked there is nothing, also at the beginning of a request. */
function withStart<Each>(stands: readonly Each[], nothing: Each, { arrival, observed }: Asked): readonly Each[] {
  const first = observedBalances({ arrival, observed }).of(arrival.tenant)[0];
  const isNew = first === undefined || first.from >= arrivedAt(observed, arrival).at;
  return isNew ? [nothing, ...stands] : stands;
}

function amount(value: number) {
  return { currency: "KRW", value };
}

const answersFollowBooks: Invariant = {
  name: "settlements and balances follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { path } = arrival.request;
    if (answer.status >= 300 && codeOf(answer) !== "NOT_FOUND_SETTLEMENT") return undefined;
    const asked = { arrival, observed };
    if (path.endsWith("/balances")) return balancesProblem(answer, asked);
    const { pathname, searchParams } = new URL(path, "https://pay.example");
    if (pathname === "/px/settlements") return listProblem(answer, searchParams, asked);
    const name = /^\/px\/settlements\/([^/]+)$/.exec(pathname)?.[1];
    if (name === undefined) return paymentProblem(answer, asked);
    return name.startsWith("stl.") ? settlementProblem(answer, name, asked) : orderProblem(answer, name, asked);
  },
};

/** A payment names its settlement from the moment at which it is made. */
function paymentProblem({ body }: Answer, asked: Asked): string | undefined {
  const { intentKey, settlementId } = body;
  if (typeof intentKey !== "string" || settlementId === undefined) return undefined;
  const { arrival, observed } = asked;
  const { payments } = observed.of(history);
  const name = `${arrival.tenant} ${intentKey}`;
  const stands = isRepeat(observed, arrival) ? payments.of(name) : meanwhile(payments, name, asked);
  const isTrue = stands.some(({ record }) => (record?.["settlementId"] ?? null) === settlementId);
  return isTrue ? undefined : `payment ${intentKey} was said to be settled by ${JSON.stringify(settlementId)}`;
}

export const projections: readonly Projection<unknown>[] = [history];
export const invariants: readonly Invariant[] = [answersFollowBooks];
