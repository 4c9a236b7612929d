import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sandboxGateway, type SandboxGateway } from "@wonflow/sandbox";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHandler,
  createPayments,
  memoryStore,
  nodeListener,
  systemClock,
  type Payments,
} from "../../src/index.ts";
import { browser, useBrowser } from "./browser-and-service.ts";
import { fillCard, openBuyerPage } from "./buyer-page.ts";

const shop = { mId: 7, mode: "test" } as const;
const walletsOnly = { mId: 9, mode: "test" } as const;

async function listen(answer: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The provider's window: a link for each choice, which leads back by a redirect, or by a form that sends itself. */
function windowOf(gateway: () => SandboxGateway): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://window");
    const { key = "", choice = "", by } = Object.fromEntries(searchParams);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (pathname === "/window") {
      const link = (chosen: string, way: string) =>
        `<a id="${chosen}-${way}" href="/choose?key=${key}&choice=${chosen}&by=${way}">${chosen}</a>`;
      const choices = ["succeed", "cancel", "refuse-REJECT_CARD_PAYMENT", "refuse-PAY_PROCESS_ABORTED"];
      const links = choices.flatMap((each) => [link(each, "get"), link(each, "post")]);
      return response.end(`<!doctype html><h1>window ${key}</h1>${links.join(" ")}`);
    }
    void gateway()
      .windows.choose("7:test", key, choice)
      .then((back) => {
        if (back === undefined) return response.writeHead(404).end();
        const query = new URLSearchParams(back.fields).toString();
        if (by === "get") return response.writeHead(303, { Location: `${back.url}?${query}` }).end();
        const fields = Object.entries(back.fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
        return response.end(
          `<!doctype html><form method="post" action="${back.url}">${fields.join("")}</form><script>document.forms[0].submit()</script>`,
        );
      });
  };
}

/** The shop's cart: its button opens the checkout by the SDK, with the method that the address names. */
const cartPage = (clientKey: string) => `<!doctype html><html lang="ko"><title>cart</title>
<h1>cart</h1><button id="buy">Buy</button><p id="outcome"></p><script src="/payments-sdk/v1"></script><script>
const search = new URLSearchParams(location.search);
document.querySelector("#buy").addEventListener("click", () =>
  PaymentsSDK.createSDK("${clientKey}", { display: search.get("display"), language: "ko" })
    .payment({ customerId: "browser-test-buyer" })
    .requestPayment({
      amount: { value: 60000 }, orderId: search.get("order"), orderName: "우전 녹차 세트 100g",
      successUrl: "/shop/ok", failUrl: "/shop/fail", method: search.get("method"),
    })
    .then(({ status }) => (document.querySelector("#outcome").textContent = status))
    .catch((error) => (document.querySelector("#outcome").textContent = error.code)));
</script></html>`;

const methods = ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] as const;

let payments: Payments;
let gateway: SandboxGateway;
let url: string;
const servers: Server[] = [];

useBrowser();
beforeAll(async () => {
  let answer: RequestListener = (_, response) => response.end();
  const window = await listen(windowOf(() => gateway));
  const service = await listen((request, response) => answer(request, response));
  servers.push(window.server, service.server);
  ({ url } = service);
  gateway = sandboxGateway({ clock: systemClock, windowUrl: `${window.url}/window` });
  const settings = { checkoutUrl: `${url}/checkout` };
  payments = createPayments({ store: memoryStore(), gateways: { test: gateway }, secret: "s".repeat(32), settings });
  const merchant = { name: "골목 상점", feeRate: "3.3", contracts: { methods: [...methods] } };
  await payments.merchants.register({ ...merchant, ...shop, defaultMethods: [...methods] });
  const terms = { url: `${url}/shop/terms`, consent: true };
  await payments.merchants.register({ ...merchant, ...walletsOnly, defaultMethods: ["KAKAOPAY"], terms });
  const issued = await payments.keys.issue(shop, "client");
  const handle = nodeListener(createHandler(payments, { rateLimits: "off" }));
  answer = (request, response) => {
    if (request.url?.startsWith("/shop/") !== true) return handle(request, response);
    const page = request.url.startsWith("/shop/cart") ? cartPage(issued.ok ? issued.value.key : "") : "<h1>shop</h1>";
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
  };
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await gateway.close();
});

