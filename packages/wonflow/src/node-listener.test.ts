import express from "express";
import { once } from "node:events";
import { createServer, type RequestListener, Agent, request as send, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test, describe } from "vitest";
import { documentationMerchant } from "@wonflow/core";
import { createHandler } from "./handler.ts";
import { createPayments, memoryStore, nodeListener } from "./index.ts";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Says what it was sent. */
const echo = nodeListener(async (request) =>
  Response.json({ path: new URL(request.url).pathname, method: request.method, body: await request.text() }),
);

const post = { method: "POST", headers: { "content-type": "application/json" }, body: '{"amount": 1000}' };

test("on node:http it gets the whole path and body", async () => {
  const url = await serve(echo);
  expect(await (await fetch(`${url}/px/intents?x=1`, post)).json()).toEqual({
    path: "/px/intents",
    method: "POST",
    body: '{"amount": 1000}',
  });
});

test.each([
  ["HTTP/1.0 without a Host header", "GET /healthz HTTP/1.0\r\n\r\n"],
  ["HTTP/1.0 with one", "GET /healthz HTTP/1.0\r\nHost: pay.example\r\n\r\n"],
  ["HTTP/1.1", "GET /healthz HTTP/1.1\r\nHost: pay.example\r\nConnection: close\r\n\r\n"],
])("%s is answered", async (_name, request) => {
  const { port, hostname } = new URL(await serve(echo));
  const socket = connect(Number(port), hostname).end(request);
  const answer = (await socket.setEncoding("utf8").toArray()).join("");
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"path":"\/healthz"/);
});

test("under a prefix of Express it serves the paths below", async () => {
  const app = express();
  app.use("/payments", echo);
  const url = await serve(app);
  expect(await (await fetch(`${url}/payments/px/intents`, post)).json()).toMatchObject({ path: "/px/intents" });
});

test.each([
  ["express.json()", express.json(), '{"amount":1000}'],
  ["express.raw()", express.raw({ type: "*/*" }), '{"amount": 1000}'],
  ["express.text()", express.text({ type: "*/*" }), '{"amount": 1000}'],
])("after %s it takes over the parsed body", async (_name, parser, body) => {
  const app = express();
  app.use(parser);
  app.use(echo);
  const url = await serve(app);
  expect(await (await fetch(`${url}/px/intents`, post)).json()).toMatchObject({ body });
  expect(await (await fetch(`${url}/px/intents`)).json()).toMatchObject({ method: "GET", body: "" });
});

test("a form that a parser has read stays a form", async () => {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(echo);
  const body = new URLSearchParams({ token: "a b", action: "leave" });
  const answer = await fetch(`${await serve(app)}/checkout`, { method: "POST", body });
  expect(await answer.json()).toMatchObject({ body: "token=a+b&action=leave" });
});

const limit = 64 * 1024;
const path = "/px/payfront/sessions";
const authorization = `Basic ${btoa("test_sk_docs:")}`;
const headers = { authorization, "content-type": "application/json" };

async function serveService(): Promise<URL> {
  const settings = { checkoutUrl: "https://pay.example/checkout", documentationKeys: true };
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32), settings });
  await payments.merchants.register(documentationMerchant);
  return new URL(await serve(nodeListener(createHandler(payments))));
}

/** So many bytes in pieces, without an announced length. */
function inPieces(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const piece = new Uint8Array(Math.min(left, 16_384)).fill(32);
      left -= piece.byteLength;
      controller.enqueue(piece);
      if (left === 0) controller.close();
    },
  });
}

const bodies = {
  "an announced length": (size: number) => new Uint8Array(size).fill(32),
  "no announced length": inPieces,
};

// Hundreds of megabytes through a socket take long on a slow machine.
describe.each(Object.entries(bodies))("after a body with %s", { timeout: 60_000 }, (_name, bodyOf) => {
  test.each([
    ["one byte above the limit", limit + 1, headers, 413],
    ["some more", limit + 30_000, headers, 413],
    ["a megabyte", 1_000_000, headers, 413],
    ["60 megabytes", 60_000_000, headers, 413],
    ["an unread megabyte", 1_000_000, {}, 401],
    ["a good request's size", 2_000, headers, 400],
  ])("of %s, the next request of a client that keeps connections is answered", async (_size, size, sent, status) => {
    const url = await serveService();
    for (let round = 0; round < 4; round += 1) {
      const body = bodyOf(size);
      const refused = await fetch(new URL(path, url), { method: "POST", headers: sent, body, duplex: "half" });
      expect([refused.status, await refused.json()]).toEqual([status, expect.objectContaining({ statusCode: status })]);
      const next = await fetch(new URL("/healthz", url));
      expect([next.status, await next.json()]).toEqual([200, { status: "alive" }]);
    }
  });
});

test("an agent of node:http that keeps connections is notified when one ends", async () => {
  const url = await serveService();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  stops.push(() => agent.destroy());
  const answerTo = async (where: string, body?: Uint8Array): Promise<number | undefined> => {
    const asked = send(new URL(where, url), { agent, headers, method: body === undefined ? "GET" : "POST" }).end(body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await answer.toArray();
    return answer.statusCode;
  };
  for (let round = 0; round < 4; round += 1) {
    expect(await answerTo(path, new Uint8Array(1_000_000).fill(32))).toBe(413);
    expect(await answerTo("/healthz")).toBe(200);
  }
});

const head = (length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: pay.example\r\nAuthorization: ${authorization}\r\nContent-Length: ${length}\r\n\r\n`;

test("a client that sends all before it reads gets the whole answer, and then the end", async () => {
  const { port, hostname } = await serveService();
  const socket = connect(Number(port), hostname);
  const size = 8_000_000;
  socket.write(head(size));
  await new Promise((resolve) => socket.write(new Uint8Array(size).fill(32), resolve));
  const answer = (await socket.setEncoding("utf8").toArray()).join("");
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*"code":"REQUEST_TOO_LARGE".*\}$/i);
});

test("a client that stops in the middle gets its answer at once, and the end soon after", async () => {
  const { port, hostname } = await serveService();
  const socket = connect(Number(port), hostname);
  socket.write(head(1_000_000) + " ".repeat(limit + 1));
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.resume();
  await once(socket, "end");
});
