import { documentationMerchant, type Payments, type WebhookAnswer } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";
import { fakeClock } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { recordingLogger } from "../../test/recording-logger.ts";
import { developmentClock } from "./development-clock.ts";
import { createPayments, memoryStore, testCards } from "../index.ts";
import { movableClock } from "./move-clock.ts";

/** Friday, 2026-11-20 at 10:00 in Seoul. A payment approved then settles on Wednesday, the 25th. */
const start = Date.UTC(2026, 10, 20, 1);
const seoul = (text: string) => Date.parse(`${text}+09:00`);

const moment = (text: string) => new Date(Date.parse(text)).toISOString();

/** A service with a clock that can be moved; its loop of due work is asked to rest, and does nothing by itself. */
async function openService(
  answer: (now: number) => WebhookAnswer = () => ({ outcome: "answered", status: 204, text: "", ms: 1 }),
) {
  const machine = fakeClock(start);
  const store = memoryStore();
  const clock = await developmentClock({ store, machine });
  const gateway = sandboxGateway({ clock });
  const sent: string[] = [];
  const { logger, lines } = recordingLogger();
  const payments = createPayments({
    store,
    clock,
    gateways: { test: gateway },
    secret: "s".repeat(32),
    logger,
    webhookSender: {
      async send() {
        sent.push(new Date(clock.now()).toISOString());
        return answer(clock.now());
      },
    },
  });
  await payments.merchants.register(documentationMerchant);
  await payments.webhooks.set(documentationMerchant, { url: "https://shop.example/webhook" });
  let pauses = 0;
  const work = {
    stop: async () => undefined,
    pauseFor<Answer>(task: () => Promise<Answer>) {
      pauses += 1;
      return task();
    },
  };
  let isStopping = false;
  const movable = movableClock({ clock, store, payments, work, isStopping: () => isStopping });
  return {
    machine,
    store,
    clock,
    gateway,
    payments,
    movable,
    sent,
    lines,
    pauses: () => pauses,
    stop: () => (isStopping = true),
  };
}

async function pay(payments: Payments, { orderId = "order-20261120-0001", card = "kb" } = {}) {
  const order = { customerId: "3f0c9a1e-buyer", orderId, orderName: "Green tea", amount: { value: 10_000 } };
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const session = await payments.sessions.create(documentationMerchant, { ...order, ...urls });
  const number = testCards.find(({ name }) => name === card)?.number ?? "";
  const entry = { number, expiryMonth: "12", expiryYear: "30", registNo: "900101", passwordFront2: "12" };
  const authenticated = await payments.checkout.authenticate(session.ok ? session.value.token : "", entry);
  const redirect = new URL(authenticated.ok ? authenticated.value.redirectUrl : "https://refused.example");
  const intentKey = redirect.searchParams.get("intentKey") ?? "";
  return payments.intents.confirm(documentationMerchant, { intentKey, orderId, amount: 10_000 });
}

test("what is due on the way is done at its own time, before the move is answered", async () => {
  const { payments, movable, clock, sent, pauses } = await openService();
  await pay(payments);
  expect(await movable.move({ forward: { businessDays: 3 } })).toEqual({
    ok: true,
    value: seoul("2026-11-25T10:00:00"),
  });
  const order = await payments.settlements.lookUpOrder(documentationMerchant, "order-20261120-0001");
  expect(order).toMatchObject({
    ok: true,
    value: { status: "SETTLED", settledAt: moment("2026-11-25T00:00:00+09:00") },
  });
  expect(sent).toEqual([moment("2026-11-25T00:00:00+09:00")]);
  expect([clock.now(), pauses()]).toEqual([seoul("2026-11-25T10:00:00"), 1]);
});

test("the clock runs on from where it was moved to, and further moves start there", async () => {
  const { machine, payments, movable, clock } = await openService();
  await pay(payments);
  await movable.move({ to: "2026-11-24T23:59:59+09:00" });
  const status = async () => {
    const order = await payments.settlements.lookUpOrder(documentationMerchant, "order-20261120-0001");
    return order.ok ? order.value.status : order.error.code;
  };
  expect(await status()).toBe("UNSETTLED");
  await machine.advance(1000);
  expect(clock.now()).toBe(seoul("2026-11-25T00:00:00"));
  await payments.work.runDue();
  expect(await status()).toBe("SETTLED");
  await movable.move({ forward: { minutes: 1 } });
  expect(clock.now()).toBe(seoul("2026-11-25T00:01:00"));
});

test("work that is due exactly at the clock's new time is done", async () => {
  const { payments, movable, sent } = await openService();
  await pay(payments);
  await movable.move({ to: "2026-11-25T00:00:00+09:00" });
  expect(sent).toHaveLength(1);
});

test("a failing webhook is retried during the move, each time when its wait is over, until the operator is notified", async () => {
  const { payments, movable, sent, lines } = await openService(() => ({ outcome: "failed", reason: "no", ms: 1 }));
  await pay(payments);
  await movable.move({ to: "2026-12-10T00:00:00+09:00" });
  const minutes = sent.map((at) => (Date.parse(at) - seoul("2026-11-25T00:00:00")) / 60_000);
  const waits = minutes.slice(1).map((at, index) => at - (minutes[index] ?? 0));
  expect(waits).toHaveLength(7);
  for (const [index, usual] of [1, 4, 16, 64, 256, 1024, 4096].entries()) {
    expect(Math.abs((waits[index] ?? 0) / usual - 1)).toBeLessThan(0.11);
  }
  expect(lines.map(({ fields }) => fields["notice"])).toContain("webhook-exhausted");
});

