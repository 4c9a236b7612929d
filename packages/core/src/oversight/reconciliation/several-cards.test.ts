import { mostPromises, sandboxGateway } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { cardCaller, fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { shop, valueOf } from "../../../test/world.ts";
import type { Gateway } from "../../index.ts";

const day = "2026-11-20";
const dayMs = 24 * 60 * 60 * 1000;

test("of several cards that were refunded by hand, each reconciliation names one with its own part", async () => {
  const world = await createBillingWorld();
  const { payments, gateway, clock } = world;
  const { intentKey } = valueOf(
    await world.charge(chargeInput([await world.billkey(), await world.billkey("shinhan")])),
  );
  const keys = [`approval-${intentKey}`, `approval-${intentKey}-2`];
  const caller = cardCaller(gateway, () => clock.now());
  for (const [index, approvalKey] of keys.entries()) {
    const amount = 1_000 * (index + 1);
    await caller.cancel({ tenant: "7:test", key: `by-hand-${index}`, approvalKey, amount, deadline: clock.now() + 1 });
  }
  await clock.advance(dayMs);
  const actions: string[] = [];
  for (const [index, key] of keys.entries()) {
    const { differences } = valueOf(await payments.reconcile(shop, day));
    const amount = 1_000 * (index + 1);
    expect(differences).toMatchObject([
      { kind: "given-back", reference: intentKey, attempt: { key, givenBack: amount } },
    ]);
    actions.push(differences[0]?.action ?? "");
    expect(actions[index]).toContain(`resolve(tenant, "${key}", { outcome: "canceled", amount: ${amount}, at, note })`);
    const at = new Date(clock.now()).toISOString();
    valueOf(await payments.attempts.resolve(shop, key, { outcome: "canceled", amount, at, note: "the console" }));
  }
  expect(valueOf(await payments.reconcile(shop, day)).differences).toEqual([]);
});

test("a payment with cards of two gateways, which both list it on a later day, is one difference", async () => {
  const ids = sequentialIds();
  const clock = fakeClock(Date.UTC(2026, 10, 20, 1, 0, 0));
  const [old, next] = [0, 1].map(() => sandboxGateway({ clock, ids, promises: mostPromises }));
  if (old === undefined || next === undefined) throw new Error("there are two gateways");
  const gaveBack = (approvalKey: string): Gateway["statement"] => {
    const line = { kind: "CANCELED", approvalKey, approvalReference: null, amount: 1_000, at: clock.now() } as const;
    return async () => ({ outcome: "done", value: { movements: [line], next: null } });
  };
  const world = await createBillingWorld({
    sharing: { clock, ids, memory: memoryStore(), gateway: old },
    gateways: () => ({ old, new: next }),
    merchant: { gateway: "old" },
  });
  const { merchants, reconcile } = world.payments;
  const first = await world.billkey();
  valueOf(await merchants.register({ ...valueOf(await merchants.get(shop)), gateway: "new" }));
  const { intentKey } = valueOf(await world.charge(chargeInput([first, await world.billkey("shinhan")])));
  await clock.advance(dayMs);
  for (const [index, gateway] of [old, next].entries()) {
    const approvalKey = `approval-${intentKey}${index === 0 ? "" : "-2"}`;
    const call = { tenant: "7:test", key: "by-hand", approvalKey, amount: 1_000, deadline: clock.now() + 1 } as const;
    await cardCaller(gateway, () => clock.now()).cancel(call);
    Object.assign(gateway, { statement: gaveBack(approvalKey) });
  }
  await clock.advance(dayMs);
  const { differences } = valueOf(await reconcile(shop, "2026-11-21"));
  expect(differences).toMatchObject([{ kind: "given-back", reference: intentKey, provider: 8_001 }]);
});
