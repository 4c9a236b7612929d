import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { script } from "@wonflow/sdk/script";

/** The checkout page of a test works, loads without answering, or forbids to be framed. */
export type CheckoutBehavior = "working" | "silent" | "unframeable";

/** A shop's pages and the payment service, on two origins of this machine. */
export interface Servers {
  readonly shop: string;
  readonly service: string;
  /** Requests to the service, as `POST /checkout/sessions`. */
  readonly requests: string[];
  checkout: CheckoutBehavior;
  /** The answers of the service to the next requests by path, in place of its usual ones. */
  readonly answers: Map<string, { readonly status: number; readonly body: object } | "never">;
  close(): void;
}

/** The policy that the README requires of a shop, and nothing else. */
const policyOf = (service: string) =>
  `default-src 'none'; script-src 'self' ${service}; connect-src ${service}; frame-src ${service}`;

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<[Server, string]> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader("Content-Type", `${type}; charset=utf-8`).end(body);
}

const shopScript = `
const errors = (globalThis.errors = []);
const outcomes = (globalThis.outcomes = []);
const order = { amount: { value: 10000 }, orderId: "order-20261120-0001", orderName: "녹차", successUrl: "/ok", failUrl: "/fail" };
globalThis.pay = (options, more) =>
  Promise.resolve()
    .then(() => PaymentsSDK.createSDK("test_ck_docs", options).payment({ customerId: "2b7d1f0c-buyer" }))
    .then((payment) => payment.requestPayment({ ...order, ...more }))
    .then((outcome) => outcomes.push(outcome))
    .catch((error) => errors.push(error.code ?? String(error)));
document.querySelector("#pay").addEventListener("click", () => pay());
document.addEventListener("securitypolicyviolation", (event) => errors.push("CSP " + event.violatedDirective));
addEventListener("keydown", (event) => errors.push("the shop heard " + event.key));
`;

const shopPage = (service: string) => `<!doctype html><html lang="ko"><title>shop</title>
<script src="${service}/payments-sdk/v1"></script><script src="/shop.js" defer></script>
<h1>골목 상점</h1>${"<p>녹차 한 상자.</p>".repeat(60)}<button id="pay">결제하기</button> <a href="/ok">다른 곳</a></html>`;

const checkoutScript = `
const say = (message) => parent.postMessage({ wonflow: 1, ...message }, "*");
const leave = (path) => say({ type: "leave", url: new URLSearchParams(location.search).get("shop") + path });
let busy = false;
let hangs = false;
addEventListener("message", (event) => {
  if (event.data?.wonflow !== 1 || hangs) return;
  if (event.data.type === "hello") say({ type: "ready" });
  if (event.data.type !== "close") return;
  globalThis.asked = (globalThis.asked ?? 0) + 1;
  say({ type: "closing" });
  if (!busy) leave("/fail?code=PAY_PROCESS_CANCELED");
});
document.querySelector("#busy").addEventListener("click", () => say({ type: "busy", busy: (busy = !busy) }));
document.querySelector("#hang").addEventListener("click", () => (hangs = true));
document.querySelector("#end").addEventListener("click", () => say({ type: "close", underWay: false }));
document.querySelector("#underway").addEventListener("click", () => say({ type: "close", underWay: true }));
addEventListener("keydown", (event) => event.key === "Escape" && !busy && leave("/fail?code=PAY_PROCESS_CANCELED"));
document.querySelector("#done").addEventListener("click", () => leave("/ok?orderId=1"));
document.querySelector("#nowhere").addEventListener("click", () => leave("/nowhere"));
document.querySelector("#odd").addEventListener("click", () => say({ type: "leave", url: "javascript:document.title='stolen'" }));
`;

const checkoutPage = (checkout: CheckoutBehavior) => `<!doctype html><html lang="ko"><title>checkout</title>
<meta name="color-scheme" content="light dark"><h1>결제</h1><input aria-label="카드 번호"> <button id="done">결제</button> <button id="odd">?</button> <button id="nowhere">!</button> <button id="busy">…</button> <button id="hang">_</button> <button id="end">.</button> <button id="underway">~</button>
${checkout === "working" ? `<script src="/checkout.js"></script>` : ""}</html>`;

/** Starts both on free ports. */
export async function startServers(): Promise<Servers> {
  const servers = { requests: [] as string[], answers: new Map(), checkout: "working" as CheckoutBehavior };
  const [service, serviceUrl] = await listen((request, response) => serve(request, response));
  const [shop, shopUrl] = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? "/", shopUrl);
    if (!["/framed", "/lax"].includes(pathname)) {
      response.setHeader("Content-Security-Policy", policyOf(serviceUrl));
    }
    // A browser stays on its page after this answer, as when a navigation fails.
    if (pathname === "/nowhere") {
      servers.requests.push("GET /nowhere");
      response.writeHead(204).end();
    } else if (pathname === "/shop.js") send(response, "text/javascript", shopScript);
    else if (pathname === "/framed") send(response, "text/html", `<iframe src="/" width="800" height="600"></iframe>`);
    else
      send(
        response,
        "text/html",
        ["/", "/lax"].includes(pathname) ? shopPage(serviceUrl) : `<title>${pathname.slice(1)}</title>`,
      );
  });
  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? "/", serviceUrl);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    servers.requests.push(`${request.method} ${pathname}`);
    const answer = servers.answers.get(pathname);
    if (answer === "never") return;
    if (answer !== undefined) return void response.writeHead(answer.status).end(JSON.stringify(answer.body));
    if (pathname === "/payments-sdk/v1") return send(response, "text/javascript", script);
    if (pathname === "/checkout.js") return send(response, "text/javascript", checkoutScript);
    if (pathname === "/checkout") {
      if (servers.checkout === "unframeable") response.setHeader("X-Frame-Options", "DENY");
      return send(response, "text/html", checkoutPage(servers.checkout));
    }
    if (pathname === "/checkout/sessions") {
      const checkoutUrl = `${serviceUrl}/checkout?token=t.7&shop=${encodeURIComponent(shopUrl)}`;
      return void response.writeHead(201).end(JSON.stringify({ token: "t.7", checkoutUrl, expiresAt: "2026-11-20" }));
    }
    if (pathname === "/checkout/session/give-up") {
      const redirectUrl = `${shopUrl}/fail?code=PAY_PROCESS_CANCELED&intentKey=1`;
      return void response.end(JSON.stringify({ redirectUrl }));
    }
    response.writeHead(404).end("{}");
  }
  return Object.assign(servers, {
    shop: shopUrl,
    service: serviceUrl,
    close: () => {
      service.closeAllConnections();
      shop.closeAllConnections();
      service.close();
      shop.close();
    },
  });
}
