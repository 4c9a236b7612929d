import { expect, test } from "vitest";

import { codeOf, createWorld, valueOf } from "../../../test/world.ts";
import { cardDescriptionSchema, checkoutViewSchema, type BinRow, type CardData, type Gateway } from "../../index.ts";

const row = (bin: string, issuer: string, type: BinRow["type"] = "CRD"): BinRow => ({
  bin,
  type,
  acquirer: issuer,
  issuer,
  nickname: "",
  updatedAt: "2026-11-01",
  providerCode: "",
  kind: type === "CRD" ? "credit" : "debit",
});

const bins = [
  row("400000", "41"),
  row("40000011", "11"),
  row("700000", "51"),
  row("500000", "41", "CHK"),
  row("600000", "4V"),
];

/** Offers of gateway B: Shinhan's two months from 50,000 won on, and three from 60,000 to 100,000 won. */
const offers = [
  { minAmt: 50_000, maxAmt: 0, installment: "02" },
  { minAmt: 60_000, maxAmt: 100_000, installment: "03" },
];

interface Feed {
  readonly period?: unknown;
  readonly eventToDate?: string;
}

const november = { startDate: "20261101", endDate: "20261130" };

function cardData({ period = november, eventToDate }: Feed = {}): Partial<CardData> {
  const unreadable = { minAmt: "much", installment: "02" };
  const cards = {
    "41": [unreadable, ...offers.map((offer) => ({ ...offer, eventToDate }))],
    "51": [{ minAmt: 50_000, maxAmt: 0, installment: "03" }],
  };
  const read = () => Promise.resolve(JSON.stringify({ period, cards }));
  return { bins, installmentFeeds: { PG_B: { sandbox: true, read } } };
}

/** The sandbox as a gateway that takes these months, or declares none. */
function taking(gateway: Gateway, installmentMonths: readonly number[] | undefined): Gateway {
  if (gateway.keyIn === undefined) throw new Error("the sandbox takes card numbers");
  const { installmentMonths: _, ...undeclared } = gateway.keyIn;
  return { ...gateway, keyIn: { ...undeclared, ...(installmentMonths && { installmentMonths }) } };
}

/** A checkout of `amount` won, opened on 20 November, by a merchant with these gateways; its gateway takes 2 and 3 months. */
async function checkoutOf(amount: number, feed: Feed = {}, feeds: readonly ("PG_A" | "PG_B")[] = ["PG_B"]) {
  const merchant = { contracts: { installmentFeeds: [...feeds] } };
  const gateways = (gateway: Gateway) => taking(gateway, [2, 3]);
  const world = await createWorld({ merchant, gateways, cardData: cardData(feed) });
  await world.payments.work.runDue();
  const { token } = await world.session({ amount: { value: amount } });
  return {
    world,
    token,
    describe: (firstDigits: string) => world.payments.checkout.describeCard(token, { firstDigits }),
  };
}

/** The plans of a card, as `2 free, 3`. */
function plans(installments: readonly { readonly months: number; readonly interestFree: boolean }[]): string {
  return installments.map(({ months, interestFree }) => (interestFree ? `${months} free` : `${months}`)).join(", ");
}

test.each([
  ["400000", 49_999, ""],
  ["400000", 50_000, "2 free, 3"],
  ["400000", 59_999, "2 free, 3"],
  ["400000", 60_000, "2 free, 3 free"],
  ["400000", 100_000, "2 free, 3 free"],
  ["400000", 100_001, "2 free, 3"],
  ["700000", 60_000, "2, 3 free"],
  ["40000011", 60_000, "2, 3"],
  ["40000012", 60_000, "2 free, 3 free"],
  ["500000", 60_000, ""],
  ["600000", 60_000, ""],
  ["999999", 60_000, "2, 3"],
  ["999999", 49_999, ""],
])("a card %s of %i won may be paid in: %s", async (firstDigits, amount, expected) => {
  const { describe } = await checkoutOf(amount);
  const description = valueOf(await describe(firstDigits));
  expect(plans(description.installments)).toBe(expected);
  expect(cardDescriptionSchema.parse(description)).toEqual(description);
});

test.each([
  ["400000", { code: "41", ko: "신한", en: "Shinhan" }, "CRD"],
  ["500000", { code: "41", ko: "신한", en: "Shinhan" }, "CHK"],
  ["600000", { code: "4V", ko: "Visa", en: "Visa" }, "CRD"],
  ["999999", null, null],
])("a card %s is of a company, or of none that is known", async (firstDigits, company, type) => {
  const { describe } = await checkoutOf(10_000);
  const description = valueOf(await describe(firstDigits));
  expect(description).toEqual({ company, type, installments: [] });
  expect(cardDescriptionSchema.parse(description)).toEqual(description);
});

test.each<[string, Feed, string]>([
  ["begins today", { period: { startDate: "20261120", endDate: "20261130" } }, "2 free, 3"],
  ["begins tomorrow", { period: { startDate: "20261121", endDate: "20261130" } }, "2, 3"],
  ["ends today", { period: { startDate: "20261101", endDate: "20261120" } }, "2 free, 3"],
  ["ended yesterday", { period: { startDate: "20261101", endDate: "20261119" } }, "2, 3"],
  ["cannot be read", { period: "November" }, "2, 3"],
  ["has an offer that ends today", { eventToDate: "20261120" }, "2 free, 3"],
  ["has an offer that ended yesterday", { eventToDate: "20261119" }, "2, 3"],
])("when the gateway's period %s", async (_what, feed, expected) => {
  const { describe } = await checkoutOf(50_000, feed);
  expect(plans(valueOf(await describe("400000")).installments)).toBe(expected);
});

