import { documentationMerchant } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { createHandler } from "./handler.ts";
import { createPayments, memoryStore, sandboxGateway, sandboxWindowEndpoints } from "./index.ts";

const order = {
  customerId: "c0a8-11e9-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea",
  amount: { value: 10_000 },
  methods: ["KAKAOPAY" as const],
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

const longest = 16 * 1024;

const form = { "Content-Type": "application/x-www-form-urlencoded" };

/** An opening of Kakao Pay at a service below a path, and the paths of its launch page and of its return. */
async function openWindow(basePath = "", windowUrl: string | null = null) {
  const origin = "https://pay.example";
  const gateway = await sandboxGateway({ windowUrl: "https://window.example/sandbox/window" });
  const payments = createPayments({
    store: memoryStore(),
    gateways: { test: gateway },
    secret: "s".repeat(32),
    settings: { checkoutUrl: `${origin}${basePath}/checkout`, windowUrl, documentationKeys: true },
  });
  await payments.merchants.register(documentationMerchant);
  const handler = createHandler(payments, { beside: sandboxWindowEndpoints(gateway) });
  const ask = (path: string, init: RequestInit = {}) => handler(new Request(new URL(path, origin), init));
  const session = await payments.sessions.create(documentationMerchant, order);
  if (!session.ok) throw new Error(JSON.stringify(session.error));
  const { token } = session.value;
  // A form of the checkout page without scripts, in English.
  const pressed = await ask(`${basePath}/checkout?lang=en`, {
    method: "POST",
    headers: form,
    body: new URLSearchParams({ token, action: "window-KAKAOPAY" }).toString(),
  });
  const launch = URL.parse(pressed.headers.get("Location") ?? "")?.pathname ?? "";
  const setCookie = pressed.headers.get("Set-Cookie") ?? "";
  const [cookie = ""] = setCookie.split(";");
  const window = new URL((await ask(launch)).headers.get("Location") ?? "");
  /** Chooses in the window, and returns the fields that the browser brings back. */
  const choose = async (choice = "succeed") => {
    const back = await gateway.windows.choose("1:test", window.searchParams.get("key") ?? "", choice);
    return new URLSearchParams(back?.fields);
  };
  const status = async () => {
    const view = await payments.checkout.read(token);
    return view.ok ? view.value.status : view.error.code;
  };
  return { ask, token, launch, back: `${launch}/return`, setCookie, cookie, window, choose, status };
}

function placeOf(response: Response): readonly [number, string | undefined] {
  return [response.status, response.headers.get("Location")?.replace(/\?.*/, "")];
}

const toShop = [303, "https://shop.example/ok"];
const leadOn = [303, "returned"];
const toFailUrl = [303, "https://shop.example/fail"];

describe("a launch page", () => {
  test("leads to the window, however often, and without a cookie", async () => {
    const { ask, launch, window } = await openWindow();
    const response = await ask(launch);
    expect([response.status, response.headers.get("Location")]).toEqual([303, window.href]);
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  });

  test("is answered to HEAD without a body, and takes no POST", async () => {
    const { ask, launch, window } = await openWindow();
    const head = await ask(launch, { method: "HEAD" });
    expect([head.status, head.headers.get("Location"), await head.text()]).toEqual([303, window.href, ""]);
    expect((await ask(launch, { method: "POST" })).status).toBe(405);
  });

  test.each(["", "/pay"])("has a host of its own, which serves nothing else, below the path %j", async (basePath) => {
    const host = "https://script.example";
    const { ask, launch, window, back, choose } = await openWindow(basePath, host);
    const statusOf = async (path: string, init?: RequestInit) => (await ask(new URL(path, host).href, init)).status;
    expect(placeOf(await ask(`${host}${launch}`))).toEqual([303, window.href.replace(/\?.*/, "")]);
    const others = ["/checkout", "/console", "/openapi.json", "/payments-sdk/v1", "/checkout/session", "/healthz", "/"];
    for (const path of others) expect([path, await statusOf(`${basePath}${path}`)]).toEqual([path, 404]);
    expect(await statusOf(`${host}:8443${basePath}/console`)).toBe(404);
    expect(await statusOf(`https://pay.example${basePath}/openapi.json`)).toBe(200);
    expect(await statusOf(`${back}?${(await choose()).toString()}`)).toBe(404);
    expect(await statusOf(back, { method: "POST", headers: form })).toBe(404);
  });

  test("of an opening that has ended is reported on a page", async () => {
    const { ask, launch, back, choose } = await openWindow();
    await ask(`${back}?${(await choose()).toString()}`);
    const response = await ask(launch);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.status).toBeGreaterThanOrEqual(400);
  });
});

