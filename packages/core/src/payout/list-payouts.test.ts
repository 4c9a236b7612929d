import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { codeOf, shop, valueOf } from "../../test/world.ts";

/** Payouts of three days, two each. */
async function ofThreeDays() {
  const world = await createPayoutWorld();
  const [a, b] = [await world.seller(), await world.seller({ refSellerId: "other" })];
  for (const day of ["2026-11-25", "2026-11-26", "2026-11-27"]) {
    await world.moveTo(`${day}T11:00:00`);
    valueOf(await world.batch(item(`${day}.a`, a.id), item(`${day}.b`, b.id)));
  }
  return { ...world, sellers: [a.id, b.id] };
}

test("payouts are listed with the newest payout date first, page by page, while new ones arrive", async () => {
  const world = await ofThreeDays();
  const { payouts } = world.payments;
  const all = valueOf(await payouts.list(shop)).items;
  expect(all.map(({ payoutDate }) => payoutDate)).toEqual([
    "2026-11-27",
    "2026-11-27",
    "2026-11-26",
    "2026-11-26",
    "2026-11-25",
    "2026-11-25",
  ]);
  const first = valueOf(await payouts.list(shop, { limit: 3 }));
  expect(first).toMatchObject({ size: 3, hasMore: true });
  await world.moveTo("2026-11-30T11:00:00");
  valueOf(await world.batch(item("late", world.sellers[0] ?? "")));
  const rest = valueOf(await payouts.list(shop, { limit: 3, startingAfter: first.nextCursor ?? "" }));
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(rest).toMatchObject({ size: 3, hasMore: false, nextCursor: null });
});

test.each<[string, object, readonly string[]]>([
  ["from a day on", { payoutDateGte: "2026-11-26" }, ["2026-11-27", "2026-11-26"]],
  ["up to a day", { payoutDateLte: "2026-11-26" }, ["2026-11-26", "2026-11-25"]],
  ["of one day", { payoutDateGte: "2026-11-26", payoutDateLte: "2026-11-26" }, ["2026-11-26"]],
  ["of no day", { payoutDateGte: "2026-11-28" }, []],
])("payouts %s", async (_what, filters, days) => {
  const world = await ofThreeDays();
  const { items } = valueOf(await world.payments.payouts.list(shop, filters));
  expect([...new Set(items.map(({ payoutDate }) => payoutDate))]).toEqual(days);
  expect(items).toHaveLength(days.length * 2);
});

test.each<[string, object, string]>([
  ["a limit of 0", { limit: 0 }, "limit"],
  ["a limit of 1", { limit: 1 }, "ok"],
  ["a limit of 10,000", { limit: 10_000 }, "ok"],
  ["a limit of 10,001", { limit: 10_001 }, "limit"],
  ["a broken limit", { limit: 1.5 }, "limit"],
  ["a day that does not exist", { payoutDateGte: "2026-11-31" }, "payoutDateGte"],
  ["a day with a time", { payoutDateLte: "2026-11-30T00:00:00" }, "payoutDateLte"],
  ["days the wrong way round", { payoutDateGte: "2026-11-27", payoutDateLte: "2026-11-26" }, "payoutDateGte"],
  ["an invalid cursor", { startingAfter: "next" }, "startingAfter"],
])("a list with %s", async (_what, input, expected) => {
  const { payments } = await createPayoutWorld({ available: 0 });
  const answer = await payments.payouts.list(shop, input);
  expect(answer.ok ? "ok" : answer.error.details?.[0]?.field).toBe(expected);
});

test("a cursor is good for its merchant and filters only", async () => {
  const world = await ofThreeDays();
  const { payouts, merchants } = world.payments;
  const page = valueOf(await payouts.list(shop, { limit: 1, payoutDateGte: "2026-11-25" }));
  const startingAfter = page.nextCursor ?? "";
  const other = { mId: 8, mode: "test" } as const;
  await merchants.register({ ...other, name: "Other", feeRate: "1" });
  expect(codeOf(await payouts.list(shop, { limit: 5, payoutDateGte: "2026-11-25", startingAfter }))).toBe("ok");
  expect(codeOf(await payouts.list(shop, { payoutDateGte: "2026-11-24", startingAfter }))).toBe("INVALID_REQUEST");
  expect(codeOf(await payouts.list(shop, { payoutDateLte: "2026-11-27", startingAfter }))).toBe("INVALID_REQUEST");
  expect(codeOf(await payouts.list(shop, { startingAfter }))).toBe("INVALID_REQUEST");
  expect(codeOf(await payouts.list(other, { payoutDateGte: "2026-11-25", startingAfter }))).toBe("INVALID_REQUEST");
  expect(valueOf(await payouts.list(other)).items).toEqual([]);
});
