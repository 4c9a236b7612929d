import { dayInSeoul } from "@wonflow/core";
import { expect, test } from "vitest";

import { openService } from "../test/open-service.ts";

test("a paid order is in the totals of its day and in the expected settlement", async () => {
  const service = await openService();
  await service.paid();
  const today = dayInSeoul(service.clock.now());
  const totals = await service.call("GET", `/merchants/1/daily-totals?from=${today}&to=${today}`);
  expect(totals.body).toMatchObject({ items: [{ day: today, paid: { count: 1 }, canceled: { count: 0 } }] });
  const expected = await service.call("GET", "/merchants/1/expected-settlements");
  expect(expected.body).toMatchObject({ items: [{ count: 1, returned: 0 }] });
});

test.each([
  ["from=2026-11-20", "to"],
  ["from=2026-11-20&to=2026-11-19", "from"],
  ["from=2026-13-01&to=2026-11-19", "from"],
])("daily totals of %s name the wrong day", async (query, field) => {
  const service = await openService();
  const { status, json } = await service.call("GET", `/merchants/1/daily-totals?${query}`);
  expect([status, json.code, json.details?.[0]?.field]).toEqual([400, "INVALID_REQUEST", field]);
});

test.each(["daily-totals?from=2026-11-20&to=2026-11-20", "expected-settlements", "next-transfer", "attention"])(
  "another merchant's %s is not found",
  async (path) => {
    const service = await openService();
    const { status, json } = await service.call("GET", `/merchants/2/${path}`);
    expect([status, json.code]).toEqual([404, "NOT_FOUND_MERCHANT"]);
  },
);

test("the next transfer and all pending work are shown", async () => {
  const service = await openService();
  const transfer = await service.call("GET", "/merchants/1/next-transfer");
  expect(transfer.json).toMatchObject({ amount: 0 });
  const { body } = await service.call("GET", "/merchants/1/attention");
  const nothing = { count: 0, hasMore: false, items: [] };
  expect(body).toEqual({
    unknownOutcomes: nothing,
    flaggedAttempts: nothing,
    undeliveredWebhooks: nothing,
    payoutsToReview: nothing,
  });
});
