import { DataPointType } from "@opentelemetry/sdk-metrics";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { noticeLog, requestLog } from "../../src/logger/notice-lines.ts";
import { createHandler, memoryStore, postgresStore, sandboxGateway, silentLogger, startWork } from "../../src/index.ts";
import { newDatabase } from "../new-database.ts";
import { collected, pointsOf } from "./collected.ts";
import { documentedMetrics } from "./documented.ts";
import { openShop } from "./shop.ts";

const kinds = {
  [DataPointType.GAUGE]: "gauge",
  [DataPointType.SUM]: "counter",
  [DataPointType.HISTOGRAM]: "histogram",
  [DataPointType.EXPONENTIAL_HISTOGRAM]: "histogram",
};

test("metrics have the names, units and kinds of docs/observability.md", async () => {
  const told = collected();
  const store = await postgresStore({ url: await newDatabase() });
  onTestFinished(() => store.close());
  const { authenticated, call, payments } = await openShop({ store });
  const { token: _token, ...confirmation } = await authenticated("order-of-a-metric-1");
  await call("POST", "/px/intents/confirm", confirmation);
  const work = startWork(payments, { logger: silentLogger, mayStart: async () => false });
  const metrics = await told.metrics();
  await work.stop();
  const named = Object.values(metrics).map(({ descriptor, dataPointType }) => [
    descriptor.name,
    `${descriptor.unit} ${kinds[dataPointType]}`,
  ]);
  expect(Object.fromEntries(named)).toEqual(documentedMetrics);
  expect(pointsOf(metrics["wonflow.commit.duration"])).toMatchObject([
    { "wonflow.commit.result": "committed", value: { count: expect.any(Number) } },
  ]);
  const confirmed = metrics["http.server.request.duration"]?.dataPoints.find(
    ({ attributes }) => attributes["http.route"] === "/px/intents/confirm",
  );
  expect(confirmed).toMatchObject({
    attributes: {
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "http.route": "/px/intents/confirm",
      "url.scheme": "https",
    },
    value: { count: 1 },
  });
});

test("concurrent change sets are one batch, and those that wait for it are counted", async () => {
  const told = collected();
  const url = await newDatabase();
  const store = await postgresStore({ url });
  onTestFinished(() => store.close());
  // A store that is closed says nothing any more.
  await (await postgresStore({ url })).close();
  const commit = (id: string) => {
    const key = { kind: "order", id };
    return store.commit({
      id: `commit-${id}-${Math.random()}`,
      tenant: "7:test",
      at: 0,
      expect: [{ key, version: "absent" }],
      writes: [{ key, body: {}, dueAt: null, place: null }],
      reference: id,
      postings: [],
      floors: [],
      tallies: [],
    });
  };
  const together = { "wonflow.store.batch.kind": "together" };
  // The first goes alone, and the others, which come meanwhile, are the next batch.
  const first = commit("A");
  await new Promise(setImmediate);
  const others = [commit("B"), commit("C"), commit("D")];
  const depth = (await told.metrics())["wonflow.store.queue.depth"];
  expect(pointsOf(depth)).toContainEqual({ ...together, value: 3 });
  await Promise.all([first, ...others]);
  const metrics = await told.metrics();
  expect(pointsOf(metrics["wonflow.store.queue.depth"])).toContainEqual({ ...together, value: 0 });
  expect(pointsOf(metrics["wonflow.store.batch.size"])).toMatchObject([
    { ...together, value: { count: 2, sum: 4, min: 1, max: 3 } },
  ]);
});

