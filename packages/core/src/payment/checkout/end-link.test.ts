import { expect, test } from "vitest";
import { checkoutViewSchema, errorCatalog } from "../../index.ts";
import { cardEntry, codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";

const minute = 60_000;

/** The parameters of a redirect to failUrl. */
function told(redirectUrl: string): Readonly<Record<string, string>> {
  const { origin, pathname, searchParams } = new URL(redirectUrl);
  expect(origin + pathname).toBe(sessionInput.failUrl);
  return Object.fromEntries(searchParams);
}

const giveUp = async ({ payments }: World, token: string) => valueOf(await payments.checkout.giveUp(token)).redirectUrl;

test("giving up an open link leads to failUrl without the order id, and the link still works", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const parameters = told(await giveUp(world, token));
  expect(Object.keys(parameters)).toEqual(["code", "message", "intentKey"]);
  expect(parameters["code"]).toBe("PAY_PROCESS_CANCELED");
  expect(await world.linkStatus(token)).toBe("OPEN");
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("ok");
});

test.each(["ko", "en", undefined] as const)("the message at failUrl is in the language %s", async (language) => {
  const world = await createWorld();
  const { token } = await world.session();
  const { redirectUrl } = valueOf(await world.payments.checkout.giveUp(token, { language }));
  expect(told(redirectUrl)["message"]).toBe(errorCatalog.PAY_PROCESS_CANCELED[language ?? "ko"]);
});

test("giving up after authentication ends the payment: nothing can be confirmed, and the order is free", async () => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  expect(told(await giveUp(world, token))).toMatchObject({ code: "PAY_PROCESS_CANCELED" });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("EXPIRED_PAYMENT_SESSION");
  expect(await world.status(payment.intentKey)).toBe("EXPIRED");
  expect(world.gateway.records()).toEqual([]);
  const view = valueOf(await world.payments.checkout.read(token));
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({ status: "EXPIRED", endedBy: "BUYER" });
  expect(told(view.redirectUrl ?? "")).toMatchObject({ code: "PAY_PROCESS_CANCELED" });
  for (const again of [
    await world.payments.checkout.giveUp(token),
    await world.payments.checkout.authenticate(token, cardEntry("kb")),
  ]) {
    expect(codeOf(again)).toBe("EXPIRED_PAYMENT_SESSION");
  }
  // Neither later work nor the link of the order's next payment changes that.
  await world.clock.advance(60 * minute);
  await world.payments.work.runDue(10);
  expect(await world.status(payment.intentKey)).toBe("EXPIRED");
  expect(await world.paid()).toMatchObject({ status: "DONE" });
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ endedBy: "BUYER" });
});

test("a page may open the order's checkout again once its buyer has given up", async () => {
  const world = await createWorld();
  const origin = "https://shop.example";
  const open = () => world.payments.checkout.open(shop, sessionInput, { origin });
  const { token } = valueOf(await open());
  valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(codeOf(await open())).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await giveUp(world, token);
  expect(codeOf(await open())).toBe("ok");
});

test("with an approval done, giving up is refused, also after a cancellation", async () => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  await world.payments.intents.confirm(shop, payment);
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe("ALREADY_PROCESSED_PAYMENT");
  expect(await world.status(payment.intentKey)).toBe("DONE");
  await world.cancel(payment.intentKey);
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe("ALREADY_PROCESSED_PAYMENT");
  expect(await world.status(payment.intentKey)).toBe("CANCELED");
});

test("with an approval open, giving up is refused, and the link says that it is being confirmed", async () => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink({ card: "answer-lost" });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("UNKNOWN_PAYMENT_ERROR");
  const view = valueOf(await world.payments.checkout.read(token));
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  expect(view.status).toBe("CONFIRMING");
  expect(view.redirectUrl).toContain(sessionInput.successUrl);
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe("ALREADY_PROCESSED_PAYMENT");
  await world.pass(1);
  expect(await world.status(payment.intentKey)).toBe("DONE");
  expect(await world.linkStatus(token)).toBe("PAID");
});

