import { cardCompanyOf } from "@wonflow/core";
import { shippedBins } from "@wonflow/card-data";
import { testCards } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { expect, test } from "vitest";

import { createPayments, sandboxGateway } from "../src/index.ts";

const secret = "0123456789abcdef0123456789abcdef";
const gateway = await sandboxGateway();
const payments = createPayments({ store: memoryStore(), gateways: { test: gateway }, secret });

test.each(testCards)("the BIN of the test card $name names the company that the sandbox names", async (card) => {
  const found = await payments.bins.lookUp(card.number);
  expect(found).toMatchObject({ ok: true, value: { issuer: card.issuerCode } });
  expect(cardCompanyOf(card.issuerCode)?.ko).toBe(card.issuerName);
});

test("what ships has a code for every row, and no BIN twice", () => {
  expect(shippedBins.filter(({ acquirer, issuer }) => !cardCompanyOf(acquirer) || !cardCompanyOf(issuer))).toEqual([]);
  expect(new Set(shippedBins.map(({ bin }) => bin)).size).toBe(shippedBins.length);
});

test("without a sandbox in test mode nothing is known of its BINs", async () => {
  const bare = createPayments({ store: memoryStore(), gateways: {}, secret });
  expect(await bare.bins.lookUp("4000000000110009")).toMatchObject({ ok: false, error: { code: "NOT_FOUND_BIN" } });
});
