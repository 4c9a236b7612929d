import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { startNiceEmulator } from "./emulator.ts";

const account = { clientKey: "tea-house", secretKey: "secret-key-of-tea-house-32-chars" };
const other = { clientKey: "bookshop", secretKey: "secret-key-of-bookshop-32-chars-" };
const afternoon = Date.parse("2026-11-25T14:00:00+09:00");
const ediDate = "2026-11-25T05:00:00.000Z";
const aMinute = 60_000;

function hash(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join("")).digest("hex");
}

type Fields = Readonly<Record<string, string>>;
type Said = Record<string, unknown>;

/** A server that takes whatever is posted to it. */
async function takingServer(answer = { status: 200, type: "text/html", body: "OK" }) {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      taken.push(body);
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/taken`, taken, answer };
}

/** A merchant's server and a browser, written from the manual and not with the adapter's code. */
async function opened(options: { readonly showsUnapproved?: boolean } = {}) {
  let now = afternoon;
  const emulator = await startNiceEmulator({ accounts: [account, other], clock: { now: () => now }, ...options });
  onTestFinished(() => emulator.close());
  const page = async (path: string, fields: Fields) => {
    const response = await fetch(emulator.url + path, { method: "POST", body: new URLSearchParams(fields) });
    return { status: response.status, html: await response.text() };
  };
  const order = (change: Fields = {}): Fields => ({
    clientId: account.clientKey,
    method: "card",
    orderId: "order-1",
    amount: "10000",
    goodsName: "우롱차",
    returnUrl: "https://shop.example/return",
    ...change,
  });
  /** Opens the window and does what the buyer chooses; returns the page that leads back. */
  const act = async (choice: Fields = {}, change: Fields = {}) => {
    const { html } = await page("/v1/window", order(change));
    const [, path = ""] = /action="(\/v1\/window\/[^"]+)"/.exec(html) ?? [html];
    return page(path, { act: "pay", ...choice });
  };
  const brought = async (choice?: Fields, change?: Fields): Promise<Fields> => {
    const { html } = await act(choice, change);
    const inputs = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
  };
  const send = async (path: string, body?: object, { clientKey, secretKey } = account): Promise<Said> => {
    const authorization = `Basic ${Buffer.from(`${clientKey}:${secretKey}`).toString("base64")}`;
    const posted = body && { method: "POST", body: JSON.stringify(body) };
    return (await (await fetch(emulator.url + path, { headers: { authorization }, ...posted })).json()) as Said;
  };
  const approve = (tid = "", amount = 10_000, by = account) =>
    send(`/v1/payments/${tid}`, { amount, ediDate, signData: hash(tid, amount, ediDate, by.secretKey) }, by);
  const wait = (ms: number) => void (now += ms);
  return { emulator, page, order, act, brought, send, approve, wait };
}

describe("the window", () => {
  test("leads a buyer who authenticates back, signed, and charges nothing by that", async () => {
    const { brought, approve, emulator } = await opened();
    const fields = await brought();
    const { authToken = "", clientId = "", amount = "", tid } = fields;
    expect(fields).toMatchObject({
      authResultCode: "0000",
      clientId: "tea-house",
      orderId: "order-1",
      amount: "10000",
    });
    expect(fields["signature"]).toBe(hash(authToken, clientId, amount, account.secretKey));
    expect(emulator.book()).toMatchObject({ approvals: [], orders: [{ orderId: "order-1", tid, isApproved: false }] });
    expect(await approve(tid)).toMatchObject({ resultCode: "0000", tid, orderId: "order-1", status: "paid" });
    expect(emulator.book()).toMatchObject({ approvals: [{ held: 10_000, bid: null }], orders: [{ isApproved: true }] });
  });

  test.each([
    ["cancel", { authResultCode: "P091", orderId: "order-1" }],
    ["fail", { authResultCode: "3095", orderId: "order-1" }],
    ["forge-amount", { authResultCode: "0000", amount: "1" }],
  ] as const)("leads a buyer back who chooses to %s", async (act, fields) => {
    expect(await (await opened()).brought({ act })).toMatchObject(fields);
  });

  test("brings nothing back of a buyer who closes it", async () => {
    const { act, emulator } = await opened();
    const { status, html } = await act({ act: "close" });
    expect([status, html.includes("<form")]).toEqual([200, false]);
    expect(emulator.choose("order-1", { act: "close" })).toBeNull();
  });

  test("may lead back in another tab, or twice", async () => {
    const shop = await takingServer();
    const { act } = await opened();
    expect((await act({ act: "other-tab" })).html).toContain('target="_blank"');
    const { html } = await act({ act: "twice" }, { returnUrl: shop.url });
    // The first one came before the page, which brings the second.
    expect(shop.taken).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(shop.taken[0]))["tid"]).toBe(
      /name="tid" value="([^"]+)"/.exec(html)?.[1],
    );
  });

  test.each([
    ["of an unknown client key", { clientId: "unknown" }, "P001"],
    ["of a method that it does not have", { method: "vbank" }, "U131"],
    ["with a comma in its amount", { amount: "10,000" }, "U131"],
    ["with a name of 41 bytes", { goodsName: "x".repeat(41) }, "U105"],
    ["with a return address of 501 bytes", { returnUrl: `https://shop.example/${"x".repeat(480)}` }, "U105"],
    ["with a larger part without tax", { taxFreeAmt: "10001" }, "P036"],
    ["of one month", { cardQuota: "01" }, "P028"],
    ["of months below 50,000 won", { cardQuota: "00,03" }, "P037"],
    ["of months of a wallet without a card", { method: "kakaopay", amount: "60000", cardQuota: "03" }, "P022"],
  ])("does not open for an order %s", async (_what, change, code) => {
    const { page, order } = await opened();
    const { status, html } = await page("/v1/window", order(change));
    expect([status, /\[(\w+)\]/.exec(html)?.[1]]).toEqual([400, code]);
  });

  test("does not open again for an order that was paid", async () => {
    const { brought, approve, page, order } = await opened();
    await approve((await brought())["tid"]);
    expect((await page("/v1/window", order())).html).toContain("[P015]");
  });

  test("shows what a merchant sends as text", async () => {
    const { page, order } = await opened();
    const { html } = await page("/v1/window", order({ goodsName: `<b>"차" | <i>` }));
    expect(html).toContain("&lt;b>-차- - &lt;i>");
    expect((await page("/v1/window/00000000-0000-0000-0000-000000000000", {})).status).toBe(404);
  });

  test.each([
    [{}, ["card", "months", "refusal"], "일시불"],
    [{ amount: "50000" }, ["card", "months", "refusal"], "12개월"],
    [{ method: "kakaopay" }, ["card", "months", "couponAmt", "money", "refusal"], "일시불"],
    [{ method: "naverpayCard" }, ["card", "months", "couponAmt", "refusal"], "일시불"],
    [{ method: "bank" }, ["refusal"], undefined],
  ])("for %j has the fields %j", async (change, fields, longest) => {
    const { page, order } = await opened();
    const { html } = await page("/v1/window", order(change));
    expect([...html.matchAll(/<(?:select|input)[^>]* name="([^"]+)"/g)].map(([, name]) => name)).toEqual(fields);
    const [, months = ""] = /name="months">(.*?)<\/select>/.exec(html) ?? [];
    expect([...months.matchAll(/>([^<]+)<\/option>/g)].at(-1)?.[1]).toBe(longest);
    expect(html).toContain("에뮬레이터");
  });

  test("shows why something can't be chosen", async () => {
    const { act } = await opened();
    for (const choice of [{ act: "dance" }, { months: "3" }, { card: "1" }, { money: "1" }, { couponAmt: "10001" }]) {
      expect([choice, (await act(choice)).status]).toEqual([choice, 400]);
    }
  });
});

