import { expect, test } from "vitest";

import { answered, createWebhookWorld, failed, fakeSender } from "../../../test/webhook-world.ts";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { WebhookAnswer } from "./send.ts";
import { readWebhookEvent } from "./events.ts";

const url = "https://shop.example/webhook";

test.each<[WebhookAnswer, object]>([
  [answered(200, "", 12), { status: 200, answeredInMs: 12, problem: null }],
  [answered(299, "", 1), { status: 299, answeredInMs: 1, problem: null }],
  [answered(302, "", 5), { status: 302, answeredInMs: 5, problem: "the receiver answered 302, and not 2xx" }],
  [answered(410, "", 5), { status: 410, answeredInMs: 5, problem: "the receiver answered 410, and not 2xx" }],
  [failed("no connection: ECONNREFUSED", 7), { status: null, answeredInMs: 7, problem: "no connection: ECONNREFUSED" }],
])("an answer %j to a test", async (answer, expected) => {
  const { sender, setEndpoint, payments } = await createWebhookWorld();
  await setEndpoint();
  sender.answer = async () => answer;
  expect(valueOf(await payments.webhooks.test(shop))).toEqual(expected);
});

test("one message is sent, signed as any other, and nothing is kept of it", async () => {
  const { sender, setEndpoint, payments, clock, deliveries, send } = await createWebhookWorld();
  const { secret } = await setEndpoint();
  const rotated = valueOf(await payments.webhooks.rotate(shop));
  await payments.webhooks.test(shop);
  const [message] = sender.sent;
  expect(message).toEqual({
    url,
    id: expect.stringMatching(/^msg_webhook-test_.{24}$/),
    event: "webhook.test",
    body: JSON.stringify({ url, sentAt: new Date(clock.now()).toISOString() }),
    secrets: [rotated.secret, secret],
    deadlineMs: 10_000,
    privateAddresses: true,
  });
  const { id = "", body = "" } = message ?? {};
  expect(readWebhookEvent(id, JSON.parse(body))).toEqual({ event: "webhook.test", webhook: JSON.parse(body) });
  expect(await deliveries()).toEqual([]);
  await clock.advance(60 * 60_000);
  await send();
  expect(sender.sent).toHaveLength(1);
});

test("each test has an id of its own, so that a receiver takes every one", async () => {
  const { sender, setEndpoint, payments } = await createWebhookWorld();
  await setEndpoint();
  await Promise.all([payments.webhooks.test(shop), payments.webhooks.test(shop)]);
  expect(new Set(sender.sent.map(({ id }) => id)).size).toBe(2);
});

test("a receiver that hangs takes eleven seconds, and one that breaks the sender is reported", async () => {
  const { sender, setEndpoint, payments, clock } = await createWebhookWorld();
  await setEndpoint();
  sender.answer = () => new Promise(() => undefined);
  const hanging = payments.webhooks.test(shop);
  while (sender.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(11_000);
  expect(valueOf(await hanging)).toEqual({ status: null, answeredInMs: 10_000, problem: "no answer in time" });
  sender.answer = async () => Promise.reject(new Error("planted"));
  expect(valueOf(await payments.webhooks.test(shop))).toMatchObject({ status: null, problem: "the sender broke" });
});

test.each([
  ["without an endpoint", {}, false, "NOT_FOUND_WEBHOOK"],
  ["without the contract", { contracts: { webhook: false } }, true, "FORBIDDEN_REQUEST"],
])("%s nothing is sent", async (_what, merchant, hasEndpoint, code) => {
  const { sender, setEndpoint, payments } = await createWebhookWorld({ merchant });
  if (hasEndpoint) await setEndpoint();
  expect(codeOf(await payments.webhooks.test(shop))).toBe(code);
  expect(sender.sent).toEqual([]);
});

test("a process that sends no webhooks says so", async () => {
  const { payments } = await createWorld({ merchant: { contracts: { webhook: true } } });
  await payments.webhooks.set(shop, { url });
  expect(valueOf(await payments.webhooks.test(shop))).toMatchObject({ problem: "this process sends no webhooks" });
});

/** Where a test and a delivery may go, by the mode and by who has set the address. */
const addresses = [
  ["test", [{ url }], true],
  ["test", [{ url, by: "merchant" }], false],
  ["test", [{ url }, { url, by: "merchant" }], false],
  ["test", [{ url, by: "merchant" }, { url }], true],
  // A change of events alone gives no address.
  ["test", [{ url, by: "merchant" }, { events: [] }], false],
  ["test", [{ url }, { events: [], by: "merchant" }], true],
  ["live", [{ url }], false],
  ["live", [{ url, by: "merchant" }], false],
] as const;

test.each(addresses)("in %s mode, set by %j, private addresses are allowed: %s", async (mode, sets, expected) => {
  const sender = fakeSender();
  const { payments } = await createWorld({ webhookSender: sender });
  const tenant = { ...shop, mode };
  await payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3", contracts: { webhook: true } });
  for (const { by, ...input } of sets.map((each) => ({ by: undefined, ...each }))) {
    const { events, ...rest } = { events: undefined, ...input };
    const asked = { ...rest, ...(events && { events: [...events] }) };
    valueOf(await payments.webhooks.set(tenant, asked, { publicOnly: by === "merchant" }));
  }
  valueOf(await payments.webhooks.test(tenant));
  expect(sender.sent.map(({ privateAddresses }) => privateAddresses)).toEqual([expected]);
});

test("a delivery goes to public addresses only, as a test does", async () => {
  const { payments, settle, send, sender } = await createWebhookWorld();
  valueOf(await payments.webhooks.set(shop, { url }, { publicOnly: true }));
  await settle();
  await send();
  expect(sender.sent.map(({ privateAddresses }) => privateAddresses)).toEqual([false]);
});
