import { isAnswered, judge, type Call, type Judgement, type SequentialModel } from "./linearizability.ts";
import { moneyModel, type Money, type MoneyAct, type MoneyRequest } from "./money-model.ts";
import { isGatewayRefusal, orderModel, type OrderAct, type OrderRequest } from "./order-model.ts";
import type { RecordedCall } from "./recording.ts";
import { smallestHistory } from "./smallest-history.ts";
import { timelineText } from "./timeline-text.ts";

/** What the checker says about the calls of one order, or of one merchant. */
export interface JudgedHistory {
  readonly name: string;
  readonly calls: number;
  /** Calls of which nobody knows whether they took effect. */
  readonly open: number;
  readonly judgement: Judgement;
  /** The smallest part that cannot be explained, or all of an undecided history, as text; undefined where all can be. */
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
  /** What the calls may have done, and what may have happened by itself. */
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
  const toldBy = {
    linearizable: () => undefined,
    "not linearizable": () => timelineText(smallestHistory(calls, shrinking)),
    undecided: () => timelineText(calls),
  };
  const timeline = toldBy[judgement.verdict]();
  const open = calls.filter((call) => !isAnswered(call)).length;
  return { name, calls: calls.length, open, judgement, timeline };
}

function orderAct({ number: call, request, told }: RecordedCall<OrderRequest>): OrderAct {
  return { moment: "end", call, request, told };
}

/** A request that may have opened an attempt begins before it ends, and may do so without ever being answered. */
function orderActs(calls: readonly RecordedCall<OrderRequest>[]): readonly Call<OrderAct>[] {
  return calls.flatMap((call) => {
    const { request, begin, end, told } = call;
    const ends = { act: orderAct(call), begin, end };
    const callsGateway = request.what === "confirm" || request.what === "cancel";
    const mayHaveBegun = told === undefined || told.isRefusal !== true || isGatewayRefusal(told.says);
    if (!callsGateway || !mayHaveBegun) return [ends];
    return [{ act: { ...ends.act, moment: "begin" as const }, begin, end: Infinity }, ends];
  });
}

function moneyAct({ request, told }: RecordedCall<MoneyRequest>): MoneyAct {
  return { what: "ask", request, told };
}

/** The amount that the sandbox bank refuses, in won. */
const refusedAmount = 1_201;

/** Beside what was asked for: the settlement, and payouts that the bank may refuse at any time after they were asked for. */
function moneyActs(calls: readonly RecordedCall<MoneyRequest>[]): readonly Call<MoneyAct>[] {
  const asked = calls.map((call) => ({ act: moneyAct(call), begin: call.begin, end: call.end }));
  const refusable = new Map<string, Call<MoneyAct>>();
  for (const { request, told, begin } of calls) {
    if (request.what !== "pay out" || told?.isRefusal === true) continue;
    for (const item of request.items.filter(({ amount }) => amount === refusedAmount)) {
      if (refusable.has(item.refPayoutId)) continue;
      refusable.set(item.refPayoutId, { act: { what: "fail", item }, begin, end: Infinity });
    }
  }
  return [{ act: { what: "settle" }, begin: -Infinity, end: Infinity }, ...refusable.values(), ...asked];
}