let orders = 0;
const newOrder = () => `order-20261120-${String((orders += 1)).padStart(4, "0")}`;

async function openLink(at: typeof shop | typeof walletsOnly = shop): Promise<{ token: string; link: string }> {
  const session = await payments.sessions.create(at, {
    customerId: "browser-test-buyer",
    orderId: newOrder(),
    orderName: "우전 녹차 세트 100g",
    amount: { value: 50_000 },
    successUrl: `${url}/shop/ok`,
    failUrl: `${url}/shop/fail`,
  });
  if (!session.ok) throw new Error(session.error.code);
  return { token: session.value.token, link: session.value.checkoutUrl };
}

async function confirm(landing: string): Promise<string> {
  const { orderId = "", intentKey = "", amount } = Object.fromEntries(new URL(landing).searchParams);
  const confirmed = await payments.intents.confirm(shop, { intentKey, orderId, amount: Number(amount) });
  return confirmed.ok ? `${confirmed.value.methods[0]?.method} ${confirmed.value.status}` : confirmed.error.code;
}

const statusOf = async (token: string) => {
  const read = await payments.checkout.read(token);
  return read.ok ? read.value.status : read.error.code;
};

const heading = (page: Page | Frame) => page.locator("main h1:not(.sr)").innerText();
const press = (page: Page | Frame, method: string) => page.click(`#card button[value=window-${method}]`);
const windowHeading = (page: Page) => page.waitForSelector("h1:has-text('window ')");

/** A buyer at the checkout, who has gone to the window of a wallet. */
async function inWindow(method = "KAKAOPAY", options: Parameters<typeof openBuyerPage>[1] = {}) {
  const { token, link } = await openLink();
  const buyer = await openBuyerPage(browser, options);
  await buyer.page.goto(link);
  await press(buyer.page, method);
  await windowHeading(buyer.page);
  return { ...buyer, token, link };
}

test.each([
  ["KAKAOPAY", "get", "EASY_PAY DONE"],
  ["CARD", "post", "CARD DONE"],
  ["TRANSFER", "get", "TRANSFER DONE"],
] as const)("%s is paid in the full page, and comes back by %s", async (method, by, paid) => {
  const { page, pageErrors } = await inWindow(method);
  await page.click(`#succeed-${by}`);
  await page.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(page.url())).toBe(paid);
  expect(pageErrors).toEqual([]);
});

test("without scripts a wallet is chosen, and paid", async () => {
  const { link } = await openLink();
  const { page } = await openBuyerPage(browser, { options: { javaScriptEnabled: false } });
  await page.goto(link);
  await press(page, "NAVERPAY");
  await windowHeading(page);
  await page.click("#cancel-get");
  expect(await page.innerText("#notice")).toContain("결제를 취소했어요");
  await press(page, "NAVERPAY");
  await page.click("#succeed-get");
  await page.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(page.url())).toBe("EASY_PAY DONE");
});

test("a refusal brings the choices back with what to do, and another method pays", async () => {
  const { page, pageErrors } = await inWindow();
  await page.click("#refuse-REJECT_CARD_PAYMENT-post");
  await page.waitForSelector("#card");
  expect(await page.innerText("#notice")).toBe(
    "한도를 넘었거나 잔액이 부족해요. 결제된 금액은 없어요. 한도와 잔액을 확인하거나 다른 결제 수단으로 결제해 주세요.",
  );
  await press(page, "TOSSPAY");
  await page.click("#refuse-PAY_PROCESS_ABORTED-get");
  await page.waitForSelector("#card");
  expect(await page.innerText("#notice")).toContain("제한 시간이 지났어요");
  await press(page, "PAYCO");
  await page.click("#succeed-get");
  await page.waitForURL(/\/shop\/ok\?/);
  expect([await confirm(page.url()), pageErrors]).toEqual(["EASY_PAY DONE", []]);
});

