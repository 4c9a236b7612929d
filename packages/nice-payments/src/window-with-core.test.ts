import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ErrorCode, Payments, Result } from "@wonflow/core";
import type { WindowChoice } from "@wonflow/nice-emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { inBrowser } from "../test/browser.ts";
import { account, openedWithCore, shop } from "../test/core-world.ts";

const aMinute = 60_000;

/** A whole service in live mode, whose buyers pay in the emulated gateway's window. */
async function opened() {
  const world = await openedWithCore({ windowMethods: () => ["CARD", "TRANSFER", "KAKAOPAY"] });
  const methods = ["CARD", "TRANSFER", "EASY_PAY"] as const;
  const contracts = { methods: [...methods] };
  await world.payments.merchants.register({ ...shop, name: "찻집", feeRate: "3.3", contracts });
  return world;
}

type World = Awaited<ReturnType<typeof opened>>;

function okOf<Value>(result: Result<Value, ErrorCode>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };

interface Buyer {
  readonly method?: "CARD" | "TRANSFER" | "KAKAOPAY";
  readonly choice?: WindowChoice;
}

/** A session whose buyer has opened the window. */
async function windowOf({ payments }: World, number: number, method: NonNullable<Buyer["method"]> = "CARD") {
  const orderId = `order-20261125-${String(number).padStart(4, "0")}`;
  const order = { customerId: "c0a8-11e9-buyer", orderId, orderName: "우롱차", amount: { value: 10_000 }, ...urls };
  const { token } = okOf(await payments.sessions.create(shop, { ...order, methods: [method] }));
  const started = okOf(await payments.checkout.openWindow(token, { method, device: "PC" }));
  if (!("windowUrl" in started)) throw new Error("the link has an authenticated payment already");
  const windowToken = /\/windows\/(.+)$/.exec(started.windowUrl)?.[1] ?? "";
  const { open } = okOf(await payments.checkout.readWindow(windowToken));
  return { orderId, windowToken, open, key: open.kind === "script" ? String(open.fields["orderId"]) : "" };
}

/** A buyer in the window; returns what the shop confirms, if the buyer has authenticated. */
async function authenticated(world: World, number: number, { method = "CARD", choice = {} }: Buyer = {}) {
  const { orderId, windowToken, open } = await windowOf(world, number, method);
  const brought = await inBrowser(open, choice);
  if (brought === undefined) return undefined;
  expect(brought.url).toContain(`/windows/${windowToken}/return`);
  const { redirectUrl, leadsTo } = okOf(await world.payments.checkout.returnFromWindow(windowToken, brought.fields));
  if (leadsTo !== "successUrl") return undefined;
  return { intentKey: new URL(redirectUrl).searchParams.get("intentKey") ?? "", orderId, amount: 10_000 };
}

