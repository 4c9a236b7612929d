import { memoryJournal } from "@wonflow/sandbox";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { createGateways, promisesBySeed } from "./gateways.ts";

/** The observer treats other objects as a change and then checks every invariant, which is half of a seed's time. */
test("records are the same objects until something changes", async () => {
  const tenant = "1:test";
  const gateways = createGateways({
    seed: 1,
    clock: fakeClock(0),
    ids: sequentialIds(),
    tenants: [tenant],
    promises: promisesBySeed(1),
    window: null,
    newJournal: memoryJournal,
  });
  const { books, hands } = gateways;
  await gateways.typeIn({ mode: "test", name: "default" }, { tenant, key: "K1", amount: 1_000 });
  const [record] = books.records();
  expect(record).toMatchObject({ amount: 1_000, cancellations: [] });
  expect(books.records()[0]).toBe(record);
  await hands.cancel({ approval: { tenant, approvalKey: record?.key ?? "" }, part: 1 });
  expect(books.records()[0]).not.toBe(record);
});
