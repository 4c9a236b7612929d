import { expect, test } from "vitest";

import { judge } from "./linearizability.ts";
import { moneyModel, type Money, type MoneyAct, type MoneyRequest, type PayoutItem } from "./money-model.ts";

const earning = { earns: 9_637, remains: 10_000, isSettled: false };

const opening: Money = {
  available: 5_000,
  pending: 19_274,
  orders: { a: earning, b: earning },
  payouts: {},
  paidSellers: [],
};

const model = moneyModel(opening);

const item = (refPayoutId: string, seller: string, amount: number): PayoutItem => ({ refPayoutId, seller, amount });
const payOut = (batch: string, ...items: readonly PayoutItem[]): MoneyRequest => ({ what: "pay out", batch, items });
const ask = (request: MoneyRequest, says: string | undefined, isRefusal = false): MoneyAct => ({
  what: "ask",
  request,
  reply: says === undefined ? undefined : { says, isRefusal },
});
const balance = (available: number, pending: number) =>
  ask({ what: "read the balance" }, `${available} available, ${pending} pending`);
const cancel = (orderId: string) => ask({ what: "cancel an order", orderId }, "canceled");
const lookUp = (orderId: string, says: string) => ask({ what: "look up an order", orderId }, says);
const reserve = (request: MoneyRequest) => ask(request, "reserved");
const refuse = (request: MoneyRequest, says: string) => ask(request, says, true);
const settle: MoneyAct = { what: "settle" };

const first = payOut("1", item("1.0", "kim", 3_000));
const rejected = item("2.0", "lee", 1_201);
const second = payOut("2", rejected);

test.each<readonly [string, readonly MoneyAct[]]>([
  ["the opening", [balance(5_000, 19_274)]],
  ["a reserved batch", [reserve(first), balance(2_000, 19_274)]],
  ["the same batch again", [reserve(first), reserve(first), balance(2_000, 19_274)]],
  [
    "a part of a batch again",
    [reserve(first), refuse(payOut("3", item("1.0", "kim", 3_000), item("3.1", "cho", 1)), "DUPLICATE_REF_PAYOUT_ID")],
  ],
  [
    "a seller whose day is taken",
    [reserve(first), refuse(payOut("3", item("3.0", "kim", 1)), "PAYOUT_PROVIDER_SLOT_CONFLICT")],
  ],
  [
    "a seller twice in a batch",
    [refuse(payOut("3", item("3.0", "kim", 1), item("3.1", "kim", 1)), "PAYOUT_PROVIDER_SLOT_CONFLICT")],
  ],
  [
    "more than is available",
    [refuse(payOut("3", item("3.0", "kim", 5_001)), "NOT_ENOUGH_AMOUNT, 5000 available"), balance(5_000, 19_274)],
  ],
  ["a settlement", [lookUp("a", "UNSETTLED 10000"), settle, balance(24_274, 0), lookUp("a", "SETTLED 10000")]],
  [
    "a cancellation before it",
    [cancel("a"), balance(5_000, 9_637), settle, balance(14_637, 0), lookUp("a", "UNSETTLED 0")],
  ],
  ["a cancellation after it", [settle, cancel("a"), balance(14_637, 0), lookUp("a", "SETTLED 0")]],
  [
    "a refused payout",
    [
      reserve(second),
      balance(3_799, 19_274),
      { what: "fail", item: rejected },
      balance(5_000, 19_274),
      ask({ what: "look up a payout", refPayoutId: "2.0" }, "failed"),
    ],
  ],
  [
    "a refused payout's seller",
    [
      reserve(second),
      { what: "fail", item: rejected },
      refuse(payOut("3", item("3.0", "lee", 1)), "PAYOUT_PROVIDER_SLOT_CONFLICT"),
    ],
  ],
  ["a batch whose answer was lost", [ask(first, undefined), balance(2_000, 19_274)]],
])("%s is allowed, and no other balance is", (_name, acts) => {
  const inOrder = acts.map((act, index) => ({ act, begin: 2 * index, end: 2 * index + 1 }));
  expect(judge(model, inOrder).verdict).toBe("linearizable");
  const wrong = { act: balance(1, 1), begin: 100, end: 101 };
  expect(judge(model, [...inOrder, wrong]).verdict).toBe("not linearizable");
});

test.each<readonly [string, readonly MoneyAct[]]>([
  ["a batch beyond the balance", [reserve(first), reserve(payOut("3", item("3.0", "cho", 2_001)))]],
  ["a seller's day taken twice", [reserve(first), reserve(payOut("3", item("3.0", "kim", 1)))]],
  [
    "a refusal that names another balance",
    [refuse(payOut("3", item("3.0", "kim", 5_001)), "NOT_ENOUGH_AMOUNT, 4999 available")],
  ],
  ["a failure of a payout that was never reserved", [{ what: "fail", item: rejected }]],
  ["two failures of a payout", [reserve(second), { what: "fail", item: rejected }, { what: "fail", item: rejected }]],
  ["two settlements of the same earnings", [settle, settle]],
])("%s is not", (_name, acts) => {
  const inOrder = acts.map((act, index) => ({ act, begin: 2 * index, end: 2 * index + 1 }));
  expect(judge(model, inOrder).verdict).toBe("not linearizable");
});
