import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { expect, onTestFinished, test } from "vitest";

import { memoryStore, postgresStore, sandboxGateway, startWork, silentLogger } from "../../src/index.ts";
import { collected } from "./collected.ts";
import { openShop, shop } from "./shop.ts";

test("a confirm is one trace: its request, its commits, the gateway between them", async () => {
  const told = collected();
  const { authenticated, call } = await openShop({ store: memoryStore() });
  const { token: _token, ...confirmation } = await authenticated("order-of-a-trace-01");
  told.reset();
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const confirmed = await call("POST", "/px/intents/confirm", confirmation, { traceparent });
  expect(confirmed.status).toBe(200);

  const request = told.span("POST /px/intents/confirm");
  expect(request.kind).toBe(SpanKind.SERVER);
  expect(request.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(request.parentSpanContext).toMatchObject({ spanId: "b7ad6b7169203331", isRemote: true });
  expect(request.attributes).toEqual({
    "http.request.method": "POST",
    "url.scheme": "https",
    "http.response.status_code": 200,
    "http.route": "/px/intents/confirm",
    "wonflow.trace_id": confirmed.traceId,
  });
  expect(request.status.code).toBe(SpanStatusCode.UNSET);
  expect(told.below(request)).toEqual(["commit", "gateway approve", "commit"]);
  const approval = told.span("gateway approve");
  expect(approval.kind).toBe(SpanKind.CLIENT);
  expect(approval.attributes).toEqual({
    "wonflow.provider": "gateway",
    "wonflow.provider.name": "default",
    "wonflow.provider.operation": "approve",
    "wonflow.provider.outcome": "done",
    "wonflow.attempt.key": `approval-${confirmation.intentKey}`,
    "wonflow.tenant": "7:test",
  });
});

test("a batch of commits has a span of its own, linked to the waiting ones", async () => {
  const told = collected();
  const store = await postgresStore({ inMemory: true });
  onTestFinished(() => store.close());
  const { authenticated, call } = await openShop({ store });
  const { token: _token, ...confirmation } = await authenticated("order-of-a-batch-01");
  told.reset();
  expect((await call("POST", "/px/intents/confirm", confirmation)).status).toBe(200);
  const commits = told.spans().filter(({ name }) => name === "commit");
  const batches = told.spans().filter(({ name }) => name === "commit_change_sets");
  expect(batches.map(({ kind, parentSpanContext }) => [kind, parentSpanContext])).toEqual([
    [SpanKind.CLIENT, undefined],
    [SpanKind.CLIENT, undefined],
  ]);
  expect(batches.map(({ links }) => links.map((link) => link.context.spanId))).toEqual(
    commits.map((commit) => [commit.spanContext().spanId]),
  );
  expect(batches[0]?.attributes).toEqual({
    "db.system.name": "postgresql",
    "db.operation.name": "commit_change_sets",
    "wonflow.store.batch.kind": "together",
  });
});

test.each([
  ["GET", "/px/intents/no-such-intent", "GET /px/intents/{intentKey}", 404, "NOT_FOUND_PAYMENT"],
  ["DELETE", "/px/intents/confirm", "DELETE /px/intents/confirm", 405, "METHOD_NOT_ALLOWED"],
  ["GET", "/receipts/rc_secret/and/more", "GET", 404, "NOT_FOUND_PATH"],
  ["PROPFIND", "/px/intents/confirm", "HTTP /px/intents/confirm", 405, "METHOD_NOT_ALLOWED"],
])("%s %s is the span %s", async (method, path, name, status, code) => {
  const told = collected();
  const { call } = await openShop({ store: memoryStore() });
  expect((await call(method, path)).status).toBe(status);
  const span = told.span(name);
  const { "http.route": route, ...attributes } = span.attributes;
  expect(attributes).toMatchObject({ "http.response.status_code": status, "wonflow.error.code": code });
  expect(attributes["http.request.method"]).toBe(method === "PROPFIND" ? "_OTHER" : method);
  expect(route).toBe(name.includes(" ") ? name.slice(name.indexOf(" ") + 1) : undefined);
  // What a client did wrong is no error of the server.
  expect([span.status.code, attributes["error.type"]]).toEqual([SpanStatusCode.UNSET, undefined]);
});

test("what fails is an error by its code", async () => {
  const told = collected();
  const store = memoryStore();
  const { call } = await openShop({ store });
  store.read = () => Promise.reject(new Error("of a card 4000001100090009"));
  expect((await call("GET", "/px/intents/x")).status).toBe(500);
  const span = told.span("GET /px/intents/{intentKey}");
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(span.attributes).toMatchObject({
    "error.type": "FAILED_INTERNAL_SYSTEM_PROCESSING",
    "http.response.status_code": 500,
  });
  expect(span.events).toEqual([]);
});

test("inside a server that has a span already a request is a part of it", async () => {
  const told = collected();
  const { call } = await openShop({ store: memoryStore() });
  const outer = trace.getTracer("of the server").startSpan("GET");
  await context.with(trace.setSpan(context.active(), outer), () => call("GET", "/healthz"));
  const span = told.span("GET /healthz");
  expect([span.kind, span.parentSpanContext?.spanId]).toEqual([SpanKind.INTERNAL, outer.spanContext().spanId]);
});

test("due work is a span, and its calls to a provider are part of it", async () => {
  const told = collected();
  const gateway = await sandboxGateway();
  const { authenticated, call, payments } = await openShop({ store: memoryStore(), gateways: { test: gateway } });
  const { token: _token, ...confirmation } = await authenticated("order-of-a-look-up-1");
  gateway.faults.schedule(({ operation }) => (operation === "approve" ? "answer-lost" : undefined));
  await call("POST", "/px/intents/confirm", confirmation);
  const asked = told.span("gateway approve");
  expect(asked.status.code).toBe(SpanStatusCode.ERROR);
  told.reset();
  const work = startWork(payments, { logger: silentLogger, restMs: 1 });
  await expect.poll(() => told.spans().some(({ name }) => name === "work attempt")).toBe(true);
  await work.stop();
  const lookedUp = told.spans().find(({ name }) => name === "work attempt");
  if (lookedUp === undefined) throw new Error("nothing was looked up");
  expect(lookedUp.attributes).toEqual({ "wonflow.work.kind": "attempt", "wonflow.tenant": `${shop.mId}:test` });
  expect(told.below(lookedUp)).toContain("gateway look-up");
});
