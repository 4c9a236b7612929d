import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createHandler, createPayments, memoryStore, silentLogger, type Result, type WindowMethod } from "wonflow";
import { openAcmePay, type AcmePay } from "../test/acme-pay.ts";
import { acmeWindow } from "./acme-window.ts";

const shop = { mId: 7, mode: "test" } as const;
const order = {
  customerId: "buyer-1",
  orderId: "order-20261120-0001",
  orderName: "녹차",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** A service whose only gateway is the one with the window, and a link of the order. */
async function opened(methods: readonly WindowMethod[] = ["KAKAOPAY"]) {
  const clock = fakeClock(Date.parse("2026-11-20T10:00:00+09:00"));
  const acme = await openAcmePay(clock.now);
  onTestFinished(() => acme.close());
  const { url, secretOf, notificationSecret } = acme;
  const shopOf = (id: string) => ({ id, secret: secretOf(id) });
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: acmeWindow({ url, now: clock.now, sandbox: true, shopOf, notificationSecret }) },
    clock,
    secret: crypto.randomUUID(),
    logger: silentLogger,
  });
  const contracts = { methods: ["EASY_PAY" as const] };
  valueOf(await payments.merchants.register({ ...shop, name: "차 가게", feeRate: "3.3", contracts }));
  const handler = createHandler(payments, { rateLimits: "off", logger: silentLogger });
  const { token } = valueOf(await payments.sessions.create(shop, { ...order, methods: [...methods] }));
  return { acme, clock, payments, handler, token };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** The buyer presses the wallet, and the browser follows to the provider's window. */
async function inWindow({ payments, handler, token }: Opened, method: WindowMethod = "KAKAOPAY"): Promise<string> {
  const link = valueOf(await payments.checkout.openWindow(token, { method, device: "MOBILE" }));
  if (!("windowUrl" in link)) throw new Error("the link is authenticated already");
  return locationOf(await handler(new Request(link.windowUrl)));
}

function locationOf(response: Response): string {
  expect(response.status).toBe(303);
  return response.headers.get("Location") ?? "";
}

/** The browser follows from the window to the service, and on. */
async function back({ handler, acme }: Opened, windowUrl: string, choice: Parameters<AcmePay["choose"]>[1]) {
  return locationOf(await handler(new Request(acme.choose(windowUrl, choice))));
}

const confirmation = (address: string) => {
  const { searchParams } = new URL(address);
  return {
    intentKey: searchParams.get("intentKey") ?? "",
    orderId: order.orderId,
    amount: Number(searchParams.get("amount")),
  };
};

test("a buyer pays in the window, and is refunded", async () => {
  const service = await opened();
  const { payments, acme } = service;
  const address = await back(service, await inWindow(service), "authenticate");
  expect(address).toContain("https://shop.example/ok?");
  expect(acme.orders()).toMatchObject([{ state: "AUTHENTICATED" }]);
  const payment = valueOf(await payments.intents.confirm(shop, confirmation(address)));
  const easyPay = { provider: "KAKAOPAY", amount: 10_000, discountAmount: 0 };
  expect(payment).toMatchObject({ status: "DONE", methods: [{ method: "EASY_PAY", amount: 10_000, easyPay }] });
  const { intentKey } = payment;
  valueOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount: 4_000 }));
  expect(acme.orders()).toMatchObject([{ state: "PAID", amount: 10_000, balance: 6_000 }]);
});

test("the wallet's discount is shown, and a part of the payment can't be refunded", async () => {
  const service = await opened();
  const { payments } = service;
  const address = await back(service, await inWindow(service), "discount");
  const { intentKey, methods } = valueOf(await payments.intents.confirm(shop, confirmation(address)));
  expect(methods).toMatchObject([{ amount: 10_000, easyPay: { amount: 9_000, discountAmount: 1_000 } }]);
  const part = await payments.intents.cancel(shop, { intentKey }, { cancelReason: "품절", cancelAmount: 4_000 });
  expect(part).toMatchObject({ ok: false, error: { code: "NOT_ALLOWED_PARTIAL_REFUND" } });
});

