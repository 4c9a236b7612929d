import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { documentationMerchant, StoreUnavailable, type ChangeSet } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHandler } from "./handler.ts";
import { documentationOperator } from "./console.ts";
import { createPayments, memoryStore, nodeListener, sandboxGateway, silentLogger, systemClock } from "./index.ts";

type HandlerSettings = Parameters<typeof createHandler>[1];

const origin = "https://pay.example";
const settings = { checkoutUrl: `${origin}/checkout`, documentationKeys: true };

const order = {
  customerId: "c0a8-11e9-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

const gateways = { test: await sandboxGateway() };

async function openService(handlerSettings?: HandlerSettings) {
  const payments = createPayments({ store: memoryStore(), gateways, secret: "s".repeat(32), settings });
  await payments.merchants.register(documentationMerchant);
  const created = await payments.sessions.create(documentationMerchant, order);
  if (!created.ok) throw new Error(created.error.code);
  const handler = createHandler(payments, handlerSettings);
  const ask = (path: string, init: RequestInit = {}) =>
    handler(new Request(new URL(path, origin), { ...init, duplex: "half" }));
  const { pathname, search } = new URL(created.value.checkoutUrl);
  const page = pathname + search;
  const script = /<script src="([^"]+)"/.exec(await (await ask(page)).text())?.[1] ?? "";
  return { payments, handler, ask, page, paths: { page, pageScript: `/${script}`, sdk: "/payments-sdk/v1" } };
}

const { handler, ask, page, paths } = await openService();

test("receipts have a page", async () => {
  for (const path of ["/receipts/rc_x", "/receipts/rc_x/1"]) {
    const response = await ask(path, { headers: { "Accept-Language": "en" } });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await response.text()).toContain("We can’t find this receipt");
  }
});
test("an embedded service reports to a load balancer, without any setting, that every write fails, and that they succeed again", async () => {
  const kept = memoryStore();
  let isFull = false;
  const commit = async (changeSet: ChangeSet) => {
    if (isFull) throw new StoreUnavailable("could not extend file: No space left on device");
    return kept.commit(changeSet);
  };
  const clock = fakeClock(Date.UTC(2026, 10, 20));
  const payments = createPayments({
    store: { ...kept, commit },
    gateways,
    secret: "s".repeat(32),
    settings,
    clock,
  });
  const handler = createHandler(payments, { logger: silentLogger });
  const readyz = async () => {
    const response = await handler(new Request(`${origin}/readyz`));
    return [response.status, await response.json()];
  };
  expect(await readyz()).toEqual([200, { status: "ready" }]);
  isFull = true;
  await expect(payments.merchants.register(documentationMerchant)).rejects.toThrow(StoreUnavailable);
  expect(await readyz()).toEqual([503, { status: "not-ready", store: "refuses-writes" }]);
  isFull = false;
  await clock.advance(3_000);
  expect(await readyz()).toEqual([200, { status: "ready" }]);
});

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const json = { "Content-Type": "application/json" };

/** Where each of the three packages that answer can be asked. */
const everywhere = Object.entries({ ...paths, interface: "/healthz", error: "/px/intents/x", nothing: "/nowhere" });

