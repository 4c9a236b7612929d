import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";
import { sandboxCardNetwork } from "./network.ts";

const startMs = Date.UTC(2026, 2, 2, 3);
const tenant = "1:test";
const kb = {
  number: "4000000000110009",
  expiryMonth: "12",
  expiryYear: "30",
  registNo: "900101",
  passwordFront2: "12",
};

test("a payment from authentication to cancellation", async () => {
  const clock = fakeClock(startMs);
  const network = sandboxCardNetwork({ clock, ids: sequentialIds() });
  const deadline = startMs + 10_000;

  expect(await network.authenticate({ tenant, card: kb, deadline })).toEqual({
    outcome: "done",
    value: { token: "sbx_kb_1:test_0000000000000001", maskedNumber: "400000******0009", issuerCode: "11" },
  });
  const cardToken = "sbx_kb_1:test_0000000000000001";
  const approval = {
    tenant,
    key: "a1",
    deadline,
    cardToken,
    amount: 10_000,
    installmentPlanMonths: 0,
    orderName: "Tea",
  } as const;
  const approved = {
    outcome: "done",
    value: { key: "a1", amount: 10_000, approvalNumber: "00000001", approvedAt: startMs },
  };
  expect(await network.approve(approval)).toEqual(approved);
  expect(await network.approve(approval)).toEqual(approved);
  expect(await network.lookUp({ of: "approval", tenant, key: "a1", deadline })).toEqual(approved);
  expect(network.held(tenant)).toBe(10_000);

  await clock.advance(1_000);
  expect(await network.cancel({ tenant, key: "c1", approvalKey: "a1", amount: 4_000, deadline })).toEqual({
    outcome: "done",
    value: { key: "c1", amount: 4_000, canceledAt: startMs + 1_000 },
  });
  expect(network.held(tenant)).toBe(6_000);
  expect(network.record(tenant, "a1")).toMatchObject({ state: "APPROVED", amount: 10_000, canceledAmount: 4_000 });
});
