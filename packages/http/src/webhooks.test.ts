import { ok, type Tenant } from "@wonflow/core";
import { expect, test } from "vitest";

import { openService, stillClock, type Sent } from "../test/open-service.ts";
import type { HttpSettings } from "./index.ts";

const shop: Tenant = { mId: 1, mode: "test" };
const endpoint = "/merchants/1/webhook-endpoint";
const deliveries = "/merchants/1/webhook-deliveries";
const url = "https://shop.example/webhook?token=secret-of-the-shop";

/** A service whose host says who asks. */
async function office(settings: HttpSettings = {}) {
  const operators = { identify: async () => ok({ tenant: shop, role: "owner", name: "kim" } as const) };
  const service = await openService({ operators, ...settings });
  const ask = (method: string, path: string, sent: Sent = {}) =>
    service.call(method, path, { ...sent, headers: { Authorization: null } });
  const actions = async () => {
    const page = await service.payments.operators.actions(shop, { limit: 100 });
    return page.ok ? page.value.items.map(({ operation, about, code }) => [operation, about, code]) : [];
  };
  return { ...service, ask, actions };
}

test("an endpoint is set, read without its secret, tested, given another secret, and removed", async () => {
  const { ask, actions } = await office();
  expect((await ask("GET", endpoint)).json.code).toBe("NOT_FOUND_WEBHOOK");
  const set = await ask("PUT", endpoint, { body: { url, events: ["payment.done"] } });
  const shown = {
    url,
    events: ["settlement.completed", "payment.done"],
    secretSince: "2026-11-20T05:03:07.250Z",
    formerSecretsUntil: [],
    contracted: true,
  };
  expect(set.body).toEqual({ ...shown, secret: expect.stringMatching(/^whsec_/) });
  expect((await ask("GET", endpoint)).body).toEqual(shown);
  expect((await ask("PUT", endpoint, { body: { events: [] } })).body).toMatchObject({ url, secret: null });
  expect((await ask("POST", `${endpoint}/test`)).body).toEqual({ status: 204, answeredInMs: 87, problem: null });
  const rotated = await ask("POST", `${endpoint}/secret?overlapMs=60000`);
  const formerSecretUntil = "2026-11-20T05:04:07.250Z";
  expect(rotated.body).toEqual({ secret: expect.stringMatching(/^whsec_/), formerSecretUntil });
  expect((await ask("GET", endpoint)).body).toMatchObject({ formerSecretsUntil: [formerSecretUntil] });
  expect((await ask("DELETE", endpoint)).body).toEqual({ removed: true });
  expect((await ask("POST", `${endpoint}/test`)).json.code).toBe("NOT_FOUND_WEBHOOK");
  // Neither a secret nor a query, which may hold one, is recorded.
  const [address] = url.split("?");
  expect(await actions()).toEqual([
    ["testWebhookEndpoint", { mId: "1" }, "NOT_FOUND_WEBHOOK"],
    ["removeWebhookEndpoint", { mId: "1" }, null],
    ["rotateWebhookSecret", { mId: "1" }, null],
    ["testWebhookEndpoint", { mId: "1" }, null],
    ["setWebhookEndpoint", { mId: "1", events: "" }, null],
    ["setWebhookEndpoint", { mId: "1", url: address, events: "payment.done" }, null],
  ]);
});

test.each(["-1", "1.5", "x", "2592000001"])("a secret is not given for an overlap of %s", async (overlapMs) => {
  const { ask } = await office();
  await ask("PUT", endpoint, { body: { url } });
  const refused = await ask("POST", `${endpoint}/secret?overlapMs=${overlapMs}`);
  expect([refused.status, refused.json.details?.[0]?.field]).toEqual([400, "overlapMs"]);
});

test.each<[string, HttpSettings, boolean]>([
  ["in production", {}, false],
  ["in development", { developmentClock: stillClock(0).clock }, true],
])("%s an address that comes in over HTTP may be private: %s", async (_where, settings, expected) => {
  const allowed: boolean[] = [];
  const operators = { identify: async () => ok({ tenant: shop }) };
  const { call } = await openService({ operators, ...settings }, (payments) => ({
    ...payments,
    webhooks: {
      ...payments.webhooks,
      set(tenant, input, options) {
        allowed.push(options?.publicOnly !== true);
        return payments.webhooks.set(tenant, input, options);
      },
    },
  }));
  await call("PUT", endpoint, { headers: { Authorization: null }, body: { url } });
  expect(allowed).toEqual([expected]);
});

test("messages are listed by status, read with their tries, and sent again", async () => {
  const { ask, payments, openSession, clock, actions } = await office();
  await ask("PUT", endpoint, { body: { url, events: ["payment.expired"] } });
  await openSession();
  await clock.advance(31 * 60_000);
  await payments.work.runDue();
  await payments.work.runDue();
  const list = await ask("GET", `${deliveries}?status=EXHAUSTED,%20DELIVERED`);
  const { items = [] } = list.body as { items?: { id: string }[] };
  const id = items[0]?.id ?? "";
  const at = "2026-11-20T05:34:07.250Z";
  const delivery = {
    id,
    event: "payment.expired",
    about: expect.stringMatching(/^.{21}$/),
    sequence: 1,
    status: "DELIVERED",
    createdAt: at,
    tries: 1,
    nextTryAt: null,
    log: [{ number: 1, at, status: 204, reason: null, ms: 87, answer: "" }],
  };
  expect(list.body).toEqual({ hasMore: false, size: 1, nextCursor: null, items: [delivery] });
  expect((await ask("GET", `${deliveries}?status=PENDING`)).body).toMatchObject({ size: 0 });
  expect((await ask("GET", `${deliveries}?status=LOST`)).json.details?.[0]?.field).toBe("status.0");
  expect((await ask("GET", `${deliveries}/${id}`)).body).toEqual(delivery);
  const resent = await ask("POST", `${deliveries}/${id}/resend`);
  expect(resent.body).toEqual({ ...delivery, status: "PENDING", nextTryAt: at });
  for (const unknown of [`${deliveries}/msg_none`, `${deliveries}/x`]) {
    expect((await ask("GET", unknown)).json.code).toBe("NOT_FOUND_WEBHOOK_DELIVERY");
  }
  expect((await actions())[0]).toEqual(["resendWebhookDelivery", { mId: "1", deliveryId: id }, null]);
});
