import type { WebhookDelivery } from "@wonflow/core";
import { expect, test } from "vitest";
import { deliveryText, tableOf } from "./webhooks.ts";

const createdAt = Date.parse("2026-11-25T00:00:00.500+09:00");

const delivery: WebhookDelivery = {
  id: "msg_V1StGXR8Z5jdHi6BmyTV1StG",
  event: "settlement.completed",
  sequence: null,
  about: "stl.V1StGXR8Z5jdHi6BmyTV",
  status: "PENDING",
  createdAt,
  tries: 2,
  nextTryAt: createdAt + 300_000,
  log: [
    { number: 1, at: createdAt, status: 503, reason: null, ms: 41, answer: "점검\n중" },
    { number: 2, at: createdAt + 61_000, status: null, reason: "no answer in time", ms: 10_000, answer: "" },
  ],
};

test("the table has a line for each delivery, with what came last", () => {
  const untried = { ...delivery, tries: 0, log: [] };
  const done = { ...delivery, status: "DELIVERED", nextTryAt: null, log: delivery.log.slice(0, 1) } as const;
  expect(tableOf([untried, delivery, done]).split("\n")).toEqual([
    "ID                            ABOUT                     STATUS     TRIES  MADE (KST)        NEXT TRY (KST)    LAST ANSWER",
    "msg_V1StGXR8Z5jdHi6BmyTV1StG  stl.V1StGXR8Z5jdHi6BmyTV  PENDING        0  2026-11-25 00:00  2026-11-25 00:05  -",
    "msg_V1StGXR8Z5jdHi6BmyTV1StG  stl.V1StGXR8Z5jdHi6BmyTV  PENDING        2  2026-11-25 00:00  2026-11-25 00:05  no answer in time",
    "msg_V1StGXR8Z5jdHi6BmyTV1StG  stl.V1StGXR8Z5jdHi6BmyTV  DELIVERED      2  2026-11-25 00:00  -                 503",
  ]);
  expect(tableOf([])).toBe("There are no deliveries.");
});

test("one delivery is shown with its tries, each on a line of its own", () => {
  const awaited = { number: 3, at: createdAt, status: null, reason: null, ms: null, answer: "" };
  const shown = deliveryText({ ...delivery, tries: 43, log: [...delivery.log, awaited] });
  expect(shown.split("\n")).toEqual([
    "msg_V1StGXR8Z5jdHi6BmyTV1StG  settlement.completed  stl.V1StGXR8Z5jdHi6BmyTV",
    "PENDING, next try at 2026-11-25 00:05 (KST)",
    "… the last 3 of 43 tries:",
    '  1. 2026-11-25 00:00  503 after 41 ms: "점검\\n중"',
    "  2. 2026-11-25 00:01  no answer in time after 10000 ms",
    "  3. 2026-11-25 00:00  awaited",
  ]);
});
