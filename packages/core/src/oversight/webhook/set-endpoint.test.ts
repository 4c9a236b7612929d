import { describe, expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import { createWebhookWorld } from "../../../test/webhook-world.ts";
import type { WebhookSender } from "./send.ts";
import { webhookEvents } from "./events.ts";

const hourMs = 60 * 60 * 1000;
const url = "https://shop.example/webhook";
const secretPattern = /^whsec_[A-Za-z0-9+/]{32}$/;

test("the secret is answered once; another address keeps it; it is stored sealed", async () => {
  const { payments, memory, clock } = await createWorld({ merchant: { contracts: { webhook: true } } });
  const { webhooks } = payments;
  expect(codeOf(await webhooks.get(shop))).toBe("NOT_FOUND_WEBHOOK");
  const first = valueOf(await webhooks.set(shop, { url }));
  const shown = {
    url,
    secretSince: clock.now(),
    formerSecretsUntil: [],
    events: ["settlement.completed"],
    contracted: true,
  };
  expect(first).toEqual({ ...shown, secret: expect.stringMatching(secretPattern) });
  expect(valueOf(await webhooks.get(shop))).toEqual(shown);
  const other = "https://other.example/";
  expect(valueOf(await webhooks.set(shop, { url: other }))).toEqual({ ...shown, url: other, secret: null });
  const { records } = await memory.read("7:test", { keys: [{ kind: "webhookEndpoint", id: "self" }] });
  expect(JSON.stringify(records)).not.toContain(first.secret);
  expect(JSON.stringify(records)).toContain(Buffer.from(first.secret ?? "").toString("base64url"));
});

test("a secret is 24 random bytes, also where ids have characters that Base64 lacks", async () => {
  const random = (length: number) => "-_aZ09".padEnd(length, "-_").slice(0, length);
  const world = await createWorld();
  let n = 0;
  const ids = { random: (length: number) => (length === 32 ? random(length) : String((n += 1)).padStart(length, "x")) };
  const { payments } = await createWorld({ sharing: { ...world, ids } });
  const { secret } = valueOf(await payments.webhooks.set(shop, { url }));
  expect(secret).toMatch(secretPattern);
  expect(Buffer.from(secret?.slice(6) ?? "", "base64")).toHaveLength(24);
});

test.each([
  ["test", "http://localhost:8080/hook", "ok"],
  ["live", "https://shop.example/hook", "ok"],
  ["live", "http://shop.example/hook", "INVALID_REQUEST"],
  ["test", "ftp://shop.example/hook", "INVALID_REQUEST"],
  ["test", "https://user:password@shop.example/", "INVALID_REQUEST"],
  ["test", "/hook", "INVALID_REQUEST"],
] as const)("in %s mode %s: %s", async (mode, address, code) => {
  const { payments } = await createWorld();
  await payments.merchants.register({ mId: 7, mode: "live", name: "Corner Shop", feeRate: "3.3" });
  const answer = await payments.webhooks.set({ mId: 7, mode }, { url: address });
  expect(codeOf(answer)).toBe(code);
  if (!answer.ok) expect(answer.error.details).toMatchObject([{ field: "url" }]);
});

describe("an address that the sender refuses", () => {
  const inside = "https://inside.example/hook";
  const live = { ...shop, mode: "live" } as const;

  async function worldWith(refusalOf: NonNullable<WebhookSender["refusalOf"]>) {
    const world = await createWorld({ webhookSender: { send: () => Promise.reject(new Error("unsent")), refusalOf } });
    await world.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
    return world;
  }
  const refusing = async (address: string) => (address === inside ? "it is not public" : undefined);

  test.each([
    [live, {}, "INVALID_REQUEST"],
    [live, { publicOnly: true }, "INVALID_REQUEST"],
    [shop, { publicOnly: true }, "INVALID_REQUEST"],
    [shop, {}, "ok"],
  ] as const)("is refused where deliveries would be: %o %o: %s", async (tenant, options, code) => {
    const { webhooks } = (await worldWith(refusing)).payments;
    const answer = await webhooks.set(tenant, { url: inside }, options);
    expect(codeOf(answer)).toBe(code);
    if (answer.ok) return;
    const problem = "must have public addresses only: it is not public";
    expect(answer.error.details).toMatchObject([{ field: "url", problem }]);
    expect(codeOf(await webhooks.get(tenant))).toBe("NOT_FOUND_WEBHOOK");
    expect(codeOf(await webhooks.set(tenant, { url }, options))).toBe("ok");
  });

  test("that the host has set is refused when others repeat it, and stays with other events alone", async () => {
    const { webhooks } = (await worldWith(refusing)).payments;
    valueOf(await webhooks.set(shop, { url: inside }));
    const others = { publicOnly: true };
    expect(codeOf(await webhooks.set(shop, { url: inside }, others))).toBe("INVALID_REQUEST");
    expect(valueOf(await webhooks.set(shop, { events: ["payment.done"] }, others)).url).toBe(inside);
  });

  test("is unknown where the sender does not answer in time, or breaks: then it is accepted", async () => {
    const slow = await worldWith(() => new Promise(() => {}));
    const setting = slow.payments.webhooks.set(live, { url: inside });
    await slow.clock.advance(3_000);
    expect(codeOf(await setting)).toBe("ok");
    const broken = await worldWith(() => Promise.reject(new Error("no resolver")));
    expect(codeOf(await broken.payments.webhooks.set(live, { url: inside }))).toBe("ok");
    expect(broken.notices).toMatchObject([{ kind: "provider-threw" }]);
  });
});

test("an endpoint is of a merchant, and of one mode", async () => {
  const { payments } = await createWorld();
  expect(codeOf(await payments.webhooks.set({ mId: 8, mode: "test" }, { url }))).toBe("FORBIDDEN_REQUEST");
  await payments.webhooks.set(shop, { url });
  expect(codeOf(await payments.webhooks.get({ mId: 7, mode: "live" }))).toBe("NOT_FOUND_WEBHOOK");
});

test("for a day after a rotation both secrets sign, then only the new one", async () => {
  const world = await createWebhookWorld();
  const { secret: first } = await world.setEndpoint();
  await world.settle();
  const { webhooks } = world.payments;
  const signed = async () => {
    const { id } = await world.delivery();
    valueOf(await webhooks.resend(shop, id));
    await world.send();
    return world.sender.sent.at(-1)?.secrets;
  };
  expect(await signed()).toEqual([first]);
  const { secret: second, formerSecretUntil } = valueOf(await webhooks.rotate(shop));
  expect(formerSecretUntil).toBe(world.clock.now() + 24 * hourMs);
  expect(valueOf(await webhooks.get(shop))).toMatchObject({
    formerSecretsUntil: [formerSecretUntil],
    secretSince: world.clock.now(),
  });
  expect(second).toMatch(secretPattern);
  expect(await signed()).toEqual([second, first]);
  await world.clock.advance(24 * hourMs - 1);
  expect(await signed()).toEqual([second, first]);
  await world.clock.advance(1);
  expect(await signed()).toEqual([second]);
  expect(valueOf(await webhooks.get(shop)).formerSecretsUntil).toEqual([]);
});

test("each former secret signs until its own time, at most four of them; without overlap all end at once", async () => {
  const world = await createWebhookWorld();
  const { secret: first } = await world.setEndpoint();
  await world.settle();
  const { webhooks } = world.payments;
  const { id } = await world.delivery();
  const signed = async () => {
    valueOf(await webhooks.resend(shop, id));
    await world.send();
    return world.sender.sent.at(-1)?.secrets;
  };
  const start = world.clock.now();
  const secrets = [first];
  for (const hours of [40, 10, 30, 20]) {
    secrets.unshift(valueOf(await webhooks.rotate(shop, { overlapMs: hours * hourMs })).secret);
  }
  const [fifth, fourth, third, second] = secrets;
  expect(await signed()).toEqual([fifth, fourth, third, second, first]);
  expect(valueOf(await webhooks.get(shop)).formerSecretsUntil).toEqual(
    [20, 30, 10, 40].map((hours) => start + hours * hourMs),
  );
  const refused = await webhooks.rotate(shop);
  expect(refused).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
  expect(JSON.stringify(refused)).toContain("overlapMs");
  expect(JSON.stringify(refused)).toContain("2026-11-25T10:00:00+09:00");

  await world.clock.advance(10 * hourMs - 1);
  expect(codeOf(await webhooks.rotate(shop))).toBe("INVALID_REQUEST");
  await world.clock.advance(1);
  expect(await signed()).toEqual([fifth, fourth, third, first]);
  const { secret: sixth } = valueOf(await webhooks.rotate(shop, { overlapMs: hourMs }));
  expect(await signed()).toEqual([sixth, fifth, fourth, third, first]);
  await world.clock.advance(hourMs);
  expect(await signed()).toEqual([sixth, fourth, third, first]);
  await world.clock.advance(29 * hourMs - 1);
  expect(await signed()).toEqual([sixth, first]);
  const { secret: last } = valueOf(await webhooks.rotate(shop, { overlapMs: 0 }));
  expect(await signed()).toEqual([last]);
  expect(valueOf(await webhooks.get(shop)).formerSecretsUntil).toEqual([]);
});

test("where four former secrets sign, an overlap of 0 ends them all", async () => {
  const { payments } = await createWorld({ merchant: { contracts: { webhook: true } } });
  const { webhooks } = payments;
  valueOf(await webhooks.set(shop, { url }));
  for (let times = 0; times < 4; times += 1) valueOf(await webhooks.rotate(shop));
  expect(codeOf(await webhooks.rotate(shop))).toBe("INVALID_REQUEST");
  valueOf(await webhooks.rotate(shop, { overlapMs: 0 }));
  expect(valueOf(await webhooks.get(shop)).formerSecretsUntil).toEqual([]);
});

const names = webhookEvents.map(({ name }) => name);

test("a subscription is kept by another address, replaced by another one, and ends with its endpoint", async () => {
  const { payments } = await createWorld({ merchant: { contracts: { webhook: true } } });
  const { webhooks } = payments;
  const eventsOf = async () => valueOf(await webhooks.get(shop)).events;
  expect(codeOf(await webhooks.set(shop, { events: ["payment.done"] }))).toBe("INVALID_REQUEST");
  const { secret } = valueOf(await webhooks.set(shop, { url, events: ["payout.completed", "payment.done"] }));
  expect(await eventsOf()).toEqual(["settlement.completed", "payment.done", "payout.completed"]);
  valueOf(await webhooks.set(shop, { url: "https://other.example/" }));
  expect(await eventsOf()).toEqual(["settlement.completed", "payment.done", "payout.completed"]);
  // A registration replaces all that it names, and the endpoint is no part of it.
  await payments.merchants.register({ ...shop, name: "Other", feeRate: "3.3", contracts: { webhook: true } });
  valueOf(await webhooks.rotate(shop));
  expect(await eventsOf()).toEqual(["settlement.completed", "payment.done", "payout.completed"]);
  const changed = valueOf(await webhooks.set(shop, { events: ["payout.failed", "payout.failed"] }));
  expect(changed).toMatchObject({ url: "https://other.example/", events: ["settlement.completed", "payout.failed"] });
  expect([changed.secret, secret]).toEqual([null, expect.stringMatching(secretPattern)]);
  expect(valueOf(await webhooks.set(shop, { events: names })).events).toEqual(names);
  expect(valueOf(await webhooks.set(shop, { events: [] })).events).toEqual(["settlement.completed"]);
  valueOf(await webhooks.set(shop, { events: names }));
  valueOf(await webhooks.remove(shop));
  expect(valueOf(await webhooks.set(shop, { url })).events).toEqual(["settlement.completed"]);
});

test("a subscription to an event that does not exist is refused, with the events that do", async () => {
  const { payments } = await createWorld();
  const refused = await payments.webhooks.set(shop, {
    url,
    events: ["payment.done", "payment.paid" as "payment.done"],
  });
  expect(codeOf(refused)).toBe("INVALID_REQUEST");
  expect(JSON.stringify(refused)).toContain(`must be one of ${names.join(", ")}`);
});

test.each([
  [-1, "INVALID_REQUEST"],
  [0, "ok"],
  [0.5, "INVALID_REQUEST"],
  [30 * 24 * hourMs, "ok"],
  [30 * 24 * hourMs + 1, "INVALID_REQUEST"],
])("an overlap of %s milliseconds: %s", async (overlapMs, code) => {
  const { payments } = await createWorld();
  await payments.webhooks.set(shop, { url });
  expect(codeOf(await payments.webhooks.rotate(shop, { overlapMs }))).toBe(code);
});

test("an endpoint that was removed is gone with its secrets; the next one has others", async () => {
  const { payments } = await createWorld();
  const { webhooks } = payments;
  for (const answer of [await webhooks.remove(shop), await webhooks.rotate(shop)]) {
    expect(codeOf(answer)).toBe("NOT_FOUND_WEBHOOK");
  }
  const { secret } = valueOf(await webhooks.set(shop, { url }));
  expect(valueOf(await webhooks.remove(shop))).toEqual({ removed: true });
  expect(codeOf(await webhooks.get(shop))).toBe("NOT_FOUND_WEBHOOK");
  const again = valueOf(await webhooks.set(shop, { url }));
  expect(again.secret).toMatch(secretPattern);
  expect(again.secret).not.toBe(secret);
});
