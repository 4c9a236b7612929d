import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { describe, expect, onTestFinished, test } from "vitest";

import { afterParsers, listenerOfHono, mounts } from "../../test/mounts/frameworks.ts";
import { openMounted, type Mount, type Mounted } from "../../test/mounts/mounted-service.ts";
import { checkMount, createHandler, createPayments, memoryStore, nodeListener, WrongMount } from "../index.ts";

async function open(mount: Mount, mounted: Mounted = { at: "/pay" }) {
  const service = await openMounted(mount, mounted);
  onTestFinished(service.close);
  return service;
}

const openSession = (url: string) =>
  fetch(`${url}/px/payfront/sessions`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa("test_sk_docs:")}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      customerId: "2b7d1f0c-buyer",
      orderId: `order-${crypto.randomUUID()}`,
      orderName: "Green tea",
      amount: { value: 10_000 },
      successUrl: "https://shop.example/ok",
      failUrl: "https://shop.example/fail",
    }),
  });

describe("a mount that works", () => {
  test.each(Object.entries({ ...mounts, "after parsers": afterParsers }))("%s passes", async (_name, mount) => {
    const { handler, url } = await open(mount);
    await checkMount(handler);
    await checkMount(handler, { url: `${url}/` });
  });
});

/** Frameworks' doings before a service, and the check's answer to each. */
const broken: Readonly<Record<string, readonly [mount: Mount, says: readonly RegExp[]]>> = {
  "a stream that was read, with nothing left of it": [
    (handler) =>
      express().use((request, _response, next) => void request.on("end", next).resume(), nodeListener(handler)),
    [/POST \S+\/confirm reached the service without its body.*: mount the service before any body parser/],
  ],
  "a body parser with a lower limit": [
    (handler) => express().use(express.json({ limit: "10kb" }), nodeListener(handler)),
    [/^- POST \S+\/sessions was answered 413 by something else than this service: bodies of up to 64 KiB/m],
  ],
  "Fastify's own content type parsers": [
    async (handler) => {
      const app = fastify();
      app.all("/*", (request, reply) => {
        reply.hijack();
        nodeListener(handler)(request.raw, reply.raw);
      });
      await app.ready();
      return (request, response) => app.routing(request, response);
    },
    [
      /POST \S+\/confirm reached the service without its body/,
      /POST \S+\/confirm was answered 415 by something else.*: bodies without a Content-Type/,
      /POST \S+\/checkout was answered 415 by something else.*: forms must reach the service/,
    ],
  ],
  "a CORS middleware": [
    (handler) => listenerOfHono(new Hono().use(cors()).all("*", (c) => handler(c.req.raw))),
    [/^- OPTIONS \S+\/checkout\/sessions was answered 204 by something else.*: lead OPTIONS to the service too/m],
  ],
  "a middleware that reads the body, and a limit": [
    (handler) => {
      const app = new Hono().use(bodyLimit({ maxSize: 1000 })).use(async (c, next) => {
        await c.req.text();
        await next();
      });
      return listenerOfHono(app.all("*", (c) => handler(c.req.raw)));
    },
    [/POST \S+\/confirm reached the service without its body/, /was answered 413 by something else/],
  ],
  "answers whose Content-Encoding is dropped": [
    (handler) =>
      listenerOfHono(
        new Hono().all("*", async (c) => {
          const answer = await handler(c.req.raw);
          answer.headers.delete("Content-Encoding");
          return answer;
        }),
      ),
    [/^- GET \S+\/payments-sdk\/v1 .* came back as something else: .* compressions: \{\}/m],
  ],
  "headers that are set after it": [
    (handler) => listenerOfHono(new Hono().use(secureHeaders()).all("*", (c) => handler(c.req.raw))),
    [
      /^- GET \S+ came back with another Cross-Origin-Resource-Policy: mount the service before any middleware that sets headers$/m,
    ],
  ],
  "a policy that is set after it": [
    (handler) =>
      listenerOfHono(
        new Hono().all("*", async (c) => {
          const answer = await handler(c.req.raw);
          answer.headers.set("Content-Security-Policy", "default-src 'self'");
          return answer;
        }),
      ),
    [/ came back with another Content-Security-Policy: /],
  ],
  "a sign-in": [
    (handler) =>
      listenerOfHono(new Hono().use(basicAuth({ username: "a", password: "b" })).all("*", (c) => handler(c.req.raw))),
    [/^- GET \S+\/healthz was answered 401: let requests reach the service without signing in$/m],
  ],
  "GET and POST alone": [
    (handler) => listenerOfHono(new Hono().on(["GET", "POST"], "*", (c) => handler(c.req.raw))),
    [/^- DELETE \S+ was answered 404 by something else/m, /^- OPTIONS /m],
  ],
  "redirects to a slash at the end": [
    (handler) =>
      express().use((request, response, next) => {
        if (request.path.endsWith("/")) next();
        else response.redirect(308, `${request.path}/`);
      }, nodeListener(handler)),
    [/^- GET \S+\/healthz was answered 308 by something else than this service, which leads to \/healthz\/: /m],
  ],
};