test("a charge whose answer is lost is looked up, and charged once", async () => {
  const service = await opened();
  const { payments, acme, clock } = service;
  const confirmed = confirmation(await back(service, await inWindow(service), "authenticate"));
  acme.breakNext("charge", "answer-lost");
  const unknown = await payments.intents.confirm(shop, confirmed);
  expect(unknown).toMatchObject({ ok: false, error: { code: "UNKNOWN_PAYMENT_ERROR" } });
  await clock.advance(60_000);
  await payments.work.runDue(100);
  expect(valueOf(await payments.intents.lookUp(shop, confirmed))).toMatchObject({ status: "DONE" });
  expect(acme.orders()).toMatchObject([{ state: "PAID", balance: 10_000 }]);
});

test.each([
  ["close", "IN_WINDOW", "PAY_PROCESS_CANCELED"],
  ["limit", "OPEN", "EXCEED_MAX_ONE_DAY_AMOUNT"],
] as const)("after %s the buyer may choose again, and the link is %s", async (choice, status, code) => {
  const service = await opened();
  expect(await back(service, await inWindow(service), choice)).toBe("returned");
  const view = valueOf(await service.payments.checkout.read(service.token));
  expect(view).toMatchObject({ status, windowFailure: { code } });
});

test.each([
  ["amount", "1"],
  ["payId", "pay_2"],
  ["orderId", "another"],
  ["at", "1"],
  ["signature", "00"],
  ["result", "W301"],
])("a return with another %s is forged, and authenticates nothing", async (field, value) => {
  const service = await opened();
  const { acme, handler, payments, token } = service;
  const address = new URL(acme.choose(await inWindow(service), "authenticate"));
  const right = address.href;
  address.searchParams.set(field, value);
  expect(locationOf(await handler(new Request(address)))).toBe("returned");
  expect(valueOf(await payments.checkout.read(token))).toMatchObject({ status: "IN_WINDOW" });
  expect(locationOf(await handler(new Request(right)))).toContain("https://shop.example/ok?");
});

test("a call after its deadline is not sent", async () => {
  const now = Date.parse("2026-11-20T10:00:00+09:00");
  const account = { url: "http://127.0.0.1:1", now: () => now, sandbox: true, notificationSecret: "" };
  const gateway = acmeWindow({ ...account, shopOf: (id) => ({ id, secret: "" }) });
  const authentication = { key: "k", reference: "pay_1", askedAt: now - 1 };
  const named = { tenant: "7:test", key: "k", reference: null, authentication, credentials: null } as const;
  const call = { ...named, deadline: now, askedAt: now - 1 };
  const reason = "the deadline had passed before the call";
  expect(await gateway.lookUpApproval(call)).toEqual({ outcome: "unknown", reason });
  expect(await gateway.lookUpApproval({ ...call, deadline: now + 1 }).catch(() => "sent")).toBe("sent");
});

test("a browser that never comes back is replaced by the provider's notification, if that is genuine", async () => {
  const service = await opened(["NAVERPAY"]);
  const { acme, handler, payments, token, clock } = service;
  const windowUrl = await inWindow(service, "NAVERPAY");
  acme.choose(windowUrl, "authenticate");
  const { body, signature } = acme.notificationOf(windowUrl);
  const notified = (headers: Record<string, string>) =>
    handler(new Request("http://localhost:4242/gateways/default/notifications", { method: "POST", headers, body }));
  expect((await notified({ "X-Signature": "00" })).status).toBe(403);
  await clock.advance(1_000);
  await payments.work.runDue(100);
  expect(valueOf(await payments.checkout.read(token))).toMatchObject({ status: "IN_WINDOW" });
  expect((await notified({ "X-Signature": signature })).status).toBe(200);
  await clock.advance(1_000);
  await payments.work.runDue(100);
  expect(valueOf(await payments.checkout.read(token))).toMatchObject({
    status: "AUTHENTICATED",
    paidIn: { method: "EASY_PAY", easyPayProvider: "NAVERPAY" },
  });
});
