import { expect, test } from "vitest";

import { createWorld, shop } from "../../test/world.ts";

test.each([
  [1_000, 1_000, true],
  [1_001, 1_000, false],
])("bounds of a payment from %s to %s won", async (minAmount, maxAmount, valid) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", minAmount, maxAmount });
  const refused = {
    code: "INVALID_REQUEST",
    details: [{ field: "minAmount", problem: "must not be above maxAmount" }],
  };
  expect(answer).toMatchObject(valid ? { ok: true } : { ok: false, error: refused });
});

const origins = (count: number) => Array.from({ length: count }, (_, index) => `https://shop-${index}.example`);
const originOf = (length: number) => `https://${"a".repeat(length - "https://".length)}`;

test.each<[string, object, string]>([
  ["an mId of 0", { mId: 0 }, "mId"],
  ["an mId of 1", { mId: 1 }, "ok"],
  ["an mId of 15 nines", { mId: 999_999_999_999_999 }, "ok"],
  ["an mId of 16 digits", { mId: 1_000_000_000_000_000 }, "mId"],
  ["no name", { name: "" }, "name"],
  ["a name of 1", { name: "X" }, "ok"],
  ["a name of 100", { name: "가".repeat(100) }, "ok"],
  ["a name of 101", { name: "가".repeat(101) }, "name"],
  ["a fee rate of 0", { feeRate: "0" }, "ok"],
  ["a fee rate of 100", { feeRate: "100" }, "ok"],
  ["a fee rate above 100", { feeRate: "100.0001" }, "feeRate"],
  ["a fee rate below 0", { feeRate: "-0.0001" }, "feeRate"],
  ["100 origins", { origins: origins(100) }, "ok"],
  ["101 origins", { origins: origins(101) }, "origins"],
  ["an origin of 300", { origins: [originOf(300)] }, "ok"],
  ["an origin of 301", { origins: [originOf(301)] }, "origins.0"],
  ["a port of 1 digit", { origins: ["https://shop.example:1"] }, "ok"],
  ["a port of 5 digits", { origins: ["https://shop.example:65535"] }, "ok"],
  ["a port of 6 digits", { origins: ["https://shop.example:655350"] }, "origins.0"],
  ["0 days until it settles", { settlementDays: 0 }, "settlementDays"],
  ["1 day until it settles", { settlementDays: 1 }, "ok"],
  ["30 days until it settles", { settlementDays: 30 }, "ok"],
  ["31 days until it settles", { settlementDays: 31 }, "settlementDays"],
  ["a least amount of 0", { minAmount: 0 }, "minAmount"],
  ["a least amount of 1", { minAmount: 1 }, "ok"],
  ["a greatest amount at the ceiling", { maxAmount: 1_000_000_000_000 }, "ok"],
  ["a greatest amount above the ceiling", { maxAmount: 1_000_000_000_001 }, "maxAmount"],
  ["a wallet of its contract by default", { contracts: { methods: ["EASY_PAY"] }, defaultMethods: ["PAYCO"] }, "ok"],
  ["any wallet by default, of one", { contracts: { methods: ["PAYCO"] }, defaultMethods: ["EASY_PAY"] }, "ok"],
  ["another wallet by default", { contracts: { methods: ["PAYCO"] }, defaultMethods: ["TOSSPAY"] }, "defaultMethods"],
  [
    "the typed card by default, without it in the contract",
    { contracts: { methods: ["CARD"] }, defaultMethods: ["KEYIN"] },
    "defaultMethods",
  ],
])("a merchant with %s", async (_what, change, expected) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", ...change });
  expect(answer.ok ? "ok" : answer.error.details?.[0]?.field).toBe(expected);
});

test.each([
  [undefined, ["KEYIN"]],
  [["TRANSFER", "KEYIN"], ["KEYIN"]],
  [
    ["CARD", "EASY_PAY"],
    ["CARD", "EASY_PAY"],
  ],
] as const)("sessions have by default, with the contract %j, the methods %j", async (methods, expected) => {
  const { payments } = await createWorld();
  const contracts = methods === undefined ? {} : { methods: [...methods] };
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", contracts });
  expect(answer).toMatchObject({ ok: true, value: { defaultMethods: expected } });
});
