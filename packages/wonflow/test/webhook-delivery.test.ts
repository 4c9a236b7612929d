import { expect, test } from "vitest";
import { bindPayments, type Mode, type WebhookSender } from "@wonflow/core";
import { sandboxGateway, testCards } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock } from "@wonflow/testkit";
import { createPayments } from "../src/create-payments.ts";
import { randomIds } from "../src/machine.ts";
import { koreanBankHolidays } from "../src/korean-bank-holidays.ts";
import { webCryptoVault } from "../src/vault.ts";
import { webhookSender } from "../src/webhook-sender.ts";
import { startReceiver, verified } from "./webhook-receiver.ts";

const dayMs = 24 * 60 * 60 * 1000;
const serviceSecret = "s".repeat(32);
const shop = { mId: 7, mode: "test" } as const;
const contract = {
  name: "Corner Shop",
  feeRate: "3.3",
  origins: ["https://shop.example"],
  contracts: { webhook: true },
};
const order = { orderId: "order-20261120-0001", amount: { value: 10_000 } };

/** A service whose time the test moves, with real sockets, ids and cryptography, and a settlement whose webhook is due. */
async function settledService(
  url: string,
  { sender = webhookSender(), mode = "test" }: { readonly sender?: WebhookSender; readonly mode?: Mode } = {},
) {
  const tenant = { ...shop, mode };
  const clock = fakeClock(Date.parse("2025-11-20T10:00:00+09:00"));
  const store = memoryStore();
  const gateway = sandboxGateway({ clock, ids: randomIds });
  const payments = bindPayments({
    store,
    gateways: { test: gateway, live: { ...gateway, sandbox: false } },
    clock,
    ids: randomIds,
    vault: webCryptoVault([serviceSecret]),
    holidays: koreanBankHolidays,
    webhookSender: sender,
  });
  await payments.merchants.register({ ...tenant, ...contract });
  const endpoint = await payments.webhooks.set(tenant, { url });
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const session = await payments.sessions.create(tenant, {
    ...order,
    ...urls,
    customerId: "buyer-1",
    orderName: "Tea",
  });
  const card = { number: testCards[0]?.number ?? "", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
  const token = session.ok ? session.value.token : "";
  const next = await payments.checkout.authenticate(token, { ...card, passwordFront2: "12" });
  const intentKey = new URL(next.ok ? next.value.redirectUrl : "").searchParams.get("intentKey") ?? "";
  await payments.intents.confirm(tenant, { intentKey, orderId: order.orderId, amount: order.amount.value });
  await clock.advance(Date.parse("2025-11-25T00:00:00+09:00") - clock.now());
  await payments.work.runDue();
  const delivery = async () => {
    const page = await payments.webhooks.deliveries(tenant);
    const [only] = page.ok ? page.value.items : [];
    if (only === undefined) throw new Error("there is no delivery");
    return only;
  };
  /** Does the next try. */
  const tryNext = async () => {
    await clock.advance(((await delivery()).nextTryAt ?? 0) - clock.now());
    await payments.work.runDue();
  };
  return { clock, store, payments, secret: endpoint.ok ? (endpoint.value.secret ?? "") : "", delivery, tryNext };
}

test("a settlement's webhook is delivered, and verified with the secret", async () => {
  const { url, received } = await startReceiver();
  const { payments, secret, delivery, tryNext } = await settledService(url);
  await tryNext();
  const [request] = received;
  if (request === undefined) throw new Error("nothing arrived");
  const settlement = await payments.settlements.lookUp(shop, (await delivery()).about);
  expect(settlement).toMatchObject({ ok: true, value: { amount: 9637, lines: [{ orderId: order.orderId }] } });
  expect({ ok: true, value: verified(request, secret) }).toEqual(settlement);
  expect(request.headers["webhook-id"]).toBe((await delivery()).id);
  expect(request.headers["webhook-event"]).toBe("settlement.completed");
  expect(await delivery()).toMatchObject({ status: "DELIVERED", log: [{ status: 204, reason: null }] });
});

test("a receiver that fails three times and then recovers gets the same message four times, and again when it is resent", async () => {
  const { url, received } = await startReceiver((response, count) => {
    response.writeHead(count <= 3 ? 503 : 200).end(count <= 3 ? "점검 중" : "");
  });
  const { payments, secret, delivery, tryNext } = await settledService(url);
  for (let tries = 0; tries < 4; tries += 1) await tryNext();
  const { status, log } = await delivery();
  expect(status).toBe("DELIVERED");
  expect(log.map((each) => [each.status, each.answer])).toEqual([
    [503, "점검 중"],
    [503, "점검 중"],
    [503, "점검 중"],
    [200, ""],
  ]);
  expect(new Set(received.map(({ headers, body }) => JSON.stringify([headers["webhook-id"], body]))).size).toBe(1);
  for (const request of received) expect(verified(request, secret)).toMatchObject({ amount: 9637 });
  const eventAndId = ({ headers }: (typeof received)[number]) => [headers["webhook-event"], headers["webhook-id"]];
  expect((await payments.webhooks.resend(shop, (await delivery()).id)).ok).toBe(true);
  await tryNext();
  expect(received.map(eventAndId)).toEqual(
    Array.from({ length: 5 }, () => ["settlement.completed", expect.stringMatching(/^msg_settlement-completed_/)]),
  );
  expect(new Set(received.map((request) => eventAndId(request).join())).size).toBe(1);
});

test("a receiver that hangs, then redirects, and then takes it", async () => {
  const inner = await startReceiver();
  const outer = await startReceiver((response, count) => {
    if (count === 2) response.writeHead(307, { location: inner.url }).end();
    if (count === 3) response.writeHead(200).end();
  });
  const sender = webhookSender();
  const impatient: WebhookSender = {
    send: (message) => sender.send(outer.received.length === 0 ? { ...message, deadlineMs: 1_000 } : message),
  };
  const { delivery, tryNext } = await settledService(outer.url, { sender: impatient });
  for (let tries = 0; tries < 3; tries += 1) await tryNext();
  const { status, log } = await delivery();
  expect(status).toBe("DELIVERED");
  expect(log).toMatchObject([{ status: null, reason: "no answer in time" }, { status: 307 }, { status: 200 }]);
  expect(inner.received).toEqual([]);
});

test("a receiver that answers 410 gets no more messages", async () => {
  const { url, received } = await startReceiver((response) => void response.writeHead(410).end("gone"));
  const { clock, payments, delivery, tryNext } = await settledService(url);
  await tryNext();
  expect(await delivery()).toMatchObject({ status: "EXHAUSTED", nextTryAt: null, log: [{ status: 410 }] });
  await clock.advance(10 * dayMs);
  await payments.work.runDue();
  expect(received).toHaveLength(1);
});

test("for a day after a rotation its receiver can verify with either secret, then with the new one", async () => {
  const { url, received } = await startReceiver((response) => void response.writeHead(503).end());
  const { clock, payments, secret: former, tryNext } = await settledService(url);
  const rotated = await payments.webhooks.rotate(shop);
  const { secret } = rotated.ok ? rotated.value : { secret: "" };
  await tryNext();
  await clock.advance(dayMs);
  await payments.work.runDue();
  const [during, after] = received;
  if (during === undefined || after === undefined) throw new Error("a message is missing");
  for (const each of [secret, former]) expect(verified(during, each)).toMatchObject({ amount: 9637 });
  expect(verified(after, secret)).toMatchObject({ amount: 9637 });
  expect(() => verified(after, former)).toThrow("No matching signature found");
});

test.each([
  ["test", "no connection: "],
  ["live", "the host has an address that is not public"],
] as const)("in %s mode, a receiver whose name leads to this machine: %s", async (mode, reason) => {
  const { port, received } = await startReceiver();
  // The name had a public address when it was set, or it would have been refused then.
  let address = "93.184.216.34";
  const sender = webhookSender({ resolve: async () => [{ address, family: 4 }] });
  const { delivery, tryNext } = await settledService(`https://receiver.example:${port}/hook`, { sender, mode });
  address = "127.0.0.1";
  await tryNext();
  // In test mode it is asked for TLS, which it does not speak.
  expect((await delivery()).log).toMatchObject([{ status: null, reason: expect.stringContaining(reason) }]);
  expect(received).toEqual([]);
});

test("an embedded service sends webhooks by its due work, with the machine's clock and sockets", async () => {
  const { url, received } = await startReceiver();
  const { store, secret, delivery } = await settledService(url);
  const { work } = createPayments({ store, gateways: {}, secret: serviceSecret });
  await Promise.all(await work.start("webhookDelivery", 1));
  expect(received.map((request) => verified(request, secret))).toMatchObject([{ amount: 9637 }]);
  expect((await delivery()).status).toBe("DELIVERED");
});