test("Back from the window shows that it is open; it opens again, and canceling ends it permanently", async () => {
  const { page, token } = await inWindow();
  const opened = page.url();
  await page.goBack();
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  expect(await page.innerText(".with-method")).toBe("카카오페이");
  await page.click("#reopen");
  await windowHeading(page);
  await page.goBack();
  await page.reload();
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  await page.click("#leave");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  expect(await statusOf(token)).toBe("OPEN");
  // The window is open in another tab still: it pays nothing any more.
  await page.goto(opened);
  await page.click("#succeed-get");
  await page.waitForSelector("#card");
  expect(await statusOf(token)).toBe("OPEN");
});

test("another method is chosen from there, and a typed card while a window is open ends that one", async () => {
  const { page, token } = await inWindow();
  const opened = page.url();
  await page.goBack();
  await page.click("#choose");
  await page.waitForSelector("#number");
  expect(page.url()).not.toContain("choose");
  await fillCard(page);
  await page.click("#pay");
  await page.waitForURL(/\/shop\/ok\?/);
  const landing = page.url();
  await page.goto(opened);
  await page.click("#succeed-get");
  await page.waitForURL(/\/shop\/ok\?/);
  expect([await confirm(landing), await statusOf(token)]).toEqual(["KEYIN DONE", "PAID"]);
});

test("a return in another tab leads this one to the same end", async () => {
  const { page, context } = await inWindow("SAMSUNGPAY");
  const opened = page.url();
  await page.goBack();
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  const other = await context.newPage();
  await other.goto(opened);
  await other.click("#succeed-get");
  await other.waitForURL(/\/shop\/ok\?/);
  await page.bringToFront();
  await page.waitForURL(/\/shop\/ok\?/);
  expect([await confirm(other.url()), await confirm(page.url())]).toEqual(["EASY_PAY DONE", "EASY_PAY DONE"]);
});

test("two tabs open one window after the other: the first one's return leads to what is open", async () => {
  const { page, context, token, link } = await inWindow("KAKAOPAY");
  const other = await context.newPage();
  await other.goto(link);
  expect(await heading(other)).toBe("결제창에서 진행 중이에요");
  await other.click("#choose");
  await press(other, "NAVERPAY");
  await windowHeading(other);
  await page.click("#succeed-get");
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  expect([await page.innerText(".with-method"), await statusOf(token)]).toEqual(["네이버페이", "IN_WINDOW"]);
  await other.click("#succeed-get");
  await other.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(other.url())).toBe("EASY_PAY DONE");
});

/** The checkout above the shop's page; with a method it goes to the window at once. */
async function buy(query: string) {
  const buyer = await openBuyerPage(browser, { size: "desktop" });
  await buyer.page.goto(`${url}/shop/cart?order=${newOrder()}&${query}`);
  await buyer.page.click("#buy");
  return buyer;
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("wonflow-checkout iframe")).contentFrame();
  if (frame === null) throw new Error("the frame has no page");
  return frame;
}

test("the overlay leads the page to the window, and the payment ends at successUrl", async () => {
  const { page, pageErrors } = await buy("display=overlay");
  const frame = await frameOf(page);
  await press(frame, "KAKAOPAY");
  await windowHeading(page);
  await page.click("#succeed-post");
  await page.waitForURL(/\/shop\/ok\?/);
  expect([await confirm(page.url()), pageErrors]).toEqual(["EASY_PAY DONE", []]);
});

