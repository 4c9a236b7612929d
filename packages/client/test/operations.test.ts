import type { ServerResponse } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isWonflowError, verifyRedirect, type WonflowError } from "../src/index.ts";
import { hurriedClock, newOrder, openService } from "./open-service.ts";

type Service = Awaited<ReturnType<typeof openService>>;

/** How many answers are still cut off, once the service has made them. */
let cuts = 0;
const keys: (string | undefined)[] = [];

let service: Service;

beforeAll(async () => {
  service = await openService((serve) => (request, response) => {
    keys.push(request.headers["idempotency-key"] as string | undefined);
    if (cuts > 0) {
      cuts -= 1;
      cutOff(response);
    }
    serve(request, response);
  });
});

afterAll(() => service.close());

/** The connection breaks where the answer would begin: what was asked for is done by then. */
function cutOff(response: ServerResponse): void {
  response.writeHead = () => response.destroy();
}

async function authenticated(card?: string) {
  const order = newOrder();
  const { token } = await service.connect().sessions.create(order);
  const query = await service.authenticate(token, card);
  return verifyRedirect(query, { orderId: order.orderId, amount: 10_000 });
}

async function failureOf(work: Promise<unknown>): Promise<WonflowError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isWonflowError(error)) throw new Error(`it threw ${String(error)}`);
  return error;
}

test("a payment from its session to the last cancellation", async () => {
  const wonflow = service.connect();
  const order = newOrder();
  const { orderId } = order;
  const session = await wonflow.sessions.create(order);
  expect(session.checkoutUrl).toContain(session.token);
  const query = await service.authenticate(session.token);
  const redirect = verifyRedirect(query, { orderId, amount: order.amount.value });
  expect(redirect).toEqual({ orderId, intentKey: query.get("intentKey"), amount: 10_000 });

  const done = await wonflow.intents.confirm(redirect);
  expect(done).toMatchObject({ status: "DONE", totalAmount: 10_000, orderId });
  expect(await wonflow.intents.lookUp({ orderId })).toEqual(done);
  expect(await wonflow.intents.lookUp({ intentKey: redirect.intentKey })).toEqual(done);

  const preview = await wonflow.intents.previewCancellation(redirect.intentKey, { cancelAmount: 3_000 });
  expect(preview).toMatchObject({ remainingAmount: 7_000, takenFrom: "pending", perMethod: [{ amount: 3_000 }] });
  const history = await wonflow.intents.timeline(redirect.intentKey);
  expect(history.items.map(({ event }) => event)).toContain("approved");
  const part = await wonflow.intents.cancel(redirect, { cancelReason: "sold out", cancelAmount: 3_000 });
  expect([part.status, part.cancel?.remainingAmount]).toEqual(["PARTIAL_CANCELED", 7_000]);
  const rest = await wonflow.intents.cancel({ orderId }, { cancelReason: "변심" });
  expect([rest.status, rest.cancel?.remainingAmount]).toEqual(["CANCELED", 0]);

  const file = await wonflow.intents.csv({ orderId, language: "en" });
  expect(file.split("\r\n")).toMatchObject([
    expect.stringMatching(/^\uFEFFPayment key,Order id,/),
    expect.stringContaining(`${redirect.intentKey},${orderId},`),
    "",
  ]);
  const { list } = wonflow.intents;
  expect(await list({ status: "CANCELED", limit: 1 }).page()).toMatchObject({ size: 1, items: [rest] });
  for await (const { status } of list({ limit: 1 })) expect(status).toBeDefined();
  expect((await list({ orderId, status: "DONE" }).page()).items).toEqual([]);
  const wrong = await failureOf(list({ status: "PAID" }).page());
  expect([wrong.code, wrong.details]).toMatchObject(["INVALID_REQUEST", [{ field: "status.0" }]]);
});

