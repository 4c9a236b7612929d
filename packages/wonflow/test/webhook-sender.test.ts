import { expect, test } from "vitest";

import type { WebhookMessage } from "@wonflow/core";

import { webhookSender } from "../src/webhook-sender.ts";
import { startReceiver, verified } from "./webhook-receiver.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const former = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const lines = [{ orderId: "order-20261120-0001", orderName: "녹차 🍵" }];

function messageTo(url: string, change: Partial<WebhookMessage> = {}): WebhookMessage {
  const body = JSON.stringify({ settlementId: "stl.1", lines });
  return {
    url,
    id: "msg_1",
    event: "settlement.completed",
    body,
    secrets: [secret],
    deadlineMs: 10_000,
    privateAddresses: true,
    ...change,
  };
}

test("a message arrives as Standard Webhooks has it, and its receiver can verify it", async () => {
  const { url, port, received } = await startReceiver((response) => void response.writeHead(201).end("감사합니다"));
  const answer = await webhookSender().send(messageTo(url));
  expect(answer).toEqual({ outcome: "answered", status: 201, text: "감사합니다", ms: expect.any(Number) });
  const [request, ...others] = received;
  if (request === undefined) throw new Error("nothing arrived");
  expect(others).toEqual([]);
  expect(request).toMatchObject({ method: "POST", path: "/hook?from=wonflow" });
  expect(request.headers).toMatchObject({
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    "webhook-event": "settlement.completed",
    "webhook-id": "msg_1",
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  expect(verified(request, secret)).toEqual({ settlementId: "stl.1", lines });
  expect(() => verified(request, former)).toThrow();
  expect(() => verified({ ...request, body: `${request.body} ` }, secret)).toThrow();
});

test("with two secrets there are two signatures, and either verifies", async () => {
  const { url, received } = await startReceiver();
  await webhookSender().send(messageTo(url, { secrets: [secret, former] }));
  const [request] = received;
  if (request === undefined) throw new Error("nothing arrived");
  expect(request.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  for (const each of [secret, former]) expect(verified(request, each)).toEqual({ settlementId: "stl.1", lines });
});

test.each([301, 302, 303, 307, 308])("a %i redirect to this machine is an answer, and not followed", async (status) => {
  const inner = await startReceiver();
  const outer = await startReceiver((response) => void response.writeHead(status, { location: inner.url }).end());
  const sender = webhookSender();
  expect(await sender.send(messageTo(outer.url))).toMatchObject({ outcome: "answered", status });
  expect(inner.received).toEqual([]);
});

test("one that hangs is cut off at the deadline", async () => {
  const { url } = await startReceiver(() => {});
  const answer = await webhookSender().send(messageTo(url, { deadlineMs: 100 }));
  expect(answer).toMatchObject({ outcome: "failed", reason: "no answer in time" });
});

test("a name that takes too long to resolve is cut off as well", async () => {
  const sender = webhookSender({ resolve: () => new Promise(() => {}) });
  const answer = await sender.send(messageTo("https://shop.example/", { deadlineMs: 50 }));
  expect(answer).toMatchObject({ outcome: "failed", reason: "no answer in time" });
});

test("a status counts, however long its body", async () => {
  const sender = webhookSender();
  const endless = await startReceiver((response) => {
    response.writeHead(200);
    const write = () => response.write("x".repeat(16_000), (error) => (error ? undefined : write()));
    write();
  });
  // The sender does not wait for its end, or the test would time out.
  const patient = messageTo(endless.url, { deadlineMs: 60_000 });
  expect(await sender.send(patient)).toMatchObject({ status: 200, text: "x".repeat(200) });
  const stuck = await startReceiver((response) => void response.writeHead(200).write("so far"));
  expect(await sender.send(messageTo(stuck.url, { deadlineMs: 1_000 }))).toMatchObject({ status: 200, text: "so far" });
  const broken = await startReceiver((response) => {
    response.writeHead(500, { "content-length": 100 }).write("half");
    setImmediate(() => response.destroy());
  });
  expect(await sender.send(messageTo(broken.url))).toMatchObject({ status: 500 });
});

test.each([
  ["no listener", "http://127.0.0.1:1/", "no connection: ECONNREFUSED"],
  ["a name that does not exist", "http://wonflow.invalid/", /^no connection: E/],
  ["no TLS", "https", /^no connection: /],
])("%s", async (_name, url, reason) => {
  const { port } = await startReceiver();
  const answer = await webhookSender().send(messageTo(url === "https" ? `https://127.0.0.1:${port}/` : url));
  expect(answer).toMatchObject({ outcome: "failed", reason: expect.stringMatching(reason) });
});

test("a connection is made to what was resolved, and nothing is resolved again", async () => {
  const { port, received } = await startReceiver();
  const asked: string[] = [];
  const sender = webhookSender({
    async resolve(name) {
      asked.push(name);
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  const answer = await sender.send(messageTo(`http://receiver.invalid:${port}/`));
  expect(answer).toMatchObject({ outcome: "answered", status: 204 });
  expect(asked).toEqual(["receiver.invalid"]);
  expect(received).toMatchObject([{ headers: { host: `receiver.invalid:${port}` } }]);
});

test("a connection that test mode left is not used again", async () => {
  const { port, received } = await startReceiver((response) => void response.writeHead(200).end("ok"));
  const first = { address: "127.0.0.1", family: 4 };
  const addresses = [first, { address: "127.0.0.2", family: 4 }];
  const sender = webhookSender({ resolve: async () => [addresses.shift() ?? first] });
  await sender.send(messageTo(`http://receiver.invalid:${port}/`));
  const second = await sender.send(messageTo(`http://receiver.invalid:${port}/`));
  expect(second).toMatchObject({ outcome: "failed", reason: "no connection: ECONNREFUSED" });
  expect(received).toHaveLength(1);
});

const hidden = [
  ["private", [{ address: "10.1.2.3", family: 4 }]],
  ["this machine", [{ address: "127.0.0.1", family: 4 }]],
  [
    "one that is public and one that is not",
    [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ],
  ],
  ["an IPv4 address in an IPv6 one", [{ address: "::ffff:127.0.0.1", family: 6 }]],
] as const;

test.each(hidden)("in live mode nothing is sent to a name that resolves to %s", async (_name, addresses) => {
  const { port, received } = await startReceiver();
  const sender = webhookSender({ resolve: async () => addresses });
  for (const scheme of ["http", "https"]) {
    const message = messageTo(`${scheme}://shop.example:${port}/`, { privateAddresses: false });
    const reason = "the host has an address that is not public";
    expect(await sender.send(message)).toMatchObject({ outcome: "failed", reason });
    expect(await sender.refusalOf?.(message.url)).toBe(reason);
  }
  expect(received).toEqual([]);
});

test.each([
  "127.0.0.1",
  "localhost",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "0x7f.1",
  "2130706433",
  "017700000001",
  "0.0.0.0",
  "127.0.0.1.",
])("in live mode nothing is sent to this machine, written as %s", async (host) => {
  const { port, received } = await startReceiver();
  const answer = await webhookSender().send(messageTo(`http://${host}:${port}/`, { privateAddresses: false }));
  const reason = "the host has an address that is not public";
  expect(answer).toMatchObject({ outcome: "failed", reason });
  expect(received).toEqual([]);
  expect(await webhookSender().refusalOf?.(`https://${host}/`)).toBe(reason);
});

test.each([
  ["a public address", "https://8.8.8.8/"],
  ["a public address with a port and a fragment", "https://[2606:4700::1111]:8443/hook#part"],
  ["a name that does not exist yet", "https://wonflow.invalid/"],
])("an address is not refused beforehand for %s", async (_what, url) => {
  expect(await webhookSender().refusalOf?.(url)).toBeUndefined();
});

test("a name without an address is no address that could be used", async () => {
  const sender = webhookSender({ resolve: async () => [] });
  for (const privateAddresses of [true, false]) {
    const answer = await sender.send(messageTo("https://shop.example/", { privateAddresses }));
    expect(answer).toMatchObject({ outcome: "failed", reason: "the host's name has no address" });
  }
});
