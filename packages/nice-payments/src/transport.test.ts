import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { providerTransport } from "./transport.ts";
import { machineClock } from "./machine-clock.ts";

async function opened(answer: RequestListener) {
  const connections: unknown[] = [];
  const arrived: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    arrived.push(request);
    answer(request, response);
  });
  server.on("connection", (socket) => connections.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { send } = providerTransport({ url: `http://127.0.0.1:${port}/api/`, clock: machineClock });
  const ask = (method: "GET" | "POST", path = "/v1/orders?day=1") =>
    send({
      method,
      path,
      headers: { "x-key": "k" },
      deadline: Date.now() + 5_000,
      ...(method === "POST" && { body: "{}" }),
    });
  return { ask, arrived, connections };
}

test("look-ups share a connection, and each other call has its own", async () => {
  const { ask, arrived, connections } = await opened((_request, response) => response.end(`{"tea":1}`));
  for (const _time of [1, 2, 3]) expect(await ask("GET")).toEqual({ status: 200, content: { tea: 1 } });
  expect(connections).toHaveLength(1);
  for (const _time of [1, 2]) await ask("POST");
  expect(connections).toHaveLength(3);
  expect(arrived.map(({ method, url, headers }) => [method, url, headers["x-key"]])).toEqual([
    ...Array.from({ length: 3 }, () => ["GET", "/api/v1/orders?day=1", "k"]),
    ...Array.from({ length: 2 }, () => ["POST", "/api/v1/orders?day=1", "k"]),
  ]);
});

test.each([
  ["a body that is not JSON", 200, "<html>", undefined],
  ["an empty body", 204, "", undefined],
  ["an error with JSON", 500, `{"a":1}`, { a: 1 }],
  ["a redirect, which is not followed", 302, "", undefined],
])("%s is answered as it is", async (_what, status, body, content) => {
  const { ask, arrived } = await opened((_request, response) => {
    response.writeHead(status, { location: "/elsewhere" }).end(body);
  });
  expect(await ask("POST")).toEqual({ status, content });
  expect(arrived).toHaveLength(1);
});

test("an answer that breaks off is a broken connection, whose error has no data of the call", async () => {
  const { ask } = await opened((_request, response) => {
    response.writeHead(200, { "content-length": 100 }).write(`{"tea":`);
    setImmediate(() => response.destroy());
  });
  const error: unknown = await ask("POST").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "BrokenConnection", code: "ECONNRESET" });
  expect(String(error)).toBe("BrokenConnection: the connection to the provider broke: ECONNRESET");
});

test("a refused connection is a broken connection", async () => {
  const { send } = providerTransport({ url: "http://127.0.0.1:1", clock: machineClock });
  const call = { method: "POST", path: "/", headers: {}, deadline: Date.now() + 5_000 } as const;
  await expect(send(call)).rejects.toMatchObject({ code: "ECONNREFUSED", notSent: true });
});

test("a call whose connection breaks once it was made may have been sent", async () => {
  const { ask } = await opened((request) => request.destroy());
  await expect(ask("POST")).rejects.toMatchObject({ code: "ECONNRESET", notSent: false });
});

test("a handshake that never ends has sent nothing", async () => {
  const received: Buffer[] = [];
  const server = createTcpServer((socket) => socket.on("data", (bytes) => received.push(bytes)).on("error", () => {}));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { send } = providerTransport({ url: `https://127.0.0.1:${port}`, clock: machineClock, connectMs: 100 });
  const call = { method: "POST", path: "/", headers: { secret: "k" }, deadline: Date.now() + 5_000 } as const;
  await expect(send(call)).rejects.toMatchObject({ code: "ETIMEDOUT", notSent: true });
  expect(Buffer.concat(received).toString("latin1")).not.toContain("secret");
});

test("a call after its deadline is not sent", async () => {
  const { send } = providerTransport({ url: "http://127.0.0.1:1", clock: machineClock });
  const call = { method: "POST", path: "/", headers: {}, deadline: Date.now() } as const;
  await expect(send(call)).rejects.toMatchObject({ code: "ETIMEDOUT", notSent: true });
});

test.each([
  ["http://api.provider.example", "the provider's address must begin with https: http://api.provider.example"],
  [
    "http://user:secret@api.provider.example/x",
    "the provider's address must begin with https: http://api.provider.example",
  ],
  [
    "http://localhost.provider.example",
    "the provider's address must begin with https: http://localhost.provider.example",
  ],
  ["ftp://127.0.0.1", "the provider's address must begin with https: ftp://127.0.0.1"],
  ["api.provider.example", "the provider's address is no URL"],
  ["", "the provider's address is no URL"],
])("the address %j is refused", (url, message) => {
  expect(() => providerTransport({ url, clock: machineClock })).toThrow(new TypeError(message));
});

test.each(["https://api.provider.example", "http://localhost:1", "http://127.0.0.2:1", "http://[::1]:1"])(
  "the address %s is taken",
  (url) => expect(providerTransport({ url, clock: machineClock })).toHaveProperty("send"),
);