/** The service's address for the provider's messages, answered as its HTTP interface answers them. */
async function noticeAddress(payments: Payments): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const result = await payments.checkout.notified("default", { headers, body: await text(request) });
      if (result.ok) response.writeHead(200, { "content-type": result.value.contentType }).end(result.value.body);
      else response.writeHead(403).end();
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateways/default/notifications`;
}

async function register(world: World, method: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${account.clientKey}:${account.secretKey}`).toString("base64")}`;
  const body = JSON.stringify({ method, url: await noticeAddress(world.payments) });
  const registered = await fetch(`${world.emulator.url}/v1/webhook`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  return registered.json();
}

describe("a buyer in the window", () => {
  test("pays, and is refunded in part and in full", async () => {
    const world = await opened();
    const { emulator, payments } = world;
    const confirm = await authenticated(world, 1, { choice: { months: 0, card: "9410410000000001" } });
    if (confirm === undefined) throw new Error("not authenticated");
    const paid = okOf(await payments.intents.confirm(shop, confirm));
    const { intentKey } = confirm;
    const card = { issuerCode: "41", number: "941041******0001", installmentPlanMonths: 0 };
    expect(paid).toMatchObject({ status: "DONE", methods: [{ method: "CARD", card }] });
    okOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "변심", cancelAmount: 4_000 }));
    okOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "변심" }));
    expect(emulator.book().approvals).toMatchObject([
      { held: 0, cancellations: [{ amount: 4_000 }, { amount: 6_000 }] },
    ]);
    expect(world.notices).toEqual([]);
  });

  test.each([
    ["leaves", { act: "cancel" }],
    ["fails", { act: "fail" }],
    ["closes the window", { act: "close" }],
    ["forges the amount", { act: "forge-amount" }],
    ["forges the signature", { act: "forge-signature" }],
  ] as const)("who %s has not paid", async (_what, choice) => {
    const world = await opened();
    expect(await authenticated(world, 1, { choice })).toBeUndefined();
    await world.pass(60, 1);
    expect(world.emulator.book().approvals).toEqual([]);
    const isForged = choice.act.startsWith("forge");
    expect(world.notices.map(({ kind }) => kind)).toEqual(isForged ? ["window-return-forged"] : []);
  });

  test("who replays the return of another order pays for neither", async () => {
    const world = await opened();
    const { emulator, payments, pass } = world;
    const [one, other] = [await windowOf(world, 1), await windowOf(world, 2)];
    const brought = await inBrowser(other.open, {});
    const replayed = { ...brought?.fields, orderId: one.key };
    const { redirectUrl } = okOf(await payments.checkout.returnFromWindow(one.windowToken, replayed));
    const intentKey = new URL(redirectUrl ?? "").searchParams.get("intentKey") ?? "";
    await payments.intents.confirm(shop, { intentKey, orderId: one.orderId, amount: 10_000 });
    expect(emulator.book().approvals).toMatchObject([{ orderId: other.key, held: 0 }]);
    // The return of the other order is a replay now.
    const second = okOf(await payments.checkout.returnFromWindow(other.windowToken, brought?.fields ?? {}));
    expect(second.leadsTo).not.toBe("successUrl");
    await pass(60, 1);
    expect(okOf(await payments.intents.lookUp(shop, { intentKey }))).not.toMatchObject({ status: "DONE" });
    expect(emulator.book().approvals.map(({ held }) => held)).toEqual([0]);
  });
});

describe("the provider's messages", () => {
  test("are registered by a sample, and an approval whose answer was lost is found by one", async () => {
    const world = await opened();
    const { clock, emulator, payments } = world;
    expect(await register(world, "card")).toMatchObject({ resultCode: "0000", urls: [{ method: "card" }] });
    const confirm = await authenticated(world, 1);
    if (confirm === undefined) throw new Error("not authenticated");
    emulator.breakNext("approve", "answer-lost");
    await payments.intents.confirm(shop, confirm);
    await expect.poll(() => emulator.book().notifications).toMatchObject([{ status: 200, isTaken: true }]);
    const statusNow = async () => {
      await payments.work.runDue(1_000);
      return okOf(await payments.intents.lookUp(shop, { intentKey: confirm.intentKey })).status;
    };
    await clock.advance(aMinute);
    for (const _try of [1, 2]) emulator.breakNext("find", "request-lost");
    // The look-up breaks too, and the next one is not due yet.
    expect([await statusNow(), await statusNow()]).toEqual(["IN_PROGRESS", "IN_PROGRESS"]);
    // A person sends the message again in the merchant's dashboard.
    expect(await emulator.notify(emulator.book().approvals[0]?.orderId ?? "")).toMatchObject({ isTaken: true });
    expect(await statusNow()).toBe("DONE");
  });

  test("about wallets are not registered for by any method of the manual", async () => {
    const world = await opened();
    expect(await register(world, "kakaopay")).toMatchObject({ resultCode: "U131" });
  });
});

// Some hundred calls over HTTP take long on a busy machine.
describe.each([1, 2])("chance %i", { timeout: 60_000 }, (seed) => {
  test("with 3 of 10 calls broken, the provider's records and the ledger agree in the end", async () => {
    const world = await opened();
    const { emulator, payments, pass } = world;
    emulator.drawFaults({ rate: 0.3, seed });
    const intentKeys: string[] = [];
    for (let number = 1; number <= 30; number += 1) {
      const method = (["CARD", "TRANSFER", "KAKAOPAY"] as const)[number % 3] ?? "CARD";
      const confirm = await authenticated(world, number, { method });
      if (confirm !== undefined) {
        intentKeys.push(confirm.intentKey);
        const { intentKey } = confirm;
        await payments.intents.confirm(shop, confirm);
        if (number % 3 === 0) {
          await payments.intents.cancel(shop, { intentKey }, { cancelReason: "변심", cancelAmount: 4_000 });
        }
      }
      await pass(1, 1);
    }
    emulator.drawFaults({ rate: 0 });
    await pass(120, 1);
    await pass(30 * 60, 30);
    const held = new Map(emulator.book().approvals.map((each) => [each.orderId, each.held]));
    let paid = 0;
    for (const intentKey of intentKeys) {
      const intent = okOf(await payments.intents.lookUp(shop, { intentKey }));
      expect(["DONE", "PARTIAL_CANCELED", "CANCELED", "ABORTED", "EXPIRED"]).toContain(intent.status);
      const isOver = intent.status === "ABORTED" || intent.status === "EXPIRED";
      const ours = isOver ? 0 : 10_000 - (intent.cancel?.canceledAmount ?? 0);
      const orderId = [...held.keys()].find((key) => key.includes(intentKey));
      expect([intentKey, intent.status, held.get(orderId ?? "") ?? 0]).toEqual([intentKey, intent.status, ours]);
      if (!isOver) paid += 1;
    }
    expect(paid).toBeGreaterThan(10);
    // Nothing is charged without a payment, and nothing twice.
    expect(held.size).toBe(emulator.book().approvals.length);
    expect([...held.keys()].filter((key) => !intentKeys.some((each) => key.includes(each)))).toEqual([]);
    expect(okOf(await payments.attempts.flagged(shop, { limit: 1_000 })).items).toEqual([]);
  });
});