test("a stored card is charged, and deleted", async () => {
  const { billing } = service.connect();
  const customerId = "2b7d1f0c-buyer";
  const { billkey } = await billing.issue({
    customerId,
    number: "4000000000110009",
    expriationYY: "39",
    expriationMM: "12",
    cvc: "123",
    passwordFront2: "12",
    ownerName: "Hong Gildong",
    registNo: "900101",
    ownerPhoneNumber: "01012345678",
  });
  const { orderId } = newOrder();
  const charge = {
    customerId,
    orderId,
    orderName: "Tea",
    totalAmount: 500,
    instruments: [{ billing: billkey, amount: 500 }],
  };
  expect((await billing.charge(charge)).status).toBe("DONE");
  const kept = (await billing.list({ customerId }).page()).items;
  expect(kept).toMatchObject([{ billkey, customerId, maskedNumber: "400000******0009" }]);
  expect(await billing.remove(billkey)).toEqual({ billkey });
  for await (const each of billing.list({ customerId })) expect(each).toBeUndefined();
  const gone = await failureOf(billing.remove(billkey));
  expect([gone.code, gone.status, gone.nextAction]).toEqual(["NOT_FOUND_BILLING", 404, "correct"]);
});

test("cards are looked up, interest-free months with the client key", async () => {
  const { bins, catalog, installments } = service.connect();
  const [row] = await bins.list();
  expect(await bins.lookUp(row?.bin ?? "")).toEqual(row);
  expect((await bins.enums()).CardCompany).toHaveProperty("11");
  expect((await catalog.search({ acquirer: "11" })).data).toEqual([]);
  const early = await failureOf(installments.interestFreeMonths({ pg: "PG_A" }));
  expect([early.code, early.retryable]).toEqual(["INSTALLMENTS_NOT_READY", true]);
  await service.advance(0);
  expect(await installments.interestFreeMonths({ pg: "PG_A" })).toHaveProperty("interestFreeInstallmentCards");
});

test("a webhook endpoint is set, tested, given another secret and removed; its messages are listed and sent again", async () => {
  const { webhookEndpoint, webhookDeliveries, sessions, intents } = service.connect();
  // `.invalid` never resolves, so no connection is made, and the delivery has the reason.
  const url = "https://wonflow.invalid/webhook";
  const set = await webhookEndpoint.set({ url, events: ["payment.canceled"] });
  expect([set.url, set.secret]).toEqual([url, expect.stringMatching(/^whsec_/)]);
  const { events, formerSecretsUntil } = await webhookEndpoint.lookUp();
  expect([events, formerSecretsUntil]).toEqual([["settlement.completed", "payment.canceled"], []]);
  const problem = expect.stringMatching(/^no connection: /);
  expect(await webhookEndpoint.test()).toMatchObject({ status: null, problem });
  const { secret } = await webhookEndpoint.rotateSecret({ overlapMs: 0 });
  expect(secret).not.toBe(set.secret);

  const order = newOrder();
  await sessions.create(order);
  await intents.cancel({ orderId: order.orderId }, { cancelReason: "sold out" });
  const [delivery] = await every(webhookDeliveries.list({ status: "PENDING" }));
  const id = delivery?.id ?? "";
  expect(delivery).toMatchObject({ event: "payment.canceled", status: "PENDING" });
  expect(await webhookDeliveries.lookUp(id)).toMatchObject({ id });
  expect(await webhookDeliveries.resend(id)).toMatchObject({ id, status: "PENDING" });
  expect(await webhookEndpoint.remove()).toEqual({ removed: true });
  const gone = await failureOf(webhookDeliveries.resend(id));
  expect([gone.code, gone.retryable]).toEqual(["NOT_FOUND_WEBHOOK", false]);
});

test("what takes no idempotency key is sent once, also where no answer comes", async () => {
  const { webhookEndpoint } = service.connect();
  await webhookEndpoint.set({ url: "https://wonflow.invalid/webhook" });
  keys.length = 0;
  cuts = 1;
  const lost = await failureOf(webhookEndpoint.rotateSecret());
  expect([lost.code, lost.nextAction, keys]).toEqual(["CONNECTION_FAILED", "look-up", [undefined]]);
  await webhookEndpoint.remove();
});