describe.each(everywhere)("%s", (_name, path) => {
  test("names every answer, and lets no type be guessed", async () => {
    const { headers } = await ask(path);
    expect(headers.get("Trace-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBeTruthy();
  });

  test("answers HEAD as GET without the body", async () => {
    const [get, head] = [await ask(path), await ask(path, { method: "HEAD" })];
    expect([head.status, await head.text()]).toEqual([get.status, ""]);
    for (const name of ["Content-Type", "ETag", "Cache-Control", "Content-Security-Policy", "Vary"]) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

describe.each(Object.entries(paths))("%s", (_name, path) => {
  test.each([
    [null, null],
    ["gzip, deflate, br", "br"],
    ["br;q=0.8, gzip;q=1.0", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0", null],
    ["gzip;q=0.0, br;q=0", null],
    ["*;q=0", null],
    ["*", "br"],
    ["identity, gzip;q=0.5", null],
    ["deflate", null],
  ])("for Accept-Encoding %j comes as %s", async (accepted, coding) => {
    const plain = withoutTime(await (await ask(path)).text());
    const { headers, ...response } = await read(path, accepted);
    expect([headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([coding, "Accept-Encoding"]);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    const text = coding === "br" || coding === "gzip" ? decode[coding](response.bytes) : response.bytes;
    expect(withoutTime(Buffer.from(text).toString())).toBe(plain);
  });

  /** A page says how many milliseconds are left. */
  const withoutTime = (text: string) => text.replace(/data-left="\d+"/, "");

  async function read(at: string, accepted: string | null) {
    const response = await ask(at, { headers: accepted === null ? {} : { "Accept-Encoding": accepted } });
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  }
});

test("what the interface answers is never compressed, besides the table of BINs", async () => {
  const { headers } = await ask("/openapi.json", { headers: { "Accept-Encoding": "gzip" } });
  expect(headers.get("Content-Encoding")).toBe(null);
  const bins = await ask("/bin-ko/json", { headers: { "Accept-Encoding": "gzip" } });
  expect(bins.headers.get("Content-Encoding")).toBe("gzip");
});

describe("a method that there is not", () => {
  const rows = [
    ["/checkout", "DELETE", "GET, HEAD, POST, OPTIONS"],
    ["/checkout", "PUT", "GET, HEAD, POST, OPTIONS"],
    [paths.pageScript, "POST", "GET, HEAD, OPTIONS"],
    ["/payments-sdk/v1", "POST", "GET, HEAD, OPTIONS"],
    ["/payments-sdk/v1", "DELETE", "GET, HEAD, OPTIONS"],
    ["/px/intents/confirm", "GET", "POST, OPTIONS"],
  ] as const;
  test.each(rows)("at %s, %s, is 405 in the one shape and names those that there are", async (path, method, allow) => {
    const response = await ask(path, { method });
    const { headers, status } = response;
    expect([status, headers.get("Allow"), headers.get("Cache-Control")]).toEqual([405, allow, "no-store"]);
    const traceId = headers.get("Trace-Id");
    expect(await response.json()).toMatchObject({ statusCode: 405, code: "METHOD_NOT_ALLOWED", traceId });
    const options = await ask(path, { method: "OPTIONS" });
    expect([options.status, await options.text(), options.headers.get("Allow")]).toEqual([204, "", allow]);
  });
});

describe("a body above 64 KiB", () => {
  const limit = 64 * 1024;
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(new Uint8Array(1_024).fill(32)) });
  const secretKey = { ...json, Authorization: `Basic ${btoa("test_sk_docs:")}` };

  test.each([
    ["/checkout", form, 404],
    ["/px/intents/confirm", secretKey, 400],
  ] as const)("to %s is 413", async (path, headers, otherwise) => {
    const post = (body: string | ReadableStream<Uint8Array>, more = {}) =>
      ask(path, { method: "POST", headers: { ...headers, ...more }, body });
    expect((await post("a".repeat(limit))).status).toBe(otherwise);
    const tooLarge = [
      await post("a".repeat(limit + 1)),
      await post(endless()),
      await post("a", { "Content-Length": String(limit + 1) }),
    ];
    for (const response of tooLarge) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: "REQUEST_TOO_LARGE", details: [{ field: "body" }] });
    }
  });

  test("is not read for an answer that does not need it", async () => {
    const request = new Request(`${origin}/px/intents/confirm`, { method: "POST", body: endless(), duplex: "half" });
    expect((await handler(request)).status).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });
});

test("the page and the errors of the interface speak the language that is preferred", async () => {
  const english = { headers: { "Accept-Language": "en-US,en;q=0.9,ko;q=0.8" } };
  const korean = { headers: { "Accept-Language": "ko,en;q=0.9" } };
  expect(await (await ask(page, english)).text()).toContain('<html lang="en">');
  expect(await (await ask(page, korean)).text()).toContain('<html lang="ko">');
  expect(await (await ask(`${page}&lang=ko`, english)).text()).toContain('<html lang="ko">');
  expect((await ask("/nowhere", english)).headers.get("Content-Language")).toBe("en");
});

test("an error of the page is reported by the name of its answer", async () => {
  const reports: unknown[] = [];
  const { payments } = await openService();
  const error = new Error("the store is unavailable");
  const checkout = { ...payments.checkout, read: () => Promise.reject(error) };
  const report = (told: unknown, traceId: string) => reports.push([told, traceId]);
  const failing = createHandler({ ...payments, checkout }, { report });
  const response = await failing(new Request(origin + page));
  expect([response.status, response.headers.get("Content-Type")]).toEqual([500, "text/html; charset=utf-8"]);
  expect(reports).toEqual([[error, response.headers.get("Trace-Id")]]);
});

describe("on node:http, whose requests and responses are not the platform's own,", () => {
  const server = createServer();
  let url = "";
  beforeAll(async () => {
    server.on("request", nodeListener(handler)).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each(Object.entries(paths))("%s is the same", async (_name, path) => {
    for (const method of ["GET", "HEAD"]) {
      const headers = { "Accept-Encoding": "gzip" };
      const [here, there] = [await ask(path, { method, headers }), await fetch(url + path, { method, headers })];
      expect(there.status).toBe(here.status);
      for (const name of ["Content-Encoding", "Content-Type", "Vary", "ETag", "Cache-Control"]) {
        expect([name, there.headers.get(name)]).toEqual([name, here.headers.get(name)]);
      }
      const sent = Buffer.from(await here.arrayBuffer());
      const text = method === "HEAD" ? "" : gunzipSync(sent).toString();
      expect((await there.text()).replaceAll(/\d/g, "")).toBe(text.replaceAll(/\d/g, ""));
    }
  });

  test.each([
    ["a".repeat(64 * 1024), 404],
    ["a".repeat(64 * 1024 + 1), 413],
  ])("a form has at most 64 KiB", async (body, status) => {
    expect((await fetch(`${url}/checkout`, { method: "POST", headers: form, body })).status).toBe(status);
  });
});

test("the checkout page counts down by the clock of a service in development", async () => {
  const now = () => Date.now() + 24 * 60 * 60 * 1000;
  const store = memoryStore();
  const payments = createPayments({
    store,
    clock: { ...systemClock, now },
    gateways,
    secret: "s".repeat(32),
    settings,
  });
  await payments.merchants.register(documentationMerchant);
  const created = await payments.sessions.create(documentationMerchant, order);
  const developmentClock = { now, move: () => Promise.reject(new Error("not used")) };
  const moved = createHandler(payments, { developmentClock });
  const answer = await moved(new Request(created.ok ? created.value.checkoutUrl : ""));
  const left = Number(/data-left="(\d+)"/.exec(await answer.text())?.[1]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(30 * 60_000 + 1000);
});

describe("the interactive reference", () => {
  const developmentClock = { now: () => 0, move: () => Promise.reject(new Error("not used")) };
  test.each<readonly [what: string, settings: HandlerSettings, status: number, hasKeys: boolean]>([
    ["is not there unless it is asked for", {}, 404, false],
    ["is where it is asked for, without keys", { docs: true }, 200, false],
    ["is there in development, with the keys of the documentation", { developmentClock }, 200, true],
    ["is not there where development does without", { developmentClock, docs: false }, 404, false],
  ])("%s", async (_what, handlerSettings, status, hasKeys) => {
    const service = await openService(handlerSettings);
    const response = await service.ask("/docs");
    const text = await response.text();
    expect([response.status, text.includes('value="test_sk_docs"')]).toEqual([status, hasKeys]);
    if (status !== 200) return;
    const etag = response.headers.get("ETag") ?? "";
    expect((await service.ask("/docs", { headers: { "If-None-Match": etag } })).status).toBe(304);
  });
});

describe("the operator's pages and paths", () => {
  const developmentClock = { now: () => Date.now(), move: () => Promise.reject(new Error("not used")) };
  const merchants = ["/console", "/console/payments"];
  const platforms = ["/console/platform", "/console/platform/merchants"];
  test.each<readonly [what: string, settings: HandlerSettings, ofMerchants: number, ofPlatform: number]>([
    ["are not there unless they are asked for", {}, 404, 404],
    ["are not there where only the merchant's console is", { console: true }, 200, 404],
    ["are there where they are asked for, without the merchant's", { platform: true }, 404, 200],
    ["are there in development", { developmentClock }, 200, 200],
    ["are not there where development does without", { developmentClock, platform: false }, 200, 404],
    ["are alone where development wants them so", { developmentClock, console: false }, 404, 200],
  ])("%s", async (_what, handlerSettings, ofMerchants, ofPlatform) => {
    const service = await openService(handlerSettings);
    const statusOf = async (path: string) => (await service.ask(path)).status;
    for (const path of merchants) expect([path, await statusOf(path)]).toEqual([path, ofMerchants]);
    for (const path of platforms) expect([path, await statusOf(path)]).toEqual([path, ofPlatform]);
    // No operator is signed in.
    expect(await statusOf("/platform/session")).toBe(ofPlatform === 200 ? 401 : 404);
    expect(await statusOf("/platform/waiting")).toBe(ofPlatform === 200 ? 401 : 404);
  });
});

describe("the console", () => {
  const developmentClock = { now: () => 0, move: () => Promise.reject(new Error("not used")) };
  test.each<readonly [what: string, settings: HandlerSettings, status: number, offersOperator: boolean]>([
    ["is not there unless it is asked for", {}, 404, false],
    ["is there if set, and offers no operator", { console: true }, 200, false],
    ["is there in development, with the operator of the documentation", { developmentClock }, 200, true],
    ["is not there where development does without", { developmentClock, console: false }, 404, false],
  ])("%s", async (_what, handlerSettings, status, offersOperator) => {
    const service = await openService(handlerSettings);
    const { mId, mode, name, password } = documentationOperator;
    await service.payments.operators.set({ mId, mode }, { name, password });
    for (const path of ["/console", "/console/", "/console/payments/8Vk2Wm6Xs0Tz4Ud8Of1Lp"]) {
      const response = await service.ask(path);
      expect([path, response.status]).toEqual([path, status]);
      expect((await response.text()).includes("data-operator")).toBe(offersOperator);
    }
  });

  test("offers no operator in development if the documentation's operator does not exist", async () => {
    const service = await openService({ developmentClock });
    expect(await (await service.ask("/console")).text()).not.toContain("data-operator");
  });

  test("is requested again at each visit, and its files never, as their names change with them", async () => {
    const service = await openService({ console: true });
    const page = await service.ask("/console/payments");
    expect(page.headers.get("Cache-Control")).toBe("no-cache");
    const names = [...(await page.text()).matchAll(/assets\/[\w.]+/g)].map(([name]) => name);
    expect(names.length).toBe(2);
    for (const name of names) {
      const file = await service.ask(`/console/${name}`, { headers: { "Accept-Encoding": "gzip" } });
      expect([file.status, file.headers.get("Cache-Control"), file.headers.get("Content-Encoding")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
        "gzip",
      ]);
    }
    const former = await service.ask("/console/assets/0123456789abcdef.js");
    expect([former.status, former.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  test("answers reading only", async () => {
    const service = await openService({ console: true });
    const response = await service.ask("/console/payments", { method: "POST" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test.each(["/pay/console/payments/x", "/console/payments/x"])(
    "below a mount's path its files are found from %s, whether the mount strips the path or not",
    async (path) => {
      const service = await openService({ console: true, basePath: "/pay" });
      const text = await (await service.ask(path)).text();
      const script = /src="([^"]+)"/.exec(text)?.[1] ?? "";
      expect(new URL(script, `${origin}/pay/console/payments/x`).pathname).toMatch(/^\/pay\/console\/assets\/\w+\.js$/);
    },
  );
});
