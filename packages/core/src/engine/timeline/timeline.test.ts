import { expect, test } from "vitest";

import { concluded, openAttempt } from "../attempt/attempt.ts";
import { attemptEvents, deliveryRefs } from "./timeline.ts";

const opened = openAttempt({ key: "approval-x", kind: "approval" }, { now: 5, deadline: 9 });

function endOf(code: string) {
  const refused = { ...concluded(opened, "REFUSED"), said: { code, message: "no, says Kim of 10.0.0.3" } };
  return attemptEvents(refused, { asked: {}, endedAt: null }).at(-1)?.detail;
}

test.each([
  ["8037", "8037"],
  ["E17", "E17"],
  ["CARD_LIMIT.2-b", "CARD_LIMIT.2-b"],
  ["", undefined],
  ["거절", undefined],
  ["no funds", undefined],
  ["<b>1</b>", undefined],
  ["900101", undefined],
  ["E4000000000110009", undefined],
  ["x".repeat(31), undefined],
])("a merchant sees the code %j of a provider as %j, and never its message", (code, shown) => {
  const end = endOf(code);
  expect(end?.["providerCode"]).toBe(shown);
  expect(JSON.stringify(end)).not.toContain("Kim");
});

test("why an outcome is unknown is for the operator alone", () => {
  const unknown = { ...opened, status: "UNKNOWN" as const, lookUps: 2, lookUpAt: 7, unknownReason: "no 10.0.0.3" };
  const [, looked] = attemptEvents(unknown, { asked: {}, endedAt: null });
  const next = { answersWithoutOutcome: 2, nextAt: "1970-01-01T00:00:00.007Z" };
  expect(looked?.detail).toEqual({ attempt: "approval-x", kind: "approval", ...next });
});

test.each([
  [0, 0],
  [3, 3],
  [100, 100],
  [10_000, 100],
])("of an object with %d notified events, the first %d are read", (told, count) => {
  const refs = deliveryRefs({ about: "p", told }, [{ name: "payout.completed" }, { name: "payout.failed" }]);
  expect(refs).toHaveLength(2 * count);
  const ids = [1, count].map((number) => `msg_payout-failed_${number}_p`);
  if (count > 0) expect(refs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});