test("the backlog is read at each collection only, until the work is stopped", async () => {
  const told = collected();
  const store = memoryStore();
  const gateway = await sandboxGateway();
  const { authenticated, call, payments } = await openShop({ store, gateways: { test: gateway } });
  const { token: _token, ...confirmation } = await authenticated("order-that-is-unknown");
  gateway.faults.schedule(() => "refused-connection");
  await call("POST", "/px/intents/confirm", confirmation);
  const listDue = vi.spyOn(store, "listDue");
  const work = startWork(payments, { logger: silentLogger, mayStart: async () => false });
  expect(listDue).not.toHaveBeenCalled();
  const metrics = await told.metrics();
  const statements = 4 + payments.work.kinds.length;
  expect(listDue).toHaveBeenCalledTimes(statements);
  expect(pointsOf(metrics["wonflow.attempts.unknown"])).toEqual([
    { "wonflow.mode": "test", value: 1 },
    { "wonflow.mode": "live", value: 0 },
  ]);
  expect(pointsOf(metrics["wonflow.attempts.flagged"])).toEqual([
    { "wonflow.mode": "test", value: 0 },
    { "wonflow.mode": "live", value: 0 },
  ]);
  expect(pointsOf(metrics["wonflow.attempts.age"])).toContainEqual({
    "wonflow.mode": "test",
    "wonflow.provider": "gateway",
    value: expect.any(Number),
  });
  expect(pointsOf(metrics["wonflow.work.lag"])).toHaveLength(payments.work.kinds.length);
  expect(pointsOf(metrics["wonflow.webhooks.lag"])).toEqual([{ value: 0 }]);
  const { lastDay } = await payments.calendar.closedDays();
  const [end] = pointsOf(metrics["wonflow.calendar.end"]) ?? [];
  expect(new Date(Number(end?.value) * 1000 - 1).toISOString()).toBe(`${lastDay}T14:59:59.999Z`);
  await work.stop();
  await told.metrics();
  expect(listDue).toHaveBeenCalledTimes(statements);
});

test("an unavailable store is reported as down, and the other gauges keep their last values", async () => {
  const told = collected();
  const store = memoryStore();
  const { call, payments } = await openShop({ store });
  await call("GET", "/healthz");
  const work = startWork(payments, { logger: silentLogger, mayStart: async () => false });
  const up = async () => pointsOf((await told.collect()).metrics["wonflow.store.up"]);
  expect(await up()).toEqual([{ value: 1 }]);
  const { listDue } = store;
  store.listDue = () => Promise.reject(new Error("unavailable"));
  const { metrics, errors } = await told.collect();
  expect(errors).toMatchObject([{ message: "unavailable" }]);
  expect(pointsOf(metrics["wonflow.store.up"])).toEqual([{ value: 0 }]);
  expect(Object.keys(metrics)).toContain("http.server.request.duration");
  expect(pointsOf(metrics["wonflow.attempts.flagged"])).toContainEqual({ "wonflow.mode": "test", value: 0 });
  store.listDue = listDue;
  expect(await up()).toEqual([{ value: 1 }]);
  await work.stop();
});

test("a store that does not answer is reported as down after 3 seconds, and is not called again meanwhile", async () => {
  const told = collected();
  const clock = fakeClock(0);
  const store = memoryStore();
  const { payments } = await openShop({ store });
  const listDue = vi.fn(() => new Promise<never>(() => {}));
  store.listDue = listDue;
  const work = startWork(payments, { logger: silentLogger, clock, mayStart: async () => false });
  const collecting = told.collect();
  const again = told.collect();
  await new Promise(setImmediate);
  await clock.advance(3_000);
  for (const { metrics } of await Promise.all([collecting, again])) {
    expect(pointsOf(metrics["wonflow.store.up"])).toEqual([{ value: 0 }]);
  }
  expect(listDue).toHaveBeenCalledTimes(4 + payments.work.kinds.length);
  await work.stop();
});

test("notices are counted by kind, which begin with 0", async () => {
  const told = collected();
  const { payments } = await openShop({ store: memoryStore() });
  const countsOf = async () => pointsOf((await told.metrics())["wonflow.notices"]);
  expect((await countsOf())?.length).toBeGreaterThan(10);
  expect((await countsOf())?.every(({ value }) => value === 0)).toBe(true);
  createHandler(payments, { logger: silentLogger, rateLimits: "off" });
  noticeLog(silentLogger)({ kind: "calendar-ends", lastDay: "2027-12-31" });
  requestLog(silentLogger).report(new Error("x"), "trace-1");
  expect((await countsOf())?.filter(({ value }) => value !== 0)).toEqual([
    { "wonflow.notice": "calendar-ends", value: 1 },
    { "wonflow.notice": "request-failed", value: 1 },
  ]);
});
