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
    ["nothing if it is the same", { intentKey: "a" }, { intentKey: "a" }, {}],
    ["nothing but names", { status: "DONE", amount: 1 }, { status: "CANCELED", amount: 2 }, {}],
    ["nothing without such a field", { settlementId: "a" }, { settlementId: null }, {}],
    ["nothing without a body", { id: "a" }, undefined, {}],
  ])("%s", (_what, example, real, learned) => {
    expect(Object.fromEntries(learnedFrom(example, real))).toEqual(learned);
  });
});

test("ids that a merchant chooses are renamed everywhere", () => {
  const requests = [{ orderId: "order-1" }, [{ refPayoutId: "ref-1", amount: 1 }], undefined];
  expect(Object.fromEntries(renamed(requests, "x"))).toEqual({ "order-1": "order-1-x", "ref-1": "ref-1-x" });
});

test("learned names are replaced, longer names first", () => {
  const learned = new Map([
    ["ord", "1"],
    ["order", "2"],
  ]);
  expect(withLearned("ord, order, ord", learned)).toBe("1, 2, 1");
});
