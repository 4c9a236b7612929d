import { isAnswered, judge, type Call, type Judgement, type SequentialModel } from "./linearizability.ts";
import { moneyModel, type Money, type MoneyAct, type MoneyRequest } from "./money-model.ts";
import { isGatewayRefusal, orderModel, type OrderAct, type OrderRequest } from "./order-model.ts";
import type { RecordedCall } from "./recording.ts";
import { smallestHistory } from "./smallest-history.ts";
import { timelineText } from "./timeline-text.ts";

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
