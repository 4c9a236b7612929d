import { testCards } from "@wonflow/sandbox";
import { describe, expect, test } from "vitest";
import { card, openService, order, orderId, type Service } from "../test/open-service.ts";

const minute = 60_000;

async function readyPayment({ call, openSession }: Service) {
  const token = await openSession();
  const { body } = await call("GET", `/px/intents/orders/${orderId}`);
  expect(body).toMatchObject({ status: "READY", methods: [] });
  const { intentKey } = body as { intentKey: string };
  return { token, confirmation: { intentKey, orderId, amount: 10_000 } };
}

function numberOf(name: string): string {
  const found = testCards.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no test card ${name}`);
  return found.number;
}

test("a payment that its buyer has not authenticated cannot be confirmed", async () => {
  const service = await openService();
  const { confirmation } = await readyPayment(service);
  const { status, json } = await service.call("POST", "/px/intents/confirm", { body: confirmation });
  expect([status, json.code, json.details]).toEqual([400, "UNAPPROVED_ORDER_ID", undefined]);
});

test("a confirm comes in time until the last millisecond of 10 minutes", async () => {
  const inTime = await openService();
  const first = await inTime.authenticated();
  await inTime.clock.advance(10 * minute - 1);
  expect((await inTime.call("POST", "/px/intents/confirm", { body: first })).json.status).toBe("DONE");

  const late = await openService();
  const second = await late.authenticated();
  await late.clock.advance(10 * minute);
  const { status, json } = await late.call("POST", "/px/intents/confirm", { body: second });
  expect([status, json.code]).toEqual([410, "EXPIRED_PAYMENT_SESSION"]);
  expect((await late.call("GET", `/px/intents/${second.intentKey}`)).json.status).toBe("EXPIRED");
  expect(late.gateway.records()).toEqual([]);
});

test("a newer session replaces a payment and its link", async () => {
  const { call, openSession, authenticate, gateway } = await openService();
  const token = await openSession();
  const { searchParams } = await authenticate(token);
  const body = { intentKey: searchParams.get("intentKey"), orderId, amount: 10_000 };
  const unused = await openSession();
  await openSession({ amount: { value: 9_000 } });

  const confirm = await call("POST", "/px/intents/confirm", { body });
  expect([confirm.status, confirm.json.code]).toEqual([410, "INVALIDATED_PAYMENT_SESSION"]);
  const headers = { Authorization: `Bearer ${unused}` };
  const link = await call("GET", "/checkout/session", { headers });
  expect([link.status, link.json.status]).toEqual([200, "SUPERSEDED"]);
  const entered = await call("POST", "/checkout/session/authenticate", { headers, body: card });
  expect([entered.status, entered.json.code]).toEqual([410, "INVALIDATED_PAYMENT_SESSION"]);
  expect(gateway.records()).toEqual([]);
});

test("a confirm is answered again as the payment is by then, and charges once", async () => {
  const { call, paid, gateway } = await openService();
  const body = await paid();
  expect((await call("POST", "/px/intents/confirm", { body })).json.status).toBe("DONE");
  const cancel = `/px/intents/${body.intentKey}/cancel`;
  await call("POST", cancel, { body: { cancelReason: "-", cancelAmount: 1_000 } });
  expect((await call("POST", "/px/intents/confirm", { body })).json.status).toBe("PARTIAL_CANCELED");
  await call("POST", cancel, { body: { cancelReason: "-" } });
  const after = await call("POST", "/px/intents/confirm", { body });
  expect([after.status, after.json.code]).toEqual([400, "ALREADY_CANCELED_PAYMENT"]);
  expect(gateway.records()).toHaveLength(1);
});

test("a paid order takes no other session", async () => {
  const { call, paid } = await openService();
  await paid();
  const { status, json } = await call("POST", "/px/payfront/sessions", { body: order });
  expect([status, json.code]).toEqual([400, "DUPLICATED_ORDER_ID"]);
});

test("two confirms at once are one approval", async () => {
  const { call, authenticated, gateway } = await openService();
  const body = await authenticated();
  const answers = await Promise.all([
    call("POST", "/px/intents/confirm", { body }),
    call("POST", "/px/intents/confirm", { body }),
  ]);
  expect(gateway.records()).toHaveLength(1);
  for (const { status, json } of answers) {
    expect([`${status} DONE`, "400 ALREADY_PROCESSED_PAYMENT"]).toContain(`${status} ${json.code ?? json.status}`);
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true);
});

test.each([
  ["no-funds", 403, "REJECT_CARD_PAYMENT"],
  ["daily-limit", 403, "EXCEED_MAX_ONE_DAY_AMOUNT"],
  ["stopped-meanwhile", 400, "INVALID_STOPPED_CARD"],
])("the card %s is refused at confirm, and the payment says why", async (name, status, code) => {
  const { call, authenticated } = await openService();
  const body = await authenticated({}, { number: numberOf(name) });
  for (const confirm of [
    await call("POST", "/px/intents/confirm", { body }),
    await call("POST", "/px/intents/confirm", { body }),
  ]) {
    expect([confirm.status, confirm.json.code]).toEqual([status, code]);
  }
  const { status: found, json } = await call("GET", `/px/intents/${body.intentKey}`);
  expect(found).toBe(200);
  expect(json).toMatchObject({ status: "ABORTED", totalAmount: 10_000 });
  expect(json["failure"]).toEqual([
    { code, message: expect.any(String), details: { keyin: { number: expect.stringMatching(/^\d{6}\*+\d{4}$/) } } },
  ]);
  expect(Object.keys(json)).not.toContain("approvedAt");
});

test("an approval whose answer is lost is unknown, then found by its repeat, and charged once", async () => {
  const { call, authenticated, gateway } = await openService();
  const body = await authenticated({}, { number: numberOf("answer-lost") });
  const lost = await call("POST", "/px/intents/confirm", { body });
  expect([lost.status, lost.json.code]).toEqual([500, "UNKNOWN_PAYMENT_ERROR"]);
  expect((await call("GET", `/px/intents/${body.intentKey}`)).json.status).toBe("IN_PROGRESS");
  const cancel = await call("POST", `/px/intents/${body.intentKey}/cancel`, { body: { cancelReason: "-" } });
  expect([cancel.status, cancel.json.code]).toEqual([403, "FORBIDDEN_CONSECUTIVE_REQUEST"]);
  const session = await call("POST", "/px/payfront/sessions", { body: order });
  expect([session.status, session.json.code]).toEqual([403, "FORBIDDEN_CONSECUTIVE_REQUEST"]);
  expect((await call("POST", "/px/intents/confirm", { body })).json.status).toBe("DONE");
  expect(gateway.held("1:test")).toBe(10_000);
});

describe("a cancellation", () => {
  test("above what remains says how much that is", async () => {
    const { call, paid, gateway } = await openService();
    const { intentKey } = await paid();
    const cancel = (cancelAmount: number) =>
      call("POST", `/px/intents/${intentKey}/cancel`, { body: { cancelReason: "-", cancelAmount } });
    expect((await cancel(4_000)).json.status).toBe("PARTIAL_CANCELED");
    const { status, json } = await cancel(6_001);
    expect([status, json.code]).toEqual([400, "NOT_MATCHES_REFUNDABLE_AMOUNT"]);
    expect(json.details).toEqual([
      { field: "cancelAmount", code: "NOT_MATCHES_REFUNDABLE_AMOUNT", problem: expect.stringContaining("6000") },
    ]);
    expect((await cancel(6_000)).json.status).toBe("CANCELED");
    expect((await cancel(1)).json.code).toBe("ALREADY_CANCELED_PAYMENT");
    expect(gateway.held("1:test")).toBe(0);
  });

  test("before confirm is in full, without a call, and the order is free again", async () => {
    const { call, authenticated, gateway } = await openService();
    const body = await authenticated();
    const path = `/px/intents/${body.intentKey}/cancel`;
    const part = await call("POST", path, { body: { cancelReason: "-", cancelAmount: 1 } });
    expect([part.status, part.json.code]).toEqual([403, "NOT_CANCELABLE_AMOUNT"]);
    const whole = await call("POST", path, { body: { cancelReason: "다른 금액" } });
    expect([whole.status, whole.json.status]).toEqual([200, "CANCELED"]);
    expect(gateway.records()).toEqual([]);
    const confirm = await call("POST", "/px/intents/confirm", { body });
    expect(confirm.json.code).toBe("ALREADY_CANCELED_PAYMENT");
    expect((await call("POST", "/px/payfront/sessions", { body: order })).status).toBe(201);
  });

  test("of an expired payment is refused", async () => {
    const { call, authenticated, clock, payments } = await openService();
    const { intentKey } = await authenticated();
    await clock.advance(10 * minute);
    await payments.work.runDue(10);
    const { status, json } = await call("POST", `/px/intents/${intentKey}/cancel`, { body: { cancelReason: "-" } });
    expect([status, json.code]).toEqual([403, "NOT_CANCELABLE_PAYMENT"]);
  });

  test("that the gateway refuses changes nothing", async () => {
    const { call, paid } = await openService();
    const { intentKey } = await paid({}, { number: numberOf("no-refund") });
    const { status, json } = await call("POST", `/px/intents/${intentKey}/cancel`, { body: { cancelReason: "-" } });
    expect([status, json.code]).toEqual([400, "REFUND_REJECTED"]);
    expect((await call("GET", `/px/intents/${intentKey}`)).json.status).toBe("DONE");
  });

  test.each([
    [{ cancelReason: "-" }, "FAILED_REFUND_PROCESS"],
    [{ cancelReason: "-", cancelAmount: 1_000 }, "FAILED_PARTIAL_REFUND"],
  ])("whose answer is lost says that its outcome is open: %j", async (body, code) => {
    const { call, paid } = await openService();
    const { intentKey } = await paid({}, { number: numberOf("refund-answer-lost") });
    const { status, json } = await call("POST", `/px/intents/${intentKey}/cancel`, { body });
    expect([status, json.code]).toEqual([500, code]);
  });

  test("racing another takes each won once", async () => {
    const { call, paid, gateway } = await openService();
    const { intentKey } = await paid();
    const sent = { body: { cancelReason: "-", cancelAmount: 6_000 } };
    const path = `/px/intents/${intentKey}/cancel`;
    const answers = await Promise.all([call("POST", path, sent), call("POST", path, sent), call("POST", path, sent)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(gateway.held("1:test")).toBe(4_000);
  });
});

describe("the checkout's own calls", () => {
  const calls = [
    ["GET", "/checkout/session", undefined],
    ["POST", "/checkout/session/authenticate", card],
    ["POST", "/checkout/session/give-up", undefined],
  ] as const;

  test.each(calls)("%s %s needs the token of a session", async (method, path, body) => {
    const { call, openSession, clock } = await openService();
    const token = await openSession();
    const sent = (Authorization: string | null) => ({ headers: { Authorization }, ...(body && { body }) });
    const unknown = [null, "", "Bearer", "Bearer x", "Bearer cs_1_test_", `Basic ${token}`, `Bearer ${token}x`];
    for (const header of unknown) {
      const { status, json } = await call(method, path, sent(header));
      expect([status, json.code]).toEqual([404, "NOT_FOUND_PAYMENT_SESSION"]);
    }
    const inUrl = await call(method, `${path}?token=${token}`, sent(null));
    expect(inUrl.status).toBe(404);
    await clock.advance(30 * minute - 1);
    expect((await call(method, path, sent(`bearer ${token}`))).status).toBe(200);
    if (method === "POST" && path.endsWith("authenticate")) return;
    await clock.advance(1);
    const over = await call(method, path, sent(`Bearer ${token}`));
    // An expired session can still be read: its page reports it and leads back to the shop.
    const expected = method === "GET" ? [200, undefined, "EXPIRED"] : [410, "EXPIRED_PAYMENT_SESSION", undefined];
    expect([over.status, over.json.code, over.json.status]).toEqual(expected);
  });

  test("giving up leads to failUrl without the order, and the link keeps working", async () => {
    const { call, openSession, authenticate } = await openService();
    const token = await openSession();
    const { status, json } = await call("POST", "/checkout/session/give-up", {
      headers: { Authorization: `Bearer ${token}`, "Content-Type": null },
    });
    expect(status).toBe(200);
    const landed = new URL(json.redirectUrl);
    expect(landed.origin + landed.pathname).toBe("https://shop.example/fail");
    expect([...landed.searchParams.keys()]).toEqual(["code", "message", "intentKey"]);
    expect(landed.searchParams.get("code")).toBe("PAY_PROCESS_CANCELED");
    expect((await authenticate(token)).pathname).toBe("/ok");
  });

  const refused = [
    [{ number: numberOf("stopped") }, 400, "INVALID_STOPPED_CARD", undefined],
    [{ number: numberOf("too-many-tries") }, 403, "EXCEED_MAX_AUTH_COUNT", undefined],
    [{ passwordFront2: "99" }, 400, "INVALID_CARD_PASSWORD", ["passwordFront2"]],
    [{ registNo: "991231" }, 400, "INVALID_CARD_IDENTITY", ["registNo"]],
    [{ expiryYear: "20" }, 400, "INVALID_CARD_EXPIRATION", ["expiryMonth", "expiryYear"]],
  ] as const;

  test.each(refused)("a card that is refused: %j", async (change, status, code, fields) => {
    const { openSession, authenticate, call } = await openService();
    const token = await openSession();
    const answer = await call("POST", "/checkout/session/authenticate", {
      headers: { Authorization: `Bearer ${token}` },
      body: { ...card, ...change },
    });
    expect([answer.status, answer.json.statusCode, answer.json.code]).toEqual([status, status, code]);
    expect(answer.body).toMatchObject({ triesLeft: 4 });
    expect(answer.json.details?.map(({ field }: { readonly field: string }) => field)).toEqual(fields);
    expect((await authenticate(token)).pathname).toBe("/ok");
  });

  test("the last refused card leads to failUrl with the order", async () => {
    const { openSession, call } = await openService();
    const token = await openSession();
    const wrong = { ...card, passwordFront2: "99" };
    const statuses: number[] = [];
    let redirectUrl = "";
    for (let tries = 1; tries <= 5; tries += 1) {
      const headers = { Authorization: `Bearer ${token}`, "Accept-Language": "en" };
      const { status, json } = await call("POST", "/checkout/session/authenticate", { headers, body: wrong });
      statuses.push(status);
      redirectUrl = json.redirectUrl;
    }
    expect(statuses).toEqual([400, 400, 400, 400, 200]);
    const { searchParams } = new URL(redirectUrl);
    expect([...searchParams.keys()]).toEqual(["code", "message", "orderId", "intentKey"]);
    expect(searchParams.get("code")).toBe("REJECT_CARD_COMPANY");
    expect(searchParams.get("message")).toBe("The card company rejected the payment.");
  });

  test("a gateway that does not answer costs no try", async () => {
    const { openSession, call, gateway } = await openService();
    gateway.faults.next("authenticate", "refused-connection");
    const headers = { Authorization: `Bearer ${await openSession()}` };
    const { status, body } = await call("POST", "/checkout/session/authenticate", { headers, body: card });
    expect([status, body]).toMatchObject([400, { code: "PROVIDER_ERROR", triesLeft: 5 }]);
  });

  test("an abandoned authenticated payment can't be confirmed; a confirmed one can't be abandoned", async () => {
    const { openSession, authenticate, call } = await openService();
    const pay = async () => {
      const token = await openSession();
      const { searchParams } = await authenticate(token);
      const confirmation = { intentKey: searchParams.get("intentKey"), orderId, amount: 10_000 };
      const headers = { Authorization: `Bearer ${token}`, "Accept-Language": "en" };
      return {
        confirm: () => call("POST", "/px/intents/confirm", { body: confirmation }),
        giveUp: () => call("POST", "/checkout/session/give-up", { headers }),
      };
    };
    const givenUp = await pay();
    const answer = await givenUp.giveUp();
    expect(new URL(answer.json.redirectUrl).searchParams.get("message")).toBe("The buyer canceled the checkout.");
    const late = await givenUp.confirm();
    expect([late.status, late.json.code]).toEqual([410, "EXPIRED_PAYMENT_SESSION"]);
    const paid = await pay();
    expect((await paid.confirm()).json.status).toBe("DONE");
    const refusal = await paid.giveUp();
    expect([refusal.status, refusal.json.code]).toEqual([400, "ALREADY_PROCESSED_PAYMENT"]);
  });

  test("authenticating again leads to the same place", async () => {
    const { openSession, authenticate, call } = await openService();
    const token = await openSession();
    const first = await authenticate(token);
    expect((await authenticate(token)).href).toBe(first.href);
    const view = await call("GET", "/checkout/session", { headers: { Authorization: `Bearer ${token}` } });
    expect(view.json.status).toBe("AUTHENTICATED");
  });
});
