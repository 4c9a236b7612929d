import { expect, test } from "vitest";
import { memoryStore, sandboxGateway } from "../../src/index.ts";
import { providerCalls } from "../../src/telemetry/observed-providers.ts";
import { collected, pointsOf } from "./collected.ts";
import { card, openShop } from "./shop.ts";

test("a gateway's own code and message of a refusal are in its span and in the count of calls, and in no answer", async () => {
  const told = collected();
  const gateway = await sandboxGateway();
  const provider = { code: "E51", message: `한도 초과 ${card.number}` };
  const { authenticated, call } = await openShop({
    store: memoryStore(),
    gateways: {
      test: { ...gateway, approve: async () => ({ outcome: "refused", code: "REJECT_CARD_PAYMENT", provider }) },
    },
  });
  const { token: _token, ...confirmation } = await authenticated("order-of-a-word-0001");
  const answer = await call("POST", "/px/intents/confirm", confirmation);
  expect(answer.status).toBe(403);
  expect(JSON.stringify(answer.json)).not.toMatch(/E51|한도 초과/);
  expect(told.span("gateway approve").attributes).toMatchObject({
    "wonflow.error.code": "REJECT_CARD_PAYMENT",
    "wonflow.provider.code": "E51",
    "wonflow.provider.message": "한도 초과 …******0009",
  });
  const calls = pointsOf((await told.metrics())["wonflow.provider.calls"]);
  const of = { "wonflow.provider": "gateway", "wonflow.provider.name": "default" };
  expect(calls).toEqual([
    { ...of, "wonflow.provider.operation": "authenticate", "wonflow.provider.outcome": "done", value: 1 },
    {
      ...of,
      "wonflow.provider.operation": "approve",
      "wonflow.provider.outcome": "refused",
      "wonflow.provider.code": "E51",
      value: 1,
    },
  ]);
});

test("codes that never repeat are counted as others, and a call that throws is counted", async () => {
  const told = collected();
  const ask = providerCalls("payout-bank");
  const request = { tenant: "7:test" };
  for (let code = 0; code < 1000; code += 1) {
    await ask("submit", request, async () => ({ outcome: "unknown", provider: { code: `E${code}`, message: "" } }));
  }
  await expect(ask("submit", request, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  const points = pointsOf((await told.metrics())["wonflow.provider.calls"]) ?? [];
  expect(points).toHaveLength(302);
  expect(points).toContainEqual(expect.objectContaining({ "wonflow.provider.code": "_OTHER", value: 700 }));
  expect(points).toContainEqual(expect.objectContaining({ "wonflow.provider.outcome": "threw", value: 1 }));
});
