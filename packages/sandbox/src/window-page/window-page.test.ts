import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { windowMethods, type OpeningRequest, type WindowMethod } from "@wonflow/core";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";
import { sandboxGateway } from "../cards/gateway.ts";
import { choicesOf } from "../cards/window-choices.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxWindowPage } from "./window-page.ts";

const tenant = "1:test";
const returnUrl = "https://pay.example/windows/pw_1/return";
const clock = fakeClock(Date.UTC(2026, 10, 20, 5));
const windowUrl = "http://127.0.0.1:4242/sandbox/window";

interface Opening extends Partial<OpeningRequest> {
  readonly method?: WindowMethod;
}

/** A window of this method, and what its page answers. */
async function openPage(change: Opening = {}) {
  const journal = memoryJournal();
  const gateway = sandboxGateway({ clock, ids: sequentialIds(), journal, windowUrl });
  const now = clock.now();
  const opened = await gateway.window?.begin({
    tenant,
    key: "window-1",
    askedAt: now,
    credentials: null,
    deadline: now + 10_000,
    purpose: "payment",
    method: "KAKAOPAY",
    amount: 60_000,
    taxFreeAmount: 0,
    orderName: "우전 <녹차>",
    device: "MOBILE",
    language: "ko",
    returnUrl,
    until: now + 600_000,
    ...change,
  });
  if (opened?.outcome !== "done") throw new Error("the window does not open");
  const { url } = opened.value.open;
  const page = sandboxWindowPage(gateway);
  const get = (query = "") => page(new Request(`${url}${query}`), { language: "en" });
  const post = (body: string) =>
    page(new Request(url, { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } }));
  return { gateway, journal, url, page, get, post, choose: (choice: string) => post(`choice=${choice}`) };
}

test.each(windowMethods)("the page of %s has the order, and a button for each of its choices", async (method) => {
  const { get } = await openPage({ method });
  const response = await get();
  const html = await response.text();
  expect([response.status, response.headers.get("Content-Language")]).toEqual([200, "ko"]);
  expect(html).toContain("우전 &lt;녹차&gt;");
  expect(html).toContain("60,000원");
  expect(html).toContain("실제 돈은 움직이지 않아요");
  const buttons = [...html.matchAll(/<button name="choice" value="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(buttons)).toEqual(new Set(choicesOf(method, 60_000).map(({ name }) => name)));
});

test("the page is in English where its reader or the checkout is", async () => {
  const { get } = await openPage();
  expect(await (await get("&lang=en")).text()).toContain("No real money moves.");
  const english = await openPage({ language: "en" });
  expect(await (await english.get()).text()).toContain("60,000 won");
});

test("its policy allows its own style, and no script", async () => {
  const { get } = await openPage();
  const policy = (await get()).headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'none'; style-src 'sha256-[^' ]+'; /);
  expect(policy).toContain("frame-ancestors 'none'");
});

test("a wallet comes back by GET with the fields as its query", async () => {
  const { choose } = await openPage();
  const response = await choose("succeed");
  const location = new URL(response.headers.get("Location") ?? "");
  expect([response.status, `${location.origin}${location.pathname}`]).toEqual([303, returnUrl]);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    orderId: "window-1",
    result: "done",
    amount: "60000",
  });
});

test.each(["CARD", "TRANSFER"] as const)(
  "%s comes back by a form's POST, with a button for no script",
  async (method) => {
    const { choose } = await openPage({ method });
    const response = await choose("refuse-REJECT_CARD_COMPANY");
    const html = await response.text();
    expect(html).toContain(`<form method="post" action="${returnUrl}"`);
    expect(html).toContain('<input type="hidden" name="code" value="REJECT_CARD_COMPANY">');
    expect(html).toMatch(/<button class="first">돌아가기<\/button>/);
    expect(response.headers.get("Content-Security-Policy")).toMatch(/script-src 'sha256-[^' ]+';/);
  },
);

/** A service that keeps what returns to it. */
async function openReturn(status = 303) {
  const returned: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      returned.push(`${request.method} ${request.url}${body}`);
      response.writeHead(status, { Location: "/shop" }).end();
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { returned, returnUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/return` };
}

test.each([
  ["KAKAOPAY", 303, /^GET \/return\?orderId=window-1&result=done&/],
  ["CARD", 200, /^POST \/returnorderId=window-1&result=done&/],
] as const)(
  "the choice to return twice by %s has returned once when the browser does",
  async (method, status, sent) => {
    const { returned, returnUrl: url } = await openReturn();
    const { choose } = await openPage({ method, returnUrl: url });
    expect((await choose("twice")).status).toBe(status);
    // What answers it leads on to the shop, and is for the browser alone.
    expect(returned).toEqual([expect.stringMatching(sent)]);
  },
);

test("a first return that fails is reported, with a way back", async () => {
  const { returnUrl: url } = await openReturn(500);
  const { choose } = await openPage({ returnUrl: url });
  const response = await choose("twice");
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/복귀를 서비스가 받지 못했어요.*href="\?tenant=1%3Atest&amp;key=window-1/s);
});

test("an opening with an outcome keeps it, and its page shows that", async () => {
  const { choose, get } = await openPage();
  await choose("refuse-REJECT_CARD_COMPANY");
  expect(await (await get()).text()).toContain("결과는 이미 정해졌어요");
  expect((await choose("succeed")).headers.get("Location")).toContain("code=REJECT_CARD_COMPANY");
});

test("a window that another process has opened is shown", async () => {
  const { journal, url } = await openPage();
  const other = sandboxWindowPage(sandboxGateway({ clock, journal, windowUrl }));
  expect((await other(new Request(url))).status).toBe(200);
});

test.each([
  ["another tenant", `${windowUrl}?tenant=2:test&key=window-1`],
  ["another key", `${windowUrl}?tenant=1:test&key=window-2`],
  ["an invalid tenant", `${windowUrl}?tenant=shop&key=window-1`],
  ["no query", windowUrl],
])("there is no window of %s", async (_what, url) => {
  const { page } = await openPage();
  const response = await page(new Request(url), { language: "en" });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(await response.text()).toContain("There is no such window.");
});

test.each(["choice=pay", "", "choice=discount&".padEnd(2_000, "x")])(
  "a choice that does not exist chooses nothing: %j",
  async (body) => {
    const { post, gateway } = await openPage({ method: "CARD" });
    expect((await post(body)).status).toBe(400);
    expect(await gateway.windows.find(tenant, "window-1")).toMatchObject({ chosen: null });
  },
);
