import { expect, test } from "vitest";

import { createWorld, shop, valueOf } from "../../../test/world.ts";
import type { AskedAction } from "./action.ts";

const cancel = {
  operator: "kim",
  role: "cashier",
  operation: "cancelPayment",
  about: { intentKey: "key", cancelAmount: 3_000, cancelReason: "품절" },
} satisfies AskedAction;

test("a change is there before it has ended, and afterwards with its end; the newest comes first", async () => {
  const { payments, clock } = await createWorld();
  const { operators } = payments;
  const start = clock.now();
  const { id } = valueOf(await operators.beginAction(shop, cancel));
  const begun = { id, ...cancel, askedAt: start, endedAt: null, code: null };
  expect(valueOf(await operators.actions(shop)).items).toEqual([begun]);
  await clock.advance(1_000);
  const other = valueOf(await operators.beginAction(shop, { ...cancel, operator: null, role: "owner" }));
  valueOf(await operators.endAction(shop, { id, code: null }));
  valueOf(await operators.endAction(shop, { id: other.id, code: "NOT_FOUND_PAYMENT" }));
  const ended = [
    {
      ...begun,
      id: other.id,
      operator: null,
      role: "owner",
      askedAt: start + 1_000,
      endedAt: start + 1_000,
      code: "NOT_FOUND_PAYMENT",
    },
    { ...begun, endedAt: start + 1_000 },
  ];
  expect(valueOf(await operators.actions(shop)).items).toEqual(ended);
  expect(valueOf(await operators.actions({ ...shop, mode: "live" })).items).toEqual([]);
});

test("the first end counts, and an end of nothing changes nothing", async () => {
  const { payments } = await createWorld();
  const { operators } = payments;
  const { id } = valueOf(await operators.beginAction(shop, cancel));
  valueOf(await operators.endAction(shop, { id, code: null }));
  valueOf(await operators.endAction(shop, { id, code: "NOT_FOUND_PAYMENT" }));
  valueOf(await operators.endAction(shop, { id: "none", code: null }));
  expect(valueOf(await operators.actions(shop)).items).toMatchObject([{ code: null }]);
});

test.each([
  [{ ...cancel, role: "admin" as "owner" }, "role"],
  [{ ...cancel, operation: "" }, "operation"],
  [{ ...cancel, about: { deep: {} as "x" } }, "about.deep"],
])("%j can't be recorded", async (asked, field) => {
  const { payments } = await createWorld();
  expect(await payments.operators.beginAction(shop, asked)).toMatchObject({ error: { details: [{ field }] } });
  expect(valueOf(await payments.operators.actions(shop)).items).toEqual([]);
});

test("what it was about is kept as any database takes it, and no longer than people read", async () => {
  const { payments } = await createWorld();
  const about = { long: "가".repeat(500), odd: "a\0b\ud800c", endless: Infinity };
  valueOf(await payments.operators.beginAction(shop, { ...cancel, about }));
  const [action] = valueOf(await payments.operators.actions(shop)).items;
  expect(action?.about).toEqual({ long: "가".repeat(200), odd: "ab\ufffdc", endless: "Infinity" });
});

test("pages of a hundred changes have each once", async () => {
  const { payments, clock } = await createWorld();
  for (let number = 0; number < 100; number += 1) {
    if (number % 3 === 0) await clock.advance(1);
    valueOf(await payments.operators.beginAction(shop, { ...cancel, about: { number } }));
  }
  const seen: unknown[] = [];
  const read = async (startingAfter: string | null): Promise<void> => {
    const { items, nextCursor } = valueOf(await payments.operators.actions(shop, { limit: 7, startingAfter }));
    seen.push(...items.map(({ about }) => about["number"]));
    if (nextCursor !== null) await read(nextCursor);
  };
  await read(null);
  expect(seen.toSorted((one, other) => Number(one) - Number(other))).toEqual(Array.from({ length: 100 }, (_, n) => n));
});
