import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { documentationMerchant } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import express from "express";
import { describe, expect, onTestFinished, test } from "vitest";

import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  sandboxGateway,
  type Peer,
  type RateLimitSettings,
} from "../index.ts";

const minute = 60_000;
const order = {
  customerId: "c0a8-11e9-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

const card = {
  number: "4000 0000 0011 0009",
  expiry: "12 / 39",
  holder: "personal",
  registNo: "900101",
  passwordFront2: "12",
};

/** A service whose rate limits' clock does not move, and a link to pay by. */
async function openService(rateLimits: RateLimitSettings) {
  const clock = fakeClock(0);
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: await sandboxGateway({}) },
    secret: "s".repeat(32),
    settings: { checkoutUrl: "https://pay.example/checkout", documentationKeys: true },
  });
  await payments.merchants.register(documentationMerchant);
  const session = await payments.sessions.create(documentationMerchant, order);
  if (!session.ok) throw new Error(session.error.code);
  const { token, checkoutUrl } = session.value;
  const handler = createHandler(payments, { clock, trustedProxies: [], rateLimits });
  const ask = (path: string, init: RequestInit = {}, remoteAddress = "192.0.2.1") =>
    handler(new Request(new URL(path, "https://pay.example"), init), { remoteAddress });
  const submit = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    ask("/checkout", { method: "POST", headers, body: new URLSearchParams({ token, ...fields }) });
  return { clock, ask, submit, token, page: checkoutUrl };
}

describe("a form that is one card too many of its address", () => {
  const rateLimits = { authenticatingByAddress: { count: 1, perMs: 90_500 } };

  test.each([
    ["en", "Please try again in 91 sec.", '<html lang="en">'],
    ["ko", "91초 뒤에 다시 시도해 주세요.", '<html lang="ko">'],
  ])("is answered in %s, and when to come again", async (language, text, html) => {
    const { clock, submit, token, ask } = await openService(rateLimits);
    const init = { method: "POST", headers: { Authorization: `Bearer none` }, body: "{}" };
    // The call of the page's script and the form are counted together.
    expect((await ask("/checkout/session/authenticate", init)).status).not.toBe(429);
    const refused = await submit(card, { "Accept-Language": language });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "91"]);
    expect(refused.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
    const page = await refused.text();
    expect(page).toContain(html);
    expect(page).toContain(text);
    expect(page).not.toContain(card.number.slice(-4));
    await clock.advance(90_500);
    const landed = await submit(card);
    expect([landed.status, landed.headers.get("Location")]).toEqual([303, expect.stringContaining("shop.example/ok")]);
    expect(token).not.toBe("");
  });

  test("may still be left, and what is mistyped counts for nothing", async () => {
    const { submit } = await openService(rateLimits);
    for (let n = 0; n < 3; n += 1) expect((await submit({ ...card, registNo: "1" })).status).toBe(400);
    expect((await submit({ ...card, number: "4000 0001 0005 0006" })).status).toBe(400);
    expect((await submit(card)).status).toBe(429);
    const left = await submit({ action: "leave" });
    expect([left.status, left.headers.get("Location")]).toEqual([303, expect.stringContaining("PAY_PROCESS_CANCELED")]);
  });
});

test("pages that read what their address names are limited; scripts never are", async () => {
  const { ask, page } = await openService({ keylessByAddress: { count: 2, perMs: minute } });
  const script = /<script src="([^"]+)"/.exec(await (await ask(page)).text())?.[1] ?? "";
  expect((await ask("/receipts/rc_x")).status).toBe(404);
  for (const path of [page, "/receipts/rc_x", "/receipts/rc_x/1"]) expect((await ask(path)).status).toBe(429);
  expect((await ask("/checkout", { method: "POST" })).status).toBe(429);
  expect((await ask(page, {}, "192.0.2.2")).status).toBe(200);
  for (const path of ["/payments-sdk/v1", `/${script}`, "/healthz", "/readyz"]) {
    for (let n = 0; n < 5; n += 1) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  }
});