test("an attempt without an outcome is looked up once an hour on the way", async () => {
  const { gateway, payments, movable, clock } = await openService();
  const calls: number[] = [];
  gateway.faults.schedule(({ operation }) => {
    if (operation === "authenticate") return undefined;
    calls.push(clock.now());
    return "refused-connection";
  });
  expect(await pay(payments)).toMatchObject({ ok: false, error: { code: "UNKNOWN_PAYMENT_ERROR" } });
  calls.length = 0;
  await movable.move({ forward: { minutes: 300 } });
  // The last look-up is the one at the end of the move.
  const lookedUp = [...new Set(calls)].slice(0, -1);
  expect(lookedUp).toHaveLength(5);
  const waits = lookedUp.slice(1).map((at, index) => (at - (lookedUp[index] ?? 0)) / 60_000);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
});

test("one move at a time: the second is refused, and changes nothing", async () => {
  const { payments, movable, clock } = await openService();
  await pay(payments);
  const moves = await Promise.all([
    movable.move({ forward: { businessDays: 3 } }),
    movable.move({ forward: { businessDays: 5 } }),
  ]);
  expect(moves).toEqual([
    { ok: true, value: seoul("2026-11-25T10:00:00") },
    { ok: false, error: { code: "CONCURRENT_REQUEST" } },
  ]);
  expect(clock.now()).toBe(seoul("2026-11-25T10:00:00"));
});

test("a move that is refused lets the clock run on", async () => {
  const { machine, movable, clock, pauses } = await openService();
  const refused = await movable.move({ to: "2026-11-20T09:59:59+09:00" });
  expect(refused).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST", details: [{ field: "to" }] } });
  await machine.advance(1000);
  expect([clock.now(), pauses()]).toEqual([start + 1000, 0]);
});

test("with a merchant of live mode the clock can't be moved", async () => {
  const { payments, movable, clock } = await openService();
  await payments.merchants.register({ mId: 9, mode: "live", name: "Real Shop", feeRate: "3.3" });
  const error = { code: "FORBIDDEN_REQUEST", details: [{ field: "merchants" }] };
  expect(await movable.move({ forward: { minutes: 1 } })).toMatchObject({ ok: false, error });
  expect([clock.now(), clock.isAhead()]).toEqual([start, false]);
});

test("a service that stops leaves the clock where it has come to, and it runs on", async () => {
  const { machine, payments, movable, clock, stop } = await openService(() => {
    stop();
    return { outcome: "answered", status: 204, text: "", ms: 1 };
  });
  await pay(payments);
  expect(await movable.move({ forward: { businessDays: 10 } })).toEqual({
    ok: true,
    value: seoul("2026-11-25T00:00:00"),
  });
  await machine.advance(1000);
  expect(clock.now()).toBe(seoul("2026-11-25T00:00:01"));
});

test("upkeep makes no stops on the way, and is done at the end", async () => {
  const { store, movable, clock } = await openService();
  const shown = new Set<number>();
  const { listDue } = store;
  store.listDue = (kind, limit) => {
    shown.add(clock.now());
    return listDue(kind, limit);
  };
  await movable.move({ forward: { businessDays: 1 } });
  // The settlement schedule of the merchant begins each of the three days on the way.
  expect([...shown]).toEqual([start, ...["21", "22", "23"].map((day) => seoul(`2026-11-${day}T00:00:00`))]);
  const [commitIds] = await listDue("commitIds", 1);
  expect(commitIds?.dueAt).toBe(seoul("2026-11-23T11:00:00"));
});

test("work that fails is tried again once an hour on the way, and at the end", async () => {
  const { store, movable, clock, lines } = await openService();
  const failed = new Set<number>();
  const { list } = store;
  store.list = async (tenant, request) => {
    if (request.list !== "unsettled") return list(tenant, request);
    failed.add(clock.now());
    throw new Error("no list");
  };
  await movable.move({ to: "2026-11-23T02:30:00+09:00" });
  const hours = ["00:00:00", "01:00:00", "02:00:00", "02:30:00"].map((time) => seoul(`2026-11-23T${time}`));
  expect([...failed].filter((at) => at >= seoul("2026-11-23T00:00:00"))).toEqual(hours);
  expect(lines.map(({ fields }) => fields)).toContainEqual(
    expect.objectContaining({ notice: "work-failed", work: "settlementSchedule" }),
  );
});

test("all work is upkeep, except work whose time is visible to users", async () => {
  const { payments } = await openService();
  const seen = payments.work.kinds.filter(({ upkeep }) => upkeep === false).map(({ kind }) => kind);
  expect(seen.toSorted()).toEqual([
    "attempt",
    "bankAttempt",
    "intent",
    "payout",
    "payoutStatement",
    "session",
    "settlementSchedule",
    "transferAccount",
    "webhookDelivery",
  ]);
});
