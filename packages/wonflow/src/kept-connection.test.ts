import { once } from "node:events";
import { Agent, createServer, request as send, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { documentationMerchant } from "@wonflow/core";
import { describe, expect, onTestFinished, test } from "vitest";

import { createHandler } from "./handler.ts";
import { createPayments, memoryStore, nodeListener } from "./index.ts";

const limit = 64 * 1024;
const path = "/px/payfront/sessions";
const authorization = `Basic ${btoa("test_sk_docs:")}`;
const headers = { authorization, "content-type": "application/json" };

async function serve(): Promise<URL> {
  const settings = { checkoutUrl: "https://pay.example/checkout", documentationKeys: true };
  const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32), settings });
  await payments.merchants.register(documentationMerchant);
  const server = createServer(nodeListener(createHandler(payments)));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
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
    const url = await serve();
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
  const url = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
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
  const { port, hostname } = await serve();
  const socket = connect(Number(port), hostname);
  const size = 8_000_000;
  socket.write(head(size));
  await new Promise((resolve) => socket.write(new Uint8Array(size).fill(32), resolve));
  const answer = (await socket.setEncoding("utf8").toArray()).join("");
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*"code":"REQUEST_TOO_LARGE".*\}$/i);
});

test("a client that stops in the middle gets its answer at once, and the end soon after", async () => {
  const { port, hostname } = await serve();
  const socket = connect(Number(port), hostname);
  socket.write(head(1_000_000) + " ".repeat(limit + 1));
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.resume();
  await once(socket, "end");
});