async function every<Item>(list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe("sellers and payouts", () => {
  const account = { bankCode: "004", accountNumber: "110-123-456789", holderName: "Hong Gildong" };
  const seller = (refSellerId: string) =>
    ({ refSellerId, name: refSellerId, businessType: "INDIVIDUAL", account }) as const;

  test("are created, read, listed from page to page, and removed", async () => {
    const { sellers, payouts, ledger } = service.connect();
    const made: string[] = [];
    for (const name of ["potter", "weaver", "smith"]) made.push((await sellers.create(seller(name))).id);
    const listed: string[] = [];
    for await (const { id } of sellers.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(made);

    const first = await sellers.list({ limit: 2 }).page();
    expect([first.size, first.hasMore]).toEqual([2, true]);
    const rest = sellers.list({ startingAfter: first.nextCursor ?? "" });
    expect((await rest.page()).items.map(({ id }) => id)).toEqual(made.slice(2));
    expect((await every(rest)).map(({ id }) => id)).toEqual(made.slice(2));

    const [id = "", other = ""] = made;
    expect((await sellers.lookUp(id)).refSellerId).toBe("potter");
    expect((await sellers.remove(other)).deletedAt).not.toBeNull();
    expect((await failureOf(sellers.lookUp(other))).code).toBe("NOT_FOUND_SELLER");

    expect((await ledger.balances()).availableAmount).toEqual({ currency: "KRW", value: 0 });
    const item = { refPayoutId: "november", destination: id, amount: { currency: "KRW", value: 100 } } as const;
    const refused = await failureOf(payouts.createBatch([item]));
    expect([refused.code, refused.retryable]).toEqual(["NOT_ENOUGH_AMOUNT", false]);
    expect(await every(payouts.list())).toEqual([]);
    expect((await failureOf(payouts.lookUp("po_none"))).code).toBe("NOT_FOUND_PAYOUT");
  });
});

describe("settlements", () => {
  test("are found by an order's id, listed over many weeks, read by their own ids, and paid out", async () => {
    const { intents, settlements, ledger, sellers, payouts } = service.connect();
    const redirect = await authenticated();
    await intents.confirm(redirect);
    const { orderId } = redirect;
    const expected = await settlements.lookUpOrder(orderId);
    expect([expected.status, expected.settlementAmount]).toEqual(["UNSETTLED", 9_637]);
    const days = { from: "2026-09-30", to: "2026-12-31" };
    expect(await every(settlements.list(days))).toEqual([]);

    await service.advance(6 * 86_400_000);
    const [settlement, ...none] = await every(settlements.list(days));
    expect([settlement?.lines.some((line) => line.orderId === orderId), none]).toEqual([true, []]);
    expect(await settlements.lookUp(settlement?.settlementId ?? "")).toEqual(settlement);
    expect((await settlements.lookUpOrder(orderId)).settlementId).toBe(settlement?.settlementId);
    const day = settlement?.settledAt.slice(0, 10) ?? "";
    const around = { from: "2026-11-26", to: "2026-11-26" };
    expect([day, await every(settlements.list(around))]).toEqual(["2026-11-26", [settlement]]);

    const { value } = (await ledger.balances()).availableAmount;
    expect(value).toBeGreaterThanOrEqual(9_637);
    const account = { bankCode: "004", accountNumber: "110-123-456789", holderName: "Hong Gildong" };
    const { id } = await sellers.create({ refSellerId: "baker", name: "Baker", businessType: "INDIVIDUAL", account });
    await service.advance(0);
    const item = { refPayoutId: "november-1", destination: id, amount: { currency: "KRW", value: 5_000 } } as const;
    const batch = await payouts.createBatch([item]);
    expect(await payouts.createBatch([item])).toMatchObject({ items: [{ batchId: batch.items[0]?.batchId }] });
    expect(await every(payouts.list({ payoutDateGte: "2026-11-01" }))).toEqual(batch.items);
    expect(await payouts.lookUp(batch.items[0]?.id ?? "")).toMatchObject({ destination: { sellerId: id } });
  });

  test("and orders are not confused with one another", async () => {
    const { settlements } = service.connect();
    const [settlement] = await every(settlements.list({ from: "2026-11-26", to: "2026-11-26" }));
    const { settlementId = "", lines: [line] = [] } = settlement ?? {};
    expect((await failureOf(settlements.lookUp(line?.orderId ?? ""))).code).toBe("NOT_FOUND_SETTLEMENT");
    expect((await failureOf(settlements.lookUpOrder(settlementId))).code).toBe("NOT_FOUND_SETTLEMENT");
  });

  test.each([
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2026-11-02", to: "yesterday" },
  ])("from $from to $to are refused by the service", async (days) => {
    const error = await failureOf(every(service.connect().settlements.list(days)));
    expect([error.code, error.status]).toEqual(["INVALID_REQUEST", 400]);
  });
});

test("a refusal says which field is wrong, in the language that was asked for", async () => {
  const wonflow = service.connect({ language: "en" });
  const error = await failureOf(wonflow.sessions.create({ ...newOrder(), orderId: "short" }));
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("WonflowError");
  expect(error.message).toMatch(/^orderId must be/);
  expect(error).toMatchObject({ code: "INVALID_ORDER_ID", status: 400, nextAction: "correct", retryable: false });
  expect(error.details).toEqual([expect.objectContaining({ field: "orderId", code: "INVALID_ORDER_ID" })]);
  expect(error.traceId).toMatch(/./);
  expect((await failureOf(service.connect().intents.lookUp({ orderId: "short" }))).message).toMatch(/[가-힣]/);
});

describe("an answer that gets lost", () => {
  test("of a confirm: it is sent again under the same key, and charged once", async () => {
    const redirect = await authenticated();
    const [before, sent] = [service.approvals(), keys.length];
    cuts = 2;
    expect((await service.connect().intents.confirm(redirect)).status).toBe("DONE");
    expect(service.approvals() - before).toBe(1);
    const used = keys.slice(sent);
    expect(used).toHaveLength(3);
    expect(new Set(used).size).toBe(1);
    expect(used[0]).toMatch(/^[\da-f-]{36}$/);
  });

  test("of a part canceled: it is canceled once, and twice where it is asked for twice", async () => {
    const { intents } = service.connect();
    const redirect = await authenticated();
    await intents.confirm(redirect);
    cuts = 1;
    const once = await intents.cancel(redirect, { cancelReason: "sold out", cancelAmount: 1_000 });
    expect(once.cancel?.canceledAmount).toBe(1_000);
    const twice = await intents.cancel(redirect, { cancelReason: "sold out", cancelAmount: 1_000 });
    expect(twice.cancel?.canceledAmount).toBe(2_000);
  });

  test("at every try: the error says to look up, and the look-up says what happened", async () => {
    const redirect = await authenticated();
    cuts = 3;
    const wonflow = service.connect();
    const error = await failureOf(wonflow.intents.confirm(redirect, { idempotencyKey: "mine" }));
    expect(error).toMatchObject({ code: "CONNECTION_FAILED", nextAction: "look-up", retryable: false });
    expect([error.idempotencyKey, error.status]).toEqual(["mine", undefined]);
    expect(error.cause).toBeInstanceOf(Error);
    expect((await wonflow.intents.lookUp(redirect)).status).toBe("DONE");
    expect((await wonflow.intents.confirm(redirect, { idempotencyKey: "mine" })).status).toBe("DONE");
  });

  test("of the gateway: the repeat has it looked up", async () => {
    const redirect = await authenticated("answer-lost");
    const before = service.approvals();
    const payment = await service.connect().intents.confirm(redirect);
    expect([payment.status, service.approvals() - before]).toEqual(["DONE", 1]);
  });

  test("of a session: it is sent once, unless it has a key", async () => {
    const { sessions } = service.connect();
    const order = newOrder();
    const before = keys.length;
    cuts = 1;
    const error = await failureOf(sessions.create(order));
    expect([error.code, error.nextAction, error.idempotencyKey]).toEqual(["CONNECTION_FAILED", "look-up", undefined]);
    expect(keys.slice(before)).toEqual([undefined]);
    cuts = 1;
    const { checkoutUrl } = await sessions.create(order, { idempotencyKey: "session-1" });
    expect(checkoutUrl).toContain("token=");
    expect(keys.slice(before)).toEqual([undefined, "session-1", "session-1"]);
  });
});

test("a refused call is not retried, even with a key", async () => {
  const clock = hurriedClock();
  const { intents } = service.connect({ clock });
  const before = keys.length;
  const redirect = await authenticated();
  const sent = keys.length;
  const error = await failureOf(intents.confirm(redirect, { testCode: "REJECT_CARD_PAYMENT" }));
  expect([error.code, error.status, error.nextAction]).toEqual(["REJECT_CARD_PAYMENT", 403, "another-card"]);
  expect([keys.length - sent, clock.waits]).toEqual([1, []]);
  expect(before).toBeLessThan(sent);
});