test.each([
  ["no gateway", [], "2, 3"],
  ["a gateway of which nothing is known", ["PG_A"], "2, 3"],
  ["two gateways, of which one says it", ["PG_B", "PG_A"], "2, 3"],
] as const)("only what every gateway of the merchant gives is free: %s", async (_what, feeds, expected) => {
  const { describe } = await checkoutOf(60_000, {}, feeds);
  expect(plans(valueOf(await describe("400000")).installments)).toBe(expected);
});

test.each([
  ["40000", "INVALID_REQUEST"],
  ["400000", "ok"],
  ["40000011", "ok"],
  ["400000110", "INVALID_REQUEST"],
  ["x400000", "INVALID_REQUEST"],
  ["400000x", "INVALID_REQUEST"],
])("the first digits of a card, and no more than are needed: %s", async (firstDigits, code) => {
  const { describe } = await checkoutOf(60_000);
  expect(codeOf(await describe(firstDigits))).toBe(code);
});

test("a dead link describes no card", async () => {
  const { world, describe } = await checkoutOf(60_000);
  const elsewhere = (token: string) => world.payments.checkout.describeCard(token, { firstDigits: "400000" });
  expect(codeOf(await elsewhere("nonsense"))).toBe("NOT_FOUND_PAYMENT_SESSION");
  expect(codeOf(await elsewhere(`cs_7_test_${"x".repeat(32)}`))).toBe("NOT_FOUND_PAYMENT_SESSION");
  await world.clock.advance(30 * 60_000);
  expect(codeOf(await describe("400000"))).toBe("EXPIRED_PAYMENT_SESSION");
});

const toTwelve = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test.each([
  ["the sandbox", "sandbox", 60_000, toTwelve],
  ["the sandbox, and a small amount", "sandbox", 49_999, []],
  ["a gateway with gaps", [3, 6, 36], 60_000, [3, 6, 36]],
  ["a gateway without installments", [], 60_000, []],
  ["a gateway that declares nothing: as for stored cards", undefined, 60_000, [2, 3]],
] as const)("the link's view and its cards show the months of %s", async (_what, declared, value, expected) => {
  const gateways = (gateway: Gateway) => (declared === "sandbox" ? gateway : taking(gateway, declared));
  const world = await createWorld({ gateways, cardData: { bins } });
  const { token } = await world.session({ amount: { value } });
  const view = valueOf(await world.payments.checkout.read(token));
  expect(view.installmentMonths).toEqual(expected);
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  const { installments } = valueOf(await world.payments.checkout.describeCard(token, { firstDigits: "400000" }));
  expect(installments.map(({ months }) => months)).toEqual(expected);
  const debit = valueOf(await world.payments.checkout.describeCard(token, { firstDigits: "500000" }));
  expect(debit.installments).toEqual([]);
});

test("the months come from the merchant's gateway", async () => {
  const gateways = (gateway: Gateway) => ({
    short: taking(gateway, [2]),
    long: taking(gateway, toTwelve),
    silent: taking(gateway, undefined),
  });
  for (const [gateway, months] of [
    ["long", toTwelve],
    ["short", [2]],
    ["silent", [2, 3]],
  ] as const) {
    const world = await createWorld({ gateways, merchant: { gateway }, cardData: { bins } });
    const { token } = await world.session({ amount: { value: 60_000 } });
    expect(valueOf(await world.payments.checkout.read(token)).installmentMonths).toEqual(months);
    const described = valueOf(await world.payments.checkout.describeCard(token, { firstDigits: "400000" }));
    expect(described.installments.map((plan) => plan.months)).toEqual(months);
  }
});

test("offers without interest hold for longer months as well", async () => {
  const rows = [
    { minAmt: 50_000, maxAmt: 0, installment: "02:03:07:08" },
    { minAmt: 200_000, maxAmt: 0, installment: "12:14" },
  ];
  const read = () => Promise.resolve(JSON.stringify({ period: november, cards: { "41": rows } }));
  const world = await createWorld({
    merchant: { contracts: { installmentFeeds: ["PG_B"] } },
    cardData: { bins, installmentFeeds: { PG_B: { sandbox: true, read } } },
  });
  await world.payments.work.runDue();
  const plansFor = async (value: number, orderId: string) => {
    const { token } = await world.session({ amount: { value }, orderId });
    return plans(valueOf(await world.payments.checkout.describeCard(token, { firstDigits: "400000" })).installments);
  };
  expect(await plansFor(199_999, "order-20261120-0011")).toBe("2 free, 3 free, 4, 5, 6, 7 free, 8 free, 9, 10, 11, 12");
  expect(await plansFor(200_000, "order-20261120-0012")).toBe(
    "2 free, 3 free, 4, 5, 6, 7 free, 8 free, 9, 10, 11, 12 free",
  );
});
