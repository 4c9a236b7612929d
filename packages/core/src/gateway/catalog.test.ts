import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { bindPayments, type CatalogCard } from "../index.ts";

const card: CatalogCard = {
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
  name: "모아 포인트",
  acquirer: "11",
  ref: "moa",
  annualFeeDomestic: 10_000,
  annualFeeInternational: {},
  thumbnails: [],
  benefits: [],
  updatedAt: "2026-11-01T00:00:00+09:00",
};

async function imported(cards: readonly CatalogCard[]) {
  const { catalog } = bindPayments({
    store: memoryStore(),
    gateways: {},
    clock: fakeClock(Date.UTC(2026, 10, 20)),
    ids: sequentialIds(),
    vault: testVault(),
  });
  return catalog.import(cards);
}

const benefit = (change: CatalogCard["benefits"][number]) => ({ benefits: [change] });
const text = (length: number) => "x".repeat(length);
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

test.each<[string, Partial<CatalogCard>, boolean]>([
  ["a name of 1", { name: "x" }, true],
  ["a blank name", { name: " " }, false],
  ["a name of 100", { name: text(100) }, true],
  ["a name of 101", { name: text(101) }, false],
  ["a reference of 100", { ref: text(100) }, true],
  ["a reference of 101", { ref: text(101) }, false],
  ["a fee of 0", { annualFeeDomestic: 0 }, true],
  ["a fee below 0", { annualFeeDomestic: -1 }, false],
  ["a fee of 100,000,000", { annualFeeInternational: { VISA: 100_000_000 } }, true],
  ["a fee above 100,000,000", { annualFeeInternational: { VISA: 100_000_001 } }, false],
  ["20 pictures", { thumbnails: times(20, "https://cards.example/1.png") }, true],
  ["21 pictures", { thumbnails: times(21, "https://cards.example/1.png") }, false],
  ["100 benefits", { benefits: times(100, {}) }, true],
  ["101 benefits", { benefits: times(101, {}) }, false],
  ["a title of 200", benefit({ title: text(200) }), true],
  ["a title of 201", benefit({ title: text(201) }), false],
  ["a note of 1,000", benefit({ notes: [text(1_000)] }), true],
  ["a note of 1,001", benefit({ notes: [text(1_001)] }), false],
  ["50 notes", benefit({ notes: times(50, "x") }), true],
  ["51 notes", benefit({ notes: times(51, "x") }), false],
  ["50 details", benefit({ details: times(50, {}) }), true],
  ["51 details", benefit({ details: times(51, {}) }), false],
  ["a limit of 0", benefit({ details: [{ discountLimit: { amount: { daily: 0, monthly: 0, yearly: 0 } } }] }), true],
  ["a daily limit below 0", benefit({ details: [{ discountLimit: { amount: { daily: -1 } } }] }), false],
  ["a monthly limit below 0", benefit({ details: [{ discountLimit: { amount: { monthly: -1 } } }] }), false],
  ["a yearly limit below 0", benefit({ details: [{ discountLimit: { count: { yearly: -1 } } }] }), false],
])("a card with %s can be imported: %s", async (_what, change, good) => {
  expect((await imported([{ ...card, ...change }])).ok).toBe(good);
});

test("a catalog has at least one card", async () => {
  expect((await imported([card])).ok).toBe(true);
  expect(await imported([])).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
});