describe("an approval", () => {
  test("is of the authenticated amount, once, and of this merchant", async () => {
    const { brought, approve, emulator } = await opened();
    const { tid } = await brought();
    const codes = [
      (await approve(tid, 9_999))["resultCode"],
      (await approve(tid, 10_000, other))["resultCode"],
      (await approve("nicemu00m01011unknown0000000001"))["resultCode"],
      (await approve(tid))["resultCode"],
      (await approve(tid))["resultCode"],
    ];
    expect(codes).toEqual(["A123", "U121", "U121", "0000", "U114"]);
    expect(emulator.book().approvals).toHaveLength(1);
  });

  test("of an order that was paid by another authentication is refused", async () => {
    const { brought, approve } = await opened();
    const [one, two] = [await brought(), await brought()];
    expect(await approve(one["tid"])).toMatchObject({ resultCode: "0000" });
    expect(await approve(two["tid"])).toMatchObject({ resultCode: "U112" });
  });

  test("comes too late after half an hour", async () => {
    const { brought, approve, wait } = await opened();
    const { tid } = await brought();
    wait(30 * aMinute + 1);
    expect(await approve(tid)).toMatchObject({ resultCode: "A245" });
  });

  test.each([
    ["a card", {}, {}, { payMethod: "card", card: { cardCode: "02", cardNum: "941011******0001", cardQuota: "0" } }],
    ["months", { months: "3" }, { amount: "60000" }, { card: { cardQuota: 3 } }],
    ["a transfer", {}, { method: "bank" }, { payMethod: "bank", card: null, bank: { bankCode: "004" } }],
    ["a wallet", {}, { method: "naverpayCard" }, { payMethod: "naverpay", card: { cardCode: "02" } }],
    ["a wallet's money", { money: "1" }, { method: "kakaopay" }, { card: { cardCode: "40", cardNum: null } }],
    ["a discount", { couponAmt: "1000" }, { method: "payco" }, { coupon: { couponAmt: 1_000 }, balanceAmt: 10_000 }],
  ])("shows %s", async (_what, choice, change, shown) => {
    const { brought, approve } = await opened();
    const { tid, amount } = await brought(choice, change);
    expect(await approve(tid, Number(amount))).toMatchObject({ resultCode: "0000", ...shown });
  });

  test("is refused as the buyer has chosen", async () => {
    const { brought, approve } = await opened();
    expect(await approve((await brought({ refusal: "4001" }, { method: "bank" }))["tid"])).toMatchObject({
      resultCode: "4001",
    });
    const { tid } = await brought({ card: "9490000000000101" });
    expect(await approve(tid)).toMatchObject({ resultCode: "3095", resultMsg: "한도초과" });
  });

  test("with a discount is canceled as a whole only", async () => {
    const { brought, approve, send } = await opened();
    const { tid = "" } = await brought({ couponAmt: "1000" }, { method: "payco" });
    await approve(tid);
    const signed = { reason: "x", ediDate, signData: hash(tid, ediDate, account.secretKey) };
    const cancel = (orderId: string, cancelAmt: number) =>
      send(`/v1/payments/${tid}/cancel`, { ...signed, orderId, cancelAmt });
    expect(await cancel("c-1", 1_000)).toMatchObject({ resultCode: "2033" });
    expect(await cancel("c-2", 10_000)).toMatchObject({ resultCode: "0000", status: "cancelled" });
  });

  test.each([
    [false, "A118", undefined],
    [true, "0000", "ready"],
  ])("that is not made yet is shown by look-ups or not: %s", async (showsUnapproved, resultCode, status) => {
    const { brought, send } = await opened({ showsUnapproved });
    const { tid } = await brought();
    for (const path of [`/v1/payments/${tid}`, "/v1/payments/find/order-1?orderDate=20261125"]) {
      const { resultCode: code, status: shown } = await send(path);
      expect([path, code, shown]).toEqual([path, resultCode, status]);
    }
  });
});

