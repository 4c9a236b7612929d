import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { createPayments, memoryStore, sandboxCardNetwork, testCards, type PaymentIntent } from "./index.ts";

const tenant = { mId: 7, mode: "test" } as const;

/** A payment that is made before a restart of the network and given back after it; the store outlives both. */
async function refundAfterRestart(dataDir: string | undefined) {
  const store = memoryStore();
  const start = () => {
    const network = sandboxCardNetwork(dataDir === undefined ? {} : { dataDir });
    const payments = createPayments({ store, cardNetworks: { test: network }, secret: "s".repeat(32) });
    return { network, payments };
  };
  const before = start();
  await before.payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Tea", ...urls };
  const session = await before.payments.sessions.create(tenant, { ...order, amount: { value: 10_000 } });
  const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const next = await before.payments.checkout.authenticate(session.ok ? session.value.token : "", card);
  const intentKey = new URL(next.ok ? next.value.redirectUrl : "").searchParams.get("intentKey") ?? "";
  await before.payments.intents.confirm(tenant, { intentKey, orderId: order.orderId, amount: 10_000 });
  await before.network.close();
  const after = start();
  onTestFinished(() => after.network.close());
  return after.payments.intents.cancel(tenant, { intentKey }, { cancelReason: "after a restart" });
}

test("with a folder the sandbox remembers payments over a restart, so that they can be given back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const canceled: { ok: boolean; value?: PaymentIntent } = await refundAfterRestart(join(folder, "made by us"));
  expect(canceled).toMatchObject({ ok: true, value: { status: "CANCELED" } });
});

test("without one it forgets them", async () => {
  expect(await refundAfterRestart(undefined)).toMatchObject({ ok: false, error: { code: "REFUND_REJECTED" } });
});
