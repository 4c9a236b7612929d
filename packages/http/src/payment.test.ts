import { expect, test } from "vitest";
import { openService, order, orderId } from "../test/open-service.ts";

test("a payment goes from its session to confirm, look-up, a part canceled, and the rest", async () => {
  const { call, authenticate } = await openService();

  const session = await call("POST", "/px/payfront/sessions", { body: order });
  expect(session.status).toBe(201);
  expect(session.body).toEqual({
    token: expect.stringMatching(/^cs_1_test_/),
    checkoutUrl: `https://pay.example/checkout?token=${session.json.token}`,
    expiresAt: "2026-11-20T14:33:07+09:00",
  });

  const shown = await call("GET", "/checkout/session", { headers: { Authorization: `Bearer ${session.json.token}` } });
  expect(shown.status).toBe(200);
  expect(shown.body).toEqual({
    merchantName: "Wonflow Docs",
    installmentMonths: [],
    seller: { businessName: "Wonflow Docs", businessRegistrationNumber: "1234567890", phone: "02-000-0000" },
    orderName: "녹차 100g",
    amount: 10_000,
    status: "OPEN",
    checking: false,
    triesLeft: 5,
    expiresAt: "2026-11-20T14:33:07+09:00",
    testMode: true,
  });

  const landed = await authenticate(session.json.token);
  expect(landed.origin + landed.pathname).toBe("https://shop.example/ok");
  const { intentKey = "", ...rest } = Object.fromEntries(landed.searchParams);
  expect(rest).toEqual({ cart: "7", orderId, amount: "10000" });
  expect(intentKey).toHaveLength(21);

  const payment = {
    intentKey,
    orderId,
    settlementId: null,
    orderName: "녹차 100g",
    mId: 1,
    totalAmount: 10_000,
    status: "IN_PROGRESS",
    requestedAt: "2026-11-20T14:03:07+09:00",
    methods: [
      {
        method: "KEYIN",
        amount: 10_000,
        keyin: { number: "400000******0009", installmentPlanMonths: 0, issuerCode: "11" },
      },
    ],
  };
  const waiting = await call("GET", `/px/intents/${intentKey}`);
  expect(waiting.status).toBe(200);
  expect(waiting.body).toEqual(payment);

  const confirmed = await call("POST", "/px/intents/confirm", { body: { intentKey, orderId, amount: 10_000 } });
  expect(confirmed.status).toBe(200);
  const receipt = { candyUrl: expect.any(String), perMethodUrls: [expect.any(String)] };
  const done = { ...payment, status: "DONE", approvedAt: "2026-11-20T14:03:07+09:00", receipt };
  expect(confirmed.body).toEqual(done);
  expect((await call("GET", `/px/intents/orders/${orderId}`)).body).toEqual(done);

  const part = { cancelReason: "한 봉지 품절", cancelAmount: 3_000 };
  const partly = await call("POST", `/px/intents/${intentKey}/cancel`, { body: part });
  expect(partly.status).toBe(200);
  const cancel = { canceledAt: "2026-11-20T14:03:07+09:00", inProgress: false };
  const amounts = { canceledAmount: 3_000, remainingAmount: done.totalAmount - 3_000 };
  expect(partly.body).toEqual({ ...done, status: "PARTIAL_CANCELED", cancel: { ...cancel, ...amounts } });

  const canceled = await call("POST", `/px/intents/orders/${orderId}/cancel`, { body: { cancelReason: "변심" } });
  expect(canceled.status).toBe(200);
  const all = { canceledAmount: done.totalAmount, remainingAmount: 0 };
  expect(canceled.body).toEqual({ ...done, status: "CANCELED", cancel: { ...cancel, ...all } });
});