describe("the script", () => {
  test("posts the order to the window, or fails as often as it is asked to", async () => {
    const { emulator } = await opened();
    const script = async () => (await fetch(`${emulator.url}/v1/js/`)).text();
    await fetch(`${emulator.url}/emulator/script`, { method: "POST", body: JSON.stringify({ fails: 1 }) });
    expect(await script()).toContain("options.fnError(");
    const text = await script();
    expect(text).toContain("AUTHNICE");
    expect(text).not.toContain("options.fnError(");
  });
});

describe("messages", () => {
  const paid = { orderId: "order-1", status: "paid", amount: 10_000 };

  test("are sent at an approval, a cancellation and a refund by hand, signed", async () => {
    const { emulator, brought, approve, send } = await opened();
    const { url, taken } = await takingServer();
    expect(await send("/v1/webhook", { method: "card", url })).toMatchObject({
      resultCode: "0000",
      urls: [{ method: "card", url }],
    });
    expect(JSON.parse(taken[0] ?? "")).toMatchObject({ orderId: "sample-order" });
    const { tid = "" } = await brought();
    await approve(tid);
    await expect.poll(() => taken.length).toBe(2);
    const message = JSON.parse(taken[1] ?? "") as Said;
    expect(message).toMatchObject({ ...paid, tid });
    expect(message["signature"]).toBe(hash(tid, 10_000, String(message["ediDate"]), account.secretKey));
    const signed = { reason: "x", ediDate, signData: hash(tid, ediDate, account.secretKey) };
    await send(`/v1/payments/${tid}/cancel`, { ...signed, orderId: "c-1", cancelAmt: 4_000 });
    await expect.poll(() => taken.length).toBe(3);
    emulator.refundByHand("order-1", 1_000);
    await expect.poll(() => taken.length).toBe(4);
    const refunded = JSON.parse(taken[3] ?? "") as Said;
    const cancels = [{ amount: 4_000 }, { tid: refunded["cancelledTid"], amount: 1_000, reason: "고객 요청" }];
    expect(refunded).toMatchObject({ tid, status: "partialCancelled", balanceAmt: 5_000, cancels });
    await expect.poll(() => emulator.book().notifications.map(({ isTaken }) => isTaken)).toEqual([true, true, true]);
  });

  test("of a whole refund by hand name the payment itself", async () => {
    const { emulator, brought, approve } = await opened();
    const { tid = "" } = await brought();
    await approve(tid);
    expect(emulator.refundByHand("order-1", 10_000)).toBe(tid);
    const message: unknown = JSON.parse(emulator.messageOf("order-1"));
    expect(message).toMatchObject({ tid, status: "cancelled", balanceAmt: 0, cancels: [{ tid, amount: 10_000 }] });
  });

  test("about wallets are not sent, as no address can be registered for them", async () => {
    const { emulator, brought, approve, send } = await opened();
    const { url } = await takingServer();
    await send("/v1/webhook", { method: "card", url });
    await approve((await brought({}, { method: "payco" }))["tid"]);
    expect(emulator.book().notifications).toEqual([]);
    expect(await send("/v1/webhook", { method: "payco", url })).toMatchObject({ resultCode: "U131" });
  });

  test.each([
    ["another status", { status: 201, type: "text/html", body: "OK" }, "U337"],
    ["another text", { status: 200, type: "text/html", body: "OK!" }, "U338"],
    ["another type", { status: 200, type: "application/json", body: "OK" }, "U338"],
  ])("are not sent to an address that answers the sample with %s", async (_what, answer, resultCode) => {
    const { send } = await opened();
    const { url } = await takingServer(answer);
    expect(await send("/v1/webhook", { method: "card", url })).toMatchObject({ resultCode });
    expect(await send("/v1/webhook")).toMatchObject({ resultCode: "0000", urls: [] });
  });

  test("are sent to the address that is registered now", async () => {
    const { send } = await opened();
    const [one, two] = [await takingServer(), await takingServer()];
    await send("/v1/webhook", { method: "card", url: one.url });
    expect(await send("/v1/webhook", { method: "card", url: two.url })).toMatchObject({ resultCode: "U333" });
    expect(await send("/v1/webhook/card/update", { url: two.url })).toMatchObject({ urls: [{ url: two.url }] });
    expect(await send("/v1/webhook/bank/update", { url: two.url })).toMatchObject({ resultCode: "U334" });
    expect(await send("/v1/webhook/card/delete", {})).toMatchObject({ resultCode: "0000", urls: [] });
    expect(await send("/v1/webhook", { method: "card", url: "http://127.0.0.1:1/" })).toMatchObject({
      resultCode: "U336",
    });
  });

  test("that were not taken are sent again by hand", async () => {
    const { emulator, brought, approve, send } = await opened();
    const { url, taken, answer } = await takingServer();
    await send("/v1/webhook", { method: "card", url });
    answer.body = "?";
    await approve((await brought())["tid"]);
    await expect
      .poll(() => emulator.book().notifications)
      .toEqual([{ orderId: "order-1", url, status: 200, isTaken: false }]);
    answer.body = "OK";
    const sent = await fetch(`${emulator.url}/emulator/notify`, {
      method: "POST",
      body: JSON.stringify({ orderId: "order-1" }),
    });
    expect(await sent.json()).toEqual({ orderId: "order-1", url, status: 200, isTaken: true });
    expect(JSON.parse(taken.at(-1) ?? "")).toMatchObject(paid);
    await expect(emulator.notify("order-2")).rejects.toThrow("no address is registered for a payment of order-2");
  });
});

test("a buyer can choose without a page", async () => {
  const { emulator, page, order } = await opened();
  await page("/v1/window", order());
  const choose = async (body: object) =>
    (await fetch(`${emulator.url}/emulator/choose`, { method: "POST", body: JSON.stringify(body) })).json();
  const url = "https://shop.example/return";
  expect(await choose({ orderId: "order-1", act: "pay", months: 0 })).toMatchObject({
    returned: { url, fields: { authResultCode: "0000" } },
  });
  expect(await choose({ orderId: "order-1", act: "close" })).toEqual({ returned: null });
  expect(await choose({ orderId: "order-2" })).toEqual({ error: "no window was opened for order-2" });
});
