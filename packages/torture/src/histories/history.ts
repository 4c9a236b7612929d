import { isAnswered, judge, type Call, type Judgement, type SequentialModel } from "./linearizability.ts";
import { moneyModel, type Money, type MoneyAct, type MoneyRequest } from "./money-model.ts";
import { isGatewayRefusal, orderModel, type OrderAct, type OrderRequest } from "./order-model.ts";
import type { RecordedCall } from "./recording.ts";

/** The checker's result for the calls of one order or of one merchant. */
export interface JudgedHistory {
  readonly name: string;
  readonly calls: number;
  /** Calls whose effect is unknown. */
  readonly open: number;
  readonly judgement: Judgement;
  /** The smallest part that is not linearizable, or a whole undecided history, as text; undefined if all is linearizable. */
  readonly timeline: string | undefined;
}

export function judgeOrder(name: string, calls: readonly RecordedCall<OrderRequest>[]): JudgedHistory {
  return judged(name, calls, { model: orderModel, actsOf: orderActs, actOf: orderAct });
}

export function judgeMoney(name: string, calls: readonly RecordedCall<MoneyRequest>[], initial: Money): JudgedHistory {
  return judged(name, calls, { model: moneyModel(initial), actsOf: moneyActs, actOf: moneyAct });
}

interface Way<Request, State, Act> {
  readonly model: SequentialModel<State, Act>;
  /** What the calls may have done, and what may have happened on its own. */
  readonly actsOf: (calls: readonly RecordedCall<Request>[]) => readonly Call<Act>[];
  readonly actOf: (call: RecordedCall<Request>) => Act;
}

function judged<Request extends { readonly what: string }, State, Act>(
  name: string,
  calls: readonly RecordedCall<Request>[],
  { model, actsOf, actOf }: Way<Request, State, Act>,
): JudgedHistory {
  const judgement = judge(model, actsOf(calls));
  const shrinking = {
    isBad: (some: readonly RecordedCall<Request>[]) => judge(model, actsOf(some)).verdict === "not linearizable",
    isIdle: (call: RecordedCall<Request>) => model.changesNothing(actOf(call)),
  };
  const timelines = {
    linearizable: () => undefined,
    "not linearizable": () => timelineText(smallestHistory(calls, shrinking)),
    undecided: () => timelineText(calls),
  };
  const timeline = timelines[judgement.verdict]();
  const open = calls.filter((call) => !isAnswered(call)).length;
  return { name, calls: calls.length, open, judgement, timeline };
}

function orderAct({ number: call, request, reply }: RecordedCall<OrderRequest>): OrderAct {
  return { moment: "end", call, request, reply };
}

/** A request that may have opened an attempt takes effect twice; the first time may happen even without an answer. */
function orderActs(calls: readonly RecordedCall<OrderRequest>[]): readonly Call<OrderAct>[] {
  return calls.flatMap((call) => {
    const { request, begin, end, reply } = call;
    const ends = { act: orderAct(call), begin, end };
    const callsGateway = request.what === "confirm" || request.what === "cancel";
    const mayHaveBegun = reply === undefined || reply.isRefusal !== true || isGatewayRefusal(reply.says);
    if (!callsGateway || !mayHaveBegun) return [ends];
    return [{ act: { ...ends.act, moment: "begin" as const }, begin, end: Infinity }, ends];
  });
}

function moneyAct({ request, reply }: RecordedCall<MoneyRequest>): MoneyAct {
  return { what: "ask", request, reply };
}

/** The amount that the sandbox bank refuses, in won. */
const refusedAmount = 1_201;

/** Besides the requests: the settlement, and payouts that the bank may refuse at any time after their request. */
function moneyActs(calls: readonly RecordedCall<MoneyRequest>[]): readonly Call<MoneyAct>[] {
  const asked = calls.map((call) => ({ act: moneyAct(call), begin: call.begin, end: call.end }));
  const refusable = new Map<string, Call<MoneyAct>>();
  for (const { request, reply, begin } of calls) {
    if (request.what !== "pay out" || reply?.isRefusal === true) continue;
    for (const item of request.items.filter(({ amount }) => amount === refusedAmount)) {
      if (refusable.has(item.refPayoutId)) continue;
      refusable.set(item.refPayoutId, { act: { what: "fail", item }, begin, end: Infinity });
    }
  }
  return [{ act: { what: "settle" }, begin: -Infinity, end: Infinity }, ...refusable.values(), ...asked];
}

interface Shrinking<Request> {
  /** Whether these calls are not linearizable. */
  readonly isBad: (calls: readonly RecordedCall<Request>[]) => boolean;
  /** Whether a call changed nothing, so that without it the others are no harder to explain. */
  readonly isIdle: (call: RecordedCall<Request>) => boolean;
}

/**
 * The shortest beginning of a bad history that is itself bad, without calls that changed nothing and are not needed.
 * Leaving out a call makes a history easier to explain, so what remains proves as much as the whole.
 */
function smallestHistory<Request>(
  calls: readonly RecordedCall<Request>[],
  { isBad, isIdle }: Shrinking<Request>,
): readonly RecordedCall<Request>[] {
  const ends = calls.filter(isAnswered).map(({ end }) => end);
  const moments = ends.toSorted((one, other) => one - other);
  // A bad beginning makes every longer one bad.
  let [least, most] = [0, moments.length - 1];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (isBad(until(calls, moments[middle] ?? Infinity))) most = middle;
    else least = middle + 1;
  }
  let smallest = until(calls, moments[most] ?? Infinity);
  for (const call of smallest.filter(isIdle)) {
    const without = smallest.filter((each) => each !== call);
    if (isBad(without)) smallest = without;
  }
  return smallest;
}

/** The calls that begin by a time. A call that ends later may have taken effect or not. */
function until<Request>(calls: readonly RecordedCall<Request>[], moment: number): readonly RecordedCall<Request>[] {
  return calls
    .filter(({ begin }) => begin <= moment)
    .map((call) => (call.end > moment ? { ...call, end: Infinity } : call));
}

/** Calls in the order of their begins, a line for each; times are milliseconds since the first begin. */
function timelineText<Request extends { readonly what: string }>(calls: readonly RecordedCall<Request>[]): string {
  const ordered = calls.toSorted((one, other) => one.begin - other.begin);
  const origin = ordered[0]?.begin ?? 0;
  const time = (at: number) => (at === Infinity ? "…" : (at - origin).toFixed(3)).padStart(10);
  const lines = ordered.map((call) => {
    const { number, client, request, begin, end, reply } = call;
    const { what, ...about } = request;
    const asked = Object.keys(about).length === 0 ? what : `${what} ${JSON.stringify(about)}`;
    const key = reply?.intentKey === undefined ? "" : ` (${reply.intentKey})`;
    const answer = reply === undefined ? "no answer" : `${reply.says}${key}`;
    const received = reply !== undefined && !isAnswered(call) ? `${answer}, received later` : answer;
    return `${time(begin)} –${time(end)}  client ${client.padEnd(4)}  call ${number}: ${asked} → ${received}`;
  });
  return lines.join("\n");
}