describe("a return", () => {
  test("by GET leads to the shop, also the second time", async () => {
    const { ask, back, choose } = await openWindow();
    const query = (await choose()).toString();
    expect(placeOf(await ask(`${back}?${query}`))).toEqual(toShop);
    expect(placeOf(await ask(`${back}?${query}`))).toEqual(toShop);
  });

  test("by a form's POST of another site, which has no cookie, leads to the shop", async () => {
    const { ask, back, choose } = await openWindow();
    const headers = { ...form, Origin: "https://provider.example", "Sec-Fetch-Site": "cross-site" };
    const body = (await choose()).toString();
    expect(placeOf(await ask(back, { method: "POST", headers, body }))).toEqual(toShop);
  });

  test("ignores names that it does not know, and reads the first of a repeated one", async () => {
    const { ask, back, choose } = await openWindow();
    const fields = await choose();
    fields.append("result", "canceled");
    fields.append("utm_source", "x");
    fields.append("__proto__", "x");
    expect(placeOf(await ask(`${back}?${fields.toString()}`))).toEqual(toShop);
  });

  test("without anything is led on, and the window is still open", async () => {
    const { ask, back, status } = await openWindow();
    expect(placeOf(await ask(back))).toEqual(leadOn);
    expect(placeOf(await ask(back, { method: "POST", headers: form }))).toEqual(leadOn);
    expect(await status()).toBe("IN_WINDOW");
  });

  test("of the browser that left leads to its checkout, in its language", async () => {
    const { ask, token, launch, back, setCookie, cookie, choose } = await openWindow("/pay");
    expect(setCookie).toBe(`${cookie}; Path=${launch}; Max-Age=1800; SameSite=Lax; Secure`);
    const body = (await choose("refuse-REJECT_CARD_PAYMENT")).toString();
    expect(placeOf(await ask(back, { method: "POST", headers: form, body }))).toEqual(leadOn);
    const headers = { Cookie: `a=b; ${cookie}; c=d`, "Accept-Language": "ko" };
    const response = await ask(`${launch}/returned`, { headers });
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `https://pay.example/pay/checkout?token=${token}&lang=en`,
    ]);
  });

  test.each([
    ["another browser", () => ""],
    ["a forged cookie", (cookie: string) => `${cookie}0`],
    ["a cookie of another name", (cookie: string) => `not_${cookie}`],
    ["a broken cookie", (cookie: string) => `${cookie}"<script>`],
  ])("of %s leads to failUrl, and never to the link", async (_what, change) => {
    const { ask, token, launch, back, cookie, choose } = await openWindow();
    const returned = await ask(`${back}?${(await choose("cancel")).toString()}`, { headers: { Cookie: cookie } });
    expect(placeOf(returned)).toEqual(leadOn);
    const response = await ask(`${launch}/returned`, { headers: { Cookie: change(cookie) } });
    expect(placeOf(response)).toEqual(toFailUrl);
    const location = response.headers.get("Location");
    expect(location).toContain("code=PAY_PROCESS_CANCELED");
    expect(location).not.toContain(token);
  });

  test("of another browser waits while the gateway has not answered, and then leads to the shop", async () => {
    const { ask, token, launch, back, choose } = await openWindow();
    expect(placeOf(await ask(back))).toEqual(leadOn);
    const waiting = await ask(`${launch}/returned?lang=en`);
    expect([waiting.status, waiting.headers.get("Refresh")]).toEqual([200, "3"]);
    const html = await waiting.text();
    expect(html).toContain("Waiting for the payment window");
    expect(html).not.toContain(token);
    await ask(`${back}?${(await choose()).toString()}`);
    expect(placeOf(await ask(`${launch}/returned`))).toEqual(toShop);
  });

  test.each([
    ["a form of 16 KiB", 0, toShop],
    ["a longer form", 1, [413, undefined]],
  ])("with %s", async (_what, more, expected) => {
    const { ask, back, choose } = await openWindow();
    const fields = `${(await choose()).toString()}&padding=`;
    const body = fields.padEnd(longest + more, "x");
    const response = await ask(back, { method: "POST", headers: form, body });
    expect(placeOf(response)).toEqual(expected);
  });

  test("with too long a query, or one that says it is too long, changes nothing", async () => {
    const { ask, back, choose, status } = await openWindow();
    const query = (await choose()).toString();
    expect((await ask(`${back}?${query}&padding=${"x".repeat(longest)}`)).status).toBe(413);
    const headers = { ...form, "Content-Length": String(longest + 1) };
    expect((await ask(back, { method: "POST", headers, body: query })).status).toBe(413);
    expect(await status()).toBe("IN_WINDOW");
  });

  test.each(["application/json", "multipart/form-data; boundary=x", "text/plain"])(
    "takes no body of the type %s",
    async (type) => {
      const { ask, back, choose } = await openWindow();
      const body = (await choose()).toString();
      const response = await ask(back, { method: "POST", headers: { "Content-Type": type }, body });
      expect([response.status, response.headers.get("Content-Type")]).toEqual([415, "text/html; charset=utf-8"]);
    },
  );

  test("is answered to HEAD without a body", async () => {
    const { ask, back, choose } = await openWindow();
    const response = await ask(`${back}?${(await choose()).toString()}`, { method: "HEAD" });
    expect([...placeOf(response), await response.text()]).toEqual([...toShop, ""]);
  });
});