describe("a mount that does not work is reported at start, with what to do:", () => {
  test.each(Object.entries(broken))("%s", async (_name, [mount, says]) => {
    const { handler } = await open(mount, {});
    const error = await checkMount(handler).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(WrongMount);
    for (const part of says) expect(String(error)).toMatch(part);
  });

  test.each(Object.entries(mounts))("%s, where links lead to a path that it is not mounted at", async (name, mount) => {
    const { handler, url } = await open(mount, { at: "/pay", linksTo: "" });
    // On node:http alone there is nothing that mounts: the service is where its links lead.
    if (name === "node:http") return;
    await expect(checkMount(handler)).rejects.toThrow(
      /^Wonflow can't take payments as it is mounted\.\n- GET \S+\/healthz was answered 404 by something else/,
    );
    // Without the check the first request fails, and no link is issued, unless the mount strips the path.
    const refused = await openSession(url);
    if (name === "Hono, which strips the prefix") return;
    expect([500, 404]).toContain(refused.status);
    expect(await refused.text()).toContain("/pay/checkout");
  });

  test("links that lead to a service of another process", async () => {
    const other = await open(mounts["node:http"] as Mount);
    const { handler } = await open(mounts["node:http"] as Mount);
    await expect(checkMount(handler, { url: other.url })).rejects.toThrow(/something else than this service/);
  });

  test("links that lead to where nothing listens", async () => {
    const { handler, close } = await openMounted(mounts["node:http"] as Mount);
    await close();
    await expect(checkMount(handler)).rejects.toThrow(/^- GET \S+\/healthz got no answer \(.*ECONNREFUSED/m);
  });

  test("answers that break off in their middle: the first one is reported, and no other request is sent", async () => {
    const asked: (string | undefined)[] = [];
    const { handler } = await open(() => (request, response) => {
      asked.push(request.url);
      response.writeHead(200, { "Content-Length": 10 }).write("half", () => response.destroy());
    });
    await expect(checkMount(handler, {})).rejects.toThrow(/^- GET \S+\/healthz got no answer \(/m);
    expect(asked).toEqual(["/pay/healthz"]);
  });
});

test.each(["http://pay.example", "http://pay.example/", "/pay/checkout", "http://pay.example/pay/checkout/", ""])(
  "a checkoutUrl of %j leads to no checkout, which is reported before anything listens",
  async (checkoutUrl) => {
    const payments = createPayments({
      store: memoryStore(),
      gateways: {},
      secret: "s".repeat(32),
      settings: { checkoutUrl },
    });
    expect(() => createHandler(payments)).toThrow(/must be buyers' address of the service, and end with \/checkout/);
    // A proxy may lead any address there.
    createHandler(payments, { basePath: "/pay" });
  },
);

test("a request whose body was read before is answered and logged so", async () => {
  const lines: unknown[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => lines.push(line) };
  const [mount] = broken["a stream that was read, with nothing left of it"] ?? [];
  const { url } = await open(mount as Mount, { logger });
  const answer = await openSession(url);
  expect([answer.status, await answer.text()]).toEqual([
    500,
    expect.stringContaining("mount Wonflow before any body parser"),
  ]);
  expect(JSON.stringify(lines)).toContain("mount Wonflow before any body parser");
});

test("a check that has ended answers no request", async () => {
  const { handler } = await open(mounts["node:http"] as Mount);
  const headers: string[] = [];
  const { fetch: send } = globalThis;
  globalThis.fetch = async (...[where, init]: Parameters<typeof fetch>) => {
    headers.push(new Headers(init?.headers).get("wonflow-mount-check") ?? "");
    return send(where, init);
  };
  onTestFinished(() => void (globalThis.fetch = send));
  await checkMount(handler);
  const request = new Request("http://pay.example/nowhere", { headers: { "wonflow-mount-check": headers[0] ?? "" } });
  expect((await handler(request)).status).toBe(404);
  await expect(checkMount(async () => new Response())).rejects.toThrow(/takes a handler made by createHandler/);
});
