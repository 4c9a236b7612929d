import type { RequestListener } from "node:http";

import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";

import { nodeListener } from "../../src/index.ts";
import type { HttpHandler } from "../../src/index.ts";
import type { Mount } from "./mounted-service.ts";

/** What node:http listens with, for an app of Hono. */
export function listenerOfHono(app: Pick<Hono, "fetch">): RequestListener {
  const listener = getRequestListener((request, env) => app.fetch(request, env));
  return (request, response) => void listener(request, response);
}

/** What node:http listens with, for an app of Fastify. */
async function listenerOf(app: FastifyInstance): Promise<RequestListener> {
  await app.ready();
  return (request, response) => app.routing(request, response);
}

/** Mounts the handler in Fastify without a body parser before it. */
function inFastify(app: FastifyInstance, handler: HttpHandler, prefix: string): void {
  const listener = nodeListener(handler);
  void app.register(
    async (pay) => {
      pay.removeAllContentTypeParsers();
      pay.addContentTypeParser("*", (_request, _body, done) => done(null));
      pay.all("/*", (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
    },
    { prefix },
  );
}

const inHono = (app: Hono, handler: HttpHandler) =>
  app.all("/pay/*", (c) => handler(c.req.raw, { remoteAddress: getConnInfo(c).remote.address }));

/** Where body parsers come first. Their limit is above ours by default, but below that of frameworks. */
export const afterParsers: Mount = (handler) =>
  express()
    .use(express.json({ strict: false }), express.urlencoded())
    .use("/pay", nodeListener(handler));

/** Every mount in docs/mounts.md except Next.js, and other common ones. */
export const mounts: Readonly<Record<string, Mount>> = {
  "node:http": (handler) => nodeListener(handler),
  "Express 5": (handler) => express().use("/pay", nodeListener(handler)),
  "Express 5, in a router": (handler) =>
    express().use(express.Router().use("/pay", express.Router().use(nodeListener(handler)))),
  "Fastify 5": (handler) => {
    const app = fastify();
    app.post("/orders", async () => ({}));
    inFastify(app, handler, "/pay");
    return listenerOf(app);
  },
  Hono: (handler) => listenerOfHono(inHono(new Hono(), handler)),
  "Hono, which strips the prefix": (handler) => listenerOfHono(new Hono().mount("/pay", (request) => handler(request))),
};