test.each([0, 1, 2, 3, 4])("giving up while the shop confirms: one of the two wins (%i)", async (steps) => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  const confirming = world.payments.intents.confirm(shop, payment);
  for (let step = 0; step < steps; step += 1) await Promise.resolve();
  const gaveUp = codeOf(await world.payments.checkout.giveUp(token));
  const confirmed = codeOf(await confirming);
  const outcome = [gaveUp, confirmed, await world.status(payment.intentKey), world.gateway.held("7:test")];
  expect([
    ["ok", "EXPIRED_PAYMENT_SESSION", "EXPIRED", 0],
    ["ALREADY_PROCESSED_PAYMENT", "ok", "DONE", 10_000],
  ]).toContainEqual(outcome);
});

type End = (world: World, token: string) => Promise<unknown>;

const linkTime: End = ({ clock }) => clock.advance(30 * minute);
const canceled: End = ({ payments }) => payments.intents.cancel(shop, sessionInput, { cancelReason: "sold out" });
const newerSession: End = (world) => world.session();

const afterAuthentication =
  (end: End, card = cardEntry("kb")): End =>
  async (world, token) => {
    await world.payments.checkout.authenticate(token, card);
    await end(world, token);
  };

const confirmTime = afterAuthentication(({ clock }) => clock.advance(10 * minute));

const recorded =
  (end: End): End =>
  async (world, token) => {
    await end(world, token);
    await world.payments.work.runDue(10);
  };

const refusedCards: End = async ({ payments }, token) => {
  const wrong = { ...cardEntry("kb"), passwordFront2: "99" };
  for (let tries = 1; tries <= 5; tries += 1) await payments.checkout.authenticate(token, wrong);
};

const refusedApproval = afterAuthentication(async ({ payments }) => {
  const { intentKey } = valueOf(await payments.intents.lookUp(shop, sessionInput));
  const { orderId } = sessionInput;
  expect((await payments.intents.confirm(shop, { intentKey, orderId, amount: 10_000 })).ok).toBe(false);
}, cardEntry("no-funds"));

const byTime = { status: "EXPIRED", endedBy: "TIME" };
const byMerchant = { status: "EXPIRED", endedBy: "MERCHANT" };
const byNewer = { status: "SUPERSEDED" };

/** How a link ends, its page then, and the redirect to failUrl. */
const ends: readonly (readonly [string, End, object, keyof typeof errorCatalog])[] = [
  ["its time", linkTime, byTime, "PAY_PROCESS_ABORTED"],
  ["its time, once that is recorded", recorded(linkTime), byTime, "PAY_PROCESS_ABORTED"],
  ["the time to confirm", recorded(confirmTime), byTime, "PAY_PROCESS_ABORTED"],
  ["refused cards", refusedCards, { status: "EXPIRED", endedBy: "TRIES" }, "REJECT_CARD_COMPANY"],
  ["a cancellation", canceled, byMerchant, "PAY_PROCESS_ABORTED"],
  ["a cancellation after authentication", afterAuthentication(canceled), byMerchant, "PAY_PROCESS_ABORTED"],
  ["a refused approval", refusedApproval, byMerchant, "PAY_PROCESS_ABORTED"],
  ["a newer session", newerSession, byNewer, "PAY_PROCESS_CANCELED"],
  ["a newer session after authentication", afterAuthentication(newerSession), byNewer, "PAY_PROCESS_CANCELED"],
];

test.each(ends)(
  "a link that was ended by %s shows that, and leads back to the shop",
  async (_, end, expected, code) => {
    const world = await createWorld();
    const { token, expiresAt } = await world.session();
    await end(world, token);
    const view = valueOf(await world.payments.checkout.read(token, { language: "en" }));
    expect(checkoutViewSchema.parse(view)).toEqual(view);
    const { redirectUrl = "", ...rest } = view;
    const seller = { businessName: "Corner Shop" };
    const shown = {
      merchantName: "Corner Shop",
      seller,
      installmentMonths: [],
      orderName: sessionInput.orderName,
      amount: 10_000,
    };
    expect(rest).toEqual({ ...shown, ...expected, expiresAt, testMode: true });
    const { code: toldCode, message, orderId } = told(redirectUrl);
    expect([toldCode, message]).toEqual([code, errorCatalog[code].en]);
    // A buyer who gives up and a superseded link pass no order to failUrl.
    expect(orderId).toBe(code === "PAY_PROCESS_CANCELED" ? undefined : sessionInput.orderId);
  },
);
