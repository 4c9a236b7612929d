import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";

import express from "express";
import { afterEach, expect, test } from "vitest";

import { nodeListener } from "./node-listener.ts";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  stops.push(() => server.close());
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
