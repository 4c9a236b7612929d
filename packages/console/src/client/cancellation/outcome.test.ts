import type { PaymentIntent } from "@wonflow/client";
import { expect, test } from "vitest";
import { foundOut, outcomeOf } from "./outcome.ts";

const problem = (status: number, code: string) => {
  const kind = status >= 500 || status === 0 ? ("lost" as const) : ("refused" as const);
  return { ok: false as const, problem: { kind, status, code, message: "", details: [], retryAfterMs: undefined } };
};

test.each([
  [500, "FAILED_PARTIAL_REFUND", "unknown"],
  [500, "FAILED_REFUND_PROCESS", "unknown"],
  [409, "IDEMPOTENT_REQUEST_PROCESSING", "unknown"],
  [0, "NO_ANSWER", "unanswered"],
  [500, "FAILED_INTERNAL_SYSTEM_PROCESSING", "unanswered"],
  [503, "STORE_UNAVAILABLE", "unanswered"],
  [400, "REFUND_REJECTED", "refused"],
  [403, "FORBIDDEN_CONSECUTIVE_REQUEST", "refused"],
  [401, "UNAUTHORIZED_OPERATOR", "refused"],
])("%i %s is %s", (status, code, kind) => {
  expect(outcomeOf(problem(status, code)).kind).toBe(kind);
});

test("an answer with the payment is the end of it", () => {
  const payment = { intentKey: "x" } as PaymentIntent;
  expect(outcomeOf({ ok: true, value: payment })).toEqual({ kind: "done", payment });
});

test.each([
  [{ inProgress: true, canceledAmount: 0 }, undefined],
  [{ inProgress: false, canceledAmount: 8_000 }, 3_000],
  [{ canceledAmount: 5_000 }, 0],
])("a look-up that says %j means %j", (cancel, amount) => {
  expect(foundOut(5_000, { cancel })).toBe(amount);
});

test("a payment without any cancellation has refunded nothing", () => {
  expect(foundOut(0, {})).toBe(0);
});
