import { documentationMerchant, refuseField } from "@wonflow/core";
import { expect, test } from "vitest";
import { openService, stillClock } from "../test/open-service.ts";

const path = "/development/webhook-endpoint";
const url = "http://localhost:4243/webhook";
const secretPattern = /^whsec_[A-Za-z0-9+/]{32}$/;

test("the documentation merchant's webhook endpoint is set, with a new secret each time", async () => {
  const { call, payments } = await openService({ developmentClock: stillClock(0).clock });
  const first = await call("PUT", path, { body: { url }, headers: { Authorization: null } });
  expect([first.status, first.body]).toEqual([200, { secret: expect.stringMatching(secretPattern) }]);
  const second = await call("PUT", path, { body: { url: `${url}/2` } });
  expect([second.status, second.body]).toEqual([200, { secret: expect.stringMatching(secretPattern) }]);
  expect(second.body).not.toEqual(first.body);
  const endpoint = await payments.webhooks.get(documentationMerchant);
  expect(endpoint).toMatchObject({ ok: true, value: { url: `${url}/2`, contracted: true } });
  const subscribed = await call("PUT", path, { body: { events: ["payment.done"] } });
  expect([subscribed.status, subscribed.body]).toEqual([200, { secret: expect.stringMatching(secretPattern) }]);
  expect(await payments.webhooks.get(documentationMerchant)).toMatchObject({
    value: { url: `${url}/2`, events: ["settlement.completed", "payment.done"] },
  });
  for (let n = 0; n < 6; n += 1) expect((await call("PUT", path, { body: {} })).status).toBe(200);
  const unknown = await call("PUT", path, { body: { events: ["payment.paid"] } });
  expect([unknown.status, unknown.json.details]).toMatchObject([400, [{ field: "events.0" }]]);
  const wrong = await call("PUT", path, { body: { url: "ftp://localhost/" } });
  expect([wrong.status, wrong.json.details]).toMatchObject([400, [{ field: "url" }]]);
});

test("the service's time is told, and moved as it is asked", async () => {
  const { clock, moves } = stillClock(Date.UTC(2026, 10, 20, 5, 3, 7, 250));
  const { call } = await openService({ developmentClock: clock });
  const now = "2026-11-20T05:03:07.250Z";
  const asked = await call("GET", "/development/clock", { headers: { Authorization: null } });
  expect([asked.status, asked.body]).toEqual([200, { now }]);
  const body = { forward: { businessDays: 3 } };
  const moved = await call("POST", "/development/clock", { body, headers: { Authorization: null } });
  expect([moved.status, moved.body, moves]).toEqual([200, { now }, [body]]);
});

test("a move that is refused says which field and why", async () => {
  const refused = refuseField("INVALID_REQUEST", "to", "must not be before the service's time");
  const { call } = await openService({ developmentClock: stillClock(0, refused).clock });
  const { status, json } = await call("POST", "/development/clock", { body: { to: "2020-01-01T00:00:00Z" } });
  expect([status, json.code, json.details]).toMatchObject([400, "INVALID_REQUEST", [{ field: "to" }]]);
  expect((await call("POST", "/development/clock", { raw: "{" })).json.code).toBe("INVALID_JSON");
});

test.each([
  ["PUT", path],
  ["GET", "/development/clock"],
  ["POST", "/development/clock"],
])("in production there is no %s %s", async (method, missing) => {
  const { call, payments } = await openService();
  const sent = method === "GET" ? {} : { body: { url, to: "2026-12-01T00:00:00Z" } };
  expect((await call(method, missing, sent)).json.code).toBe("NOT_FOUND_PATH");
  expect(await payments.webhooks.get(documentationMerchant)).toMatchObject({ ok: false });
});