describe("a page that was asked for too often", () => {
  const rateLimits = { keylessByAddress: { count: 1, perMs: 90_500 } };

  test.each([
    ["/checkout?token=cs_1_test_none", "ko", "요청이 몰려 처리하지 못했어요", "91초 뒤에 다시 시도해 주세요."],
    ["/checkout?token=cs_1_test_none", "en", "Too many at once", "Please try again in 91 sec."],
    ["/receipts/rc_x", "ko", "요청이 몰려 영수증을 열지 못했어요", "91초 뒤에 다시 열어 주세요."],
    ["/receipts/rc_x/1", "en", "Too many at once", "Please open this page again in 91 sec."],
  ])("is a page: %s in %s", async (path, language, title, next) => {
    const { ask } = await openService(rateLimits);
    const headers = { "Accept-Language": language };
    expect((await ask(path, { headers })).status).toBe(404);
    const refused = await ask(path, { headers });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "91"]);
    expect(refused.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(refused.headers.get("Content-Language")).toBe(language);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
    const html = await refused.text();
    for (const shown of [`<html lang="${language}">`, title, next]) expect(html).toContain(shown);
    expect(html).not.toMatch(/TOO_MANY|429|traceId|Retry-After/);
    // A chosen language is kept.
    const chosen = `${path}${path.includes("?") ? "&" : "?"}lang=${language === "ko" ? "en" : "ko"}`;
    expect(await (await ask(chosen, { headers })).text()).not.toContain(next);
    // Answers to scripts stay JSON.
    const call = await ask("/checkout/session", { headers: { Authorization: "Bearer none" } });
    expect([call.status, call.headers.get("Content-Type")]).toEqual([429, "application/json"]);
  });

  test("is shown in any shop's window, without reading the store", async () => {
    const { ask, submit } = await openService(rateLimits);
    const live = `/checkout?token=cs_1_live_${"0".repeat(32)}`;
    expect((await ask(live)).headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    expect((await ask(live)).headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const form: RequestInit = { method: "POST", body, duplex: "half" };
    expect((await ask("/checkout", form)).status).toBe(429);
    expect(isRead).toBe(false);
    expect((await submit(card)).headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });
});

describe("on node:http", () => {
  /** Serves the caller's address. */
  async function serve(
    host: string,
    mount: (listener: ReturnType<typeof nodeListener>) => ReturnType<typeof nodeListener>,
  ) {
    const listener = nodeListener(async (_request, peer?: Peer) => Response.json(peer ?? null));
    const server = createServer(mount(listener)).listen(0, host);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  const underExpress = (listener: ReturnType<typeof nodeListener>) => express().use("/pay", listener);

  test.each([
    ["127.0.0.1", "127.0.0.1", "127.0.0.1"],
    ["::", "127.0.0.1", "::ffff:127.0.0.1"],
    ["::1", "[::1]", "::1"],
  ])("that listens on %s the handler receives the address of the connection", async (host, asked, remoteAddress) => {
    for (const mount of [(listener: ReturnType<typeof nodeListener>) => listener, underExpress]) {
      const port = await serve(host, mount);
      const answer = await fetch(`http://${asked}:${port}/pay`, { headers: { "X-Forwarded-For": "1.2.3.4" } });
      expect(await answer.json()).toMatchObject({ remoteAddress });
    }
  });

  test("one address is limited, whichever of its connections it asks by", async () => {
    const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
    const keylessByAddress = { count: 3, perMs: minute };
    const settings = { clock: fakeClock(0), trustedProxies: [], rateLimits: { keylessByAddress } };
    const server = createServer(nodeListener(createHandler(payments, settings))).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const statuses: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const request = `GET /bin-ko/enums HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.${n}\r\nConnection: close\r\n\r\n`;
      const socket = connect(port, "127.0.0.1").end(request);
      statuses.push((await socket.setEncoding("utf8").toArray()).join("").split(" ")[1] ?? "");
    }
    expect(statuses).toEqual(["200", "200", "200", "429", "429"]);
  });
});