test("a browser that restores the shop's page shows the window's state there: no payment is canceled before ×", async () => {
  const { page } = await buy("display=overlay");
  const frame = await frameOf(page);
  // The browser stays, as if it had come back to the page as it was.
  const asked: string[] = [];
  await page.route("**/windows/*", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  await press(frame, "KAKAOPAY");
  await expect.poll(() => asked.length).toBe(1);
  const comeBack = () => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await page.evaluate(comeBack);
  await frame.evaluate(comeBack);
  await expect.poll(() => heading(frame)).toBe("결제창에서 진행 중이에요");
  await frame.click("a#reopen");
  await expect.poll(() => asked.length).toBe(2);
  await page.evaluate(comeBack);
  expect([asked[0] === asked[1], await page.textContent("#outcome")]).toEqual([true, ""]);
  await page.unroute("**/windows/*");
  await page.click("wonflow-checkout button");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  // The window that was asked for pays nothing any more.
  await page.goto(asked[0] ?? "");
  expect(await heading(page)).toBe("결제 시간이 지났어요");
});

test("a shop's page that Back loads again opens the window again, and one payment is made", async () => {
  const { page } = await buy("display=overlay&method=KAKAOPAY");
  await windowHeading(page);
  const first = page.url();
  await page.goBack();
  await page.click("#buy");
  await windowHeading(page);
  const second = page.url();
  await page.goto(first);
  await page.click("#succeed-get");
  expect(await heading(page)).toBe("새 결제 링크가 발급됐어요");
  await page.goto(second);
  await page.click("#succeed-get");
  await page.waitForURL(/\/shop\/ok\?/);
  expect(await confirm(page.url())).toBe("EASY_PAY DONE");
});

/** A buyer who has gone to the window by a link in a frame of this site's page. */
async function inWindowByFrame(link: string, site: string): Promise<Page> {
  const { page } = await openBuyerPage(browser);
  await page.goto(`${site}/shop/frame`);
  await page.setContent(
    `<iframe title="checkout" src="${link.replaceAll("&", "&amp;")}" width=400 height=800></iframe>`,
  );
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error("the page has no frame");
  await press(frame, "KAKAOPAY");
  await frame.click("a#reopen");
  await windowHeading(page);
  return page;
}

test("a frame without an SDK has a link for the browser's top window", async () => {
  const { link } = await openLink();
  await inWindowByFrame(link, url);
});

test("a canceled window leads a frame of another site, which keeps no cookie, to failUrl", async () => {
  const { link } = await openLink();
  const page = await inWindowByFrame(link, url.replace("127.0.0.1", "localhost"));
  await page.click("#cancel-post");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
});

test("in another browser a return without an outcome waits, and a canceled one leads to failUrl", async () => {
  const { token, link } = await openLink();
  const { page } = await openBuyerPage(browser);
  await page.goto(link);
  const [launch] = await Promise.all([page.waitForRequest(/\/windows\//), press(page, "KAKAOPAY")]);
  await windowHeading(page);
  const opened = page.url();
  await page.goBack();
  const other = (await openBuyerPage(browser)).page;
  await other.goto(`${launch.url()}/returned`);
  expect(await other.innerText("h1")).toBe("결제창의 결과를 기다리고 있어요");
  const window = await other.context().newPage();
  await window.goto(opened);
  await window.click("#cancel-get");
  await window.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  await other.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
  // Here, where the buyer started, the choices are back.
  await page.waitForSelector("#card");
  expect([await page.innerText("#notice"), await statusOf(token)]).toEqual([
    expect.stringContaining("결제를 취소했어요"),
    "IN_WINDOW",
  ]);
});

test("a method of the SDK opens once, and not again after Back", async () => {
  const { page } = await buy("display=redirect&method=KAKAOPAY");
  await windowHeading(page);
  await page.goBack();
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  expect(page.url()).not.toContain("method");
  await page.click("#leave");
  await page.waitForURL(/\/shop\/fail\?code=PAY_PROCESS_CANCELED/);
});

test("one method alone is one button, which needs consent to the terms", async () => {
  const { link } = await openLink(walletsOnly);
  const { page, pageErrors } = await openBuyerPage(browser);
  await page.goto(`${link}&method=KAKAOPAY`);
  await expect.poll(() => page.innerText("#summary-title")).toBe("결제하려면 이용약관에 동의해 주세요.");
  expect(await page.locator("#card button:visible").allInnerTexts()).toEqual([
    "카카오페이로 50,000원 결제하기",
    "취소하고 돌아가기",
  ]);
  await page.check("#agreed");
  await press(page, "KAKAOPAY");
  await windowHeading(page);
  await page.goBack();
  await expect.poll(() => heading(page)).toBe("결제창에서 진행 중이에요");
  expect([await page.locator("#choose").count(), pageErrors]).toEqual([0, []]);
});
