import { documentationMerchant, refuseField } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { openService, requestOf, stillClock } from "../test/open-service.ts";

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

test("the service's time is returned, and moved on request", async () => {
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

const moves = [
  ["PUT", path, { url }],
  ["GET", "/development/clock", undefined],
  ["POST", "/development/clock", { forward: { minutes: 1 } }],
] as const;

describe.each(moves)("%s %s", (method, place, body) => {
  const open = () => openService({ developmentClock: stillClock(0).clock });

  test.each<readonly [what: string, headers: Readonly<Record<string, string>>]>([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["another port of this machine", { "Sec-Fetch-Site": "same-site", Origin: "http://localhost:3000" }],
    ["another site, by an older browser", { Origin: "https://evil.example" }],
    ["a page without an origin", { Origin: "null" }],
  ])("is refused to a page of %s", async (_what, headers) => {
    const { call } = await open();
    const { status, json } = await call(method, place, { body, headers: { Authorization: null, ...headers } });
    expect([status, json.code]).toEqual([403, "CROSS_SITE_REQUEST"]);
  });

  test.each([
    "evil.example",
    "evil.example:4242",
    "pay.example.evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
  ])("is refused at the name %s, which a stranger may have led here", async (host) => {
    const { handler } = await open();
    // The browser takes this for the page's own origin.
    const { headers } = requestOf(method, place, { headers: { Authorization: null, Origin: `http://${host}` } });
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await handler(new Request(`http://${host}${place}`, init));
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: "CROSS_SITE_REQUEST", details: [{ field: "Host" }] },
    ]);
  });

  test.each([
    "localhost:4242",
    "app.localhost",
    "127.0.0.1:4242",
    "[::1]:4242",
    "192.168.0.7",
    "wonflow:4242",
    "host.docker.internal",
    "pay.example",
  ])("is served at %s, to a program without an Origin and to a page of the service", async (host) => {
    for (const own of [{}, { Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" }]) {
      const { handler } = await open();
      const { headers } = requestOf(method, place, { headers: { Authorization: null, ...own } });
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const scheme = host === "pay.example" ? "https" : "http";
      expect((await handler(new Request(`${scheme}://${host}${place}`, init))).status).toBe(200);
    }
  });
});
