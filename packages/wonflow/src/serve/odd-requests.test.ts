import type { Server } from "node:http";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { memoryStore } from "@wonflow/store-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createHandler, createPayments, nodeListener, silentLogger } from "../index.ts";
import { newServer } from "./http-server.ts";

const servers = { "our own server": newServer(), "an embedder's server": createServer() };

beforeAll(async () => {
  const settings = { checkoutUrl: "http://localhost:4242/checkout" };
  const parts = { store: memoryStore(), gateways: {}, secret: "s".repeat(32), settings, logger: silentLogger };
  const handler = createHandler(createPayments(parts), { logger: silentLogger });
  for (const server of Object.values(servers)) {
    server.on("request", nodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
});

afterAll(() => {
  for (const server of Object.values(servers)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Sends a text as it is, and answers all that comes until the connection ends. */
function sent(server: Server, text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  return new Promise((resolve, reject) => {
    socket.setTimeout(5_000, () => socket.destroy(new Error("no answer in 5 s")));
    socket.on("data", (data) => (received += String(data)));
    socket.once("error", reject).once("close", () => resolve(received));
    socket.write(text);
  });
}

function errorIn(answer: string) {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const body = rest.join("").replace(/^[\da-f]+\r\n|\r\n0$/g, "");
  const { statusCode, code, traceId, details } = JSON.parse(body);
  expect(head).toContain(`HTTP/1.1 ${statusCode} `);
  expect(head.toLowerCase()).toContain(`trace-id: ${traceId}`);
  return [statusCode, code, details?.[0]?.field];
}

const healthz = (...headers: readonly string[]) =>
  `${["GET /healthz HTTP/1.1", ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`;
const get = (target: string, method = "GET") => `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

describe.each(Object.entries(servers))("%s", (_which, server) => {
  test.each<readonly [what: string, request: string, field: string]>([
    ["two hosts", healthz("Host: pay.example", "Host: elsewhere.example"), "Host"],
    ["OPTIONS *", get("*", "OPTIONS"), "path"],
    ["an invalid address", get("http://["), "path"],
    ["an address without an end", get("http://[::1/healthz"), "path"],
    ["another scheme", get("ftp://a/healthz"), "path"],
    ["a backslash", get("/\\x"), "path"],
    ...["[", "a b", "a:99999", "a@b", "%", "한글", "a/b", "a?b", "a#b", "a:80:80", "999.999.999.999"].map(
      (host) => [`the Host ${host}`, healthz(`Host: ${host}`), "Host"] as const,
    ),
  ])("%s is refused with our error object", async (_what, request, field) => {
    expect(errorIn(await sent(server, request))).toEqual([400, "INVALID_REQUEST", field]);
  });

  test.each([
    ["an IPv6 host", healthz("Host: [::1]:4242")],
    ["an empty Host", healthz("Host: ")],
    ["an absolute address", get("http://pay.example/healthz")],
    ["HTTP/1.0 without a Host", "GET /healthz HTTP/1.0\r\n\r\n"],
  ])("%s is served", async (_what, request) => {
    expect(await sent(server, request)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

test.each<readonly [what: string, request: string, error: readonly unknown[]]>([
  ["no Host", healthz(), [400, "INVALID_REQUEST", "Host"]],
  ["no slash before the path", get("healthz"), [400, "INVALID_REQUEST", "request"]],
  ["no HTTP", "NONSENSE\r\n\r\n", [400, "INVALID_REQUEST", "request"]],
  ["endless headers", healthz("Host: a", `X: ${"x".repeat(20_000)}`), [413, "REQUEST_TOO_LARGE", "headers"]],
])("our own server refuses a request with %s with our error object", async (_what, request, error) => {
  expect(errorIn(await sent(servers["our own server"], request))).toEqual(error);
});