test.each(["/windows/pw_x", "/windows/pw_1_test_none/return", "/windows/%ED%95%9C/return", "/windows/%/return"])(
  "the unknown token of %s is reported on a page",
  async (path) => {
    const { ask } = await openWindow();
    const response = await ask(path, { headers: { "Accept-Language": "en" } });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  },
);

test("a token with another end is unknown, though its opening is known", async () => {
  const { ask, launch, back, choose } = await openWindow();
  const query = (await choose()).toString();
  expect((await ask(`${launch.slice(0, -1)}${launch.endsWith("0") ? "1" : "0"}`)).status).toBe(404);
  const other = back.replace(/.\/return$/, (end) => `${end.startsWith("0") ? "1" : "0"}/return`);
  expect((await ask(`${other}?${query}`)).status).toBe(404);
});

test("below a path the window opens and returns there, whether or not a proxy strips it", async () => {
  const { ask, launch, back, choose } = await openWindow("/pay");
  expect(launch).toMatch(/^\/pay\/windows\//);
  expect((await ask(launch.slice("/pay".length))).status).toBe(303);
  const query = (await choose()).toString();
  expect(placeOf(await ask(`${back}?${query}`))).toEqual(toShop);
  expect(placeOf(await ask(`${back.slice("/pay".length)}?${query}`))).toEqual(toShop);
});

test("the sandbox's window is served beside them, and by no service without it", async () => {
  const { ask, window } = await openWindow();
  const path = `${window.pathname}${window.search}`;
  expect((await ask(path)).status).toBe(200);
  const chosen = await ask(path, { method: "POST", headers: form, body: "choice=cancel" });
  expect(placeOf(chosen)[0]).toBe(303);
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
  const without = await createHandler(payments)(new Request(`http://localhost:4242${path}`));
  expect(without.status).toBe(404);
});
