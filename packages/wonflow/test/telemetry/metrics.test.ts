import { DataPointType } from "@opentelemetry/sdk-metrics";
import { expect, onTestFinished, test, vi } from "vitest";

import { memoryStore, postgresStore, sandboxCardNetwork, silentLogger, startWork } from "../../src/index.ts";
import { newDatabase } from "../new-database.ts";
import { collected, pointsOf } from "./collected.ts";
import { documentedMetrics } from "./docs.ts";
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

test("change sets that come together are one batch, and those that wait for it are told of", async () => {
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
  const network = await sandboxCardNetwork();
  const { authenticated, call, payments } = await openShop({ store, cardNetworks: { test: network } });
  const { token: _token, ...confirmation } = await authenticated("order-that-is-unknown");
  network.faults.schedule(() => "refused-connection");
  await call("POST", "/px/intents/confirm", confirmation);
  const listDue = vi.spyOn(store, "listDue");
  const work = startWork(payments, { logger: silentLogger, mayStart: async () => false });
  expect(listDue).not.toHaveBeenCalled();
  const metrics = await told.metrics();
  expect(listDue).toHaveBeenCalledTimes(4);
  expect(pointsOf(metrics["wonflow.attempts.unknown"])).toEqual([
    { "wonflow.mode": "test", value: 1 },
    { "wonflow.mode": "live", value: 0 },
  ]);
  expect(pointsOf(metrics["wonflow.attempts.flagged"])).toEqual([
    { "wonflow.mode": "test", value: 0 },
    { "wonflow.mode": "live", value: 0 },
  ]);
  expect(pointsOf(metrics["wonflow.webhooks.lag"])).toEqual([{ value: 0 }]);
  await work.stop();
  await told.metrics();
  expect(listDue).toHaveBeenCalledTimes(4);
});

test("a store out of reach leaves the gauges out, and nothing else", async () => {
  const told = collected();
  const store = memoryStore();
  const { call, payments } = await openShop({ store });
  await call("GET", "/healthz");
  const work = startWork(payments, { logger: silentLogger, mayStart: async () => false });
  store.listDue = () => Promise.reject(new Error("out of reach"));
  await expect(told.metrics()).rejects.toThrow(AggregateError);
  await work.stop();
  expect(Object.keys(await told.metrics())).toContain("http.server.request.duration");
});
