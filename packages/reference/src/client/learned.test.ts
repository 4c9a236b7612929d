import { describe, expect, test } from "vitest";

import { learnedFrom, renamed, withLearned } from "./learned.ts";

describe("an answer teaches", () => {
  test.each<readonly [what: string, example: unknown, real: unknown, learned: object]>([
    ["a name", { intentKey: "a" }, { intentKey: "b" }, { a: "b" }],
    ["names within", { items: [{ id: "a" }, { id: "b" }] }, { items: [{ id: "c" }] }, { a: "c" }],
    [
      "the payment that a browser is sent on with",
      { redirectUrl: "https://shop.example/ok?intentKey=a&amount=1" },
      { redirectUrl: "https://shop.example/ok?intentKey=b&amount=1" },
      { a: "b" },
    ],
    ["nothing where it is the same", { intentKey: "a" }, { intentKey: "a" }, {}],
    ["nothing that is no name", { status: "DONE", amount: 1 }, { status: "CANCELED", amount: 2 }, {}],
    ["nothing where it has no such field", { settlementId: "a" }, { settlementId: null }, {}],
    ["nothing of no body", { id: "a" }, undefined, {}],
  ])("%s", (_what, example, real, learned) => {
    expect(Object.fromEntries(learnedFrom(example, real))).toEqual(learned);
  });
});

test("what a merchant names anew is renamed, at every place", () => {
  const requests = [{ orderId: "order-1" }, [{ refPayoutId: "ref-1", amount: 1 }], undefined];
  expect(Object.fromEntries(renamed(requests, "x"))).toEqual({ "order-1": "order-1-x", "ref-1": "ref-1-x" });
});

test("a text takes what was learned, longer names first", () => {
  const learned = new Map([
    ["ord", "1"],
    ["order", "2"],
  ]);
  expect(withLearned("ord, order, ord", learned)).toBe("1, 2, 1");
});
