import { expect, test } from "vitest";

import { cardEntry, codeOf, createWorld, shop, valueOf } from "../../test/world.ts";

test("success leads to successUrl with orderId, intentKey and amount; its own query and fragment stay", async () => {
  const world = await createWorld();
  const { token } = await world.session({ successUrl: "https://shop.example/ok?cart=7#done" });
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  const { intentKey } = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  expect(redirectUrl).toBe(
    `https://shop.example/ok?cart=7&orderId=order-20261120-0001&intentKey=${intentKey}&amount=10000#done`,
  );
});

test("a refused card leads to failUrl, and another card can be tried on the same link", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const refused = valueOf(await world.payments.checkout.authenticate(token, cardEntry("stopped")));
  const { searchParams } = new URL(refused.redirectUrl);
  expect([...searchParams.keys()]).toEqual(["code", "message", "orderId", "intentKey"]);
  expect(searchParams.get("code")).toBe("REJECT_CARD_COMPANY");
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(redirectUrl).toContain("https://shop.example/ok?");
});

test("a network that does not answer leads to failUrl with PAY_PROCESS_ABORTED", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  world.network.faults.next("authenticate", "refused-connection");
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(redirectUrl).toContain("code=PAY_PROCESS_ABORTED");
});

test("giving up leads to failUrl without the order id, and the link still works", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const { redirectUrl } = valueOf(await world.payments.checkout.giveUp(token));
  const { searchParams } = new URL(redirectUrl);
  expect([...searchParams.keys()]).toEqual(["code", "message", "intentKey"]);
  expect(searchParams.get("code")).toBe("PAY_PROCESS_CANCELED");
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("ok");
});

test("a double tap and a later repeat lead to the same place, with one authentication", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const tap = () => world.payments.checkout.authenticate(token, cardEntry("kb"));
  const [first, second] = await Promise.all([tap(), tap()]);
  expect(valueOf(second)).toEqual(valueOf(first));
  expect(valueOf(await world.payments.checkout.authenticate(token, cardEntry("stopped")))).toEqual(valueOf(first));
  expect(valueOf(await world.payments.checkout.read(token)).status).toBe("AUTHENTICATED");
});

test.each([
  [{ number: "4000 0000-0011 0009" }, "ok"],
  [{ number: "40000000001" }, "number"],
  [{ number: "40000000001100091234" }, "number"],
  [{ expiryMonth: "13" }, "expiryMonth"],
  [{ expiryYear: "2030" }, "expiryYear"],
  [{ registNo: "90010" }, "registNo"],
  [{ registNo: "1234567890" }, "ok"],
  [{ registNo: "12345678901" }, "ok"],
  [{ passwordFront2: "1" }, "passwordFront2"],
  [{ installmentPlanMonths: 3 }, "ok"],
  [{ installmentPlanMonths: 4 }, "installmentPlanMonths"],
  [{ installmentPlanMonths: -1 }, "installmentPlanMonths"],
])("what is typed: %j", async (change, expected) => {
  const world = await createWorld();
  const { token } = await world.session();
  const answer = await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), ...change });
  expect(answer.ok ? "ok" : answer.error.details?.[0]?.field).toBe(expected);
});

test("one month is a lump sum", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), installmentPlanMonths: 1 });
  const payment = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  expect(payment.methods[0]?.keyin?.installmentPlanMonths).toBe(0);
});

test.each(["nonsense", "cs_7_test_short", `cs_7_test_${"x".repeat(32)}`, `cs_7_live_${"x".repeat(32)}`])(
  "a token that leads nowhere: %s",
  async (token) => {
    const world = await createWorld();
    expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe(
      "NOT_FOUND_PAYMENT_SESSION",
    );
  },
);

test("a link expires on time, also while the card is being checked, and its payment with it", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await world.clock.advance(30 * 60_000 - 1);
  expect(codeOf(await world.payments.checkout.read(token))).toBe("ok");
  world.network.faults.next("authenticate", { kind: "late", ms: 1 });
  await world.clock.advance(1);
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("EXPIRED_PAYMENT_SESSION");
  await world.payments.work.runDue(10);
  expect(valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" })).status).toBe("EXPIRED");
  expect(await world.memory.listDue("session", 10)).toEqual([]);
});

test("neither the token nor card data is stored", async () => {
  const world = await createWorld();
  const { token } = await world.authenticated();
  const due = [...(await world.memory.listDue("session", 10)), ...(await world.memory.listDue("intent", 10))];
  expect(due).toHaveLength(1);
  for (const secret of [token, "4000000000110009", "900101"]) expect(JSON.stringify(due)).not.toContain(secret);
});
