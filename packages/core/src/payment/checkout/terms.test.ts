import { expect, test } from "vitest";

import { checkoutViewSchema } from "../../index.ts";
import { cardEntry, codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";

const order = { orderId: "order-20261120-0001" };
const url = "https://shop.example/terms";
const asking = { terms: { url, consent: true } };
const unagreed = {
  code: "INVALID_REQUEST",
  details: [{ field: "termsAgreed", problem: `must be true: agree to ${url}` }],
};

test("a buyer who has not agreed pays nothing, and loses no try", async () => {
  const { payments, gateway, session } = await createWorld({ merchant: asking });
  const { token } = await session();
  for (const termsAgreed of [undefined, false]) {
    for (let press = 0; press < 6; press += 1) {
      const answer = await payments.checkout.authenticate(token, { ...cardEntry("kb"), termsAgreed });
      expect(answer).toMatchObject({ ok: false, error: unagreed });
    }
  }
  expect(valueOf(await payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5, checking: false });
  expect(gateway.records()).toEqual([]);
  expect(codeOf(await payments.checkout.authenticate(token, { ...cardEntry("kb"), termsAgreed: true }))).toBe("ok");
});

test("the agreed terms and their time stay with the payment when the merchant changes them", async () => {
  const world = await createWorld({ merchant: asking });
  const { payments, clock } = world;
  const { token } = await world.session();
  expect(valueOf(await payments.intents.lookUp(shop, order))).not.toHaveProperty("agreedTerms");
  await clock.advance(61_000);
  valueOf(await payments.checkout.authenticate(token, { ...cardEntry("kb"), termsAgreed: true }));
  const merchant = valueOf(await payments.merchants.get(shop));
  await payments.merchants.register({ ...merchant, terms: { url: "https://shop.example/new-terms" } });
  await clock.advance(60_000);
  const agreedTerms = { url, agreedAt: "2026-11-20T10:01:01+09:00" };
  const { intentKey } = valueOf(await payments.intents.lookUp(shop, order));
  const confirmed = valueOf(await payments.intents.confirm(shop, { intentKey, ...order, amount: 10_000 }));
  expect(confirmed.agreedTerms).toEqual(agreedTerms);
  expect(valueOf(await world.cancel(intentKey)).agreedTerms).toEqual(agreedTerms);
});

test("after a refused card, the time of the card that paid counts", async () => {
  const world = await createWorld({ merchant: asking });
  const { token } = await world.session();
  const { authenticate } = world.payments.checkout;
  expect(codeOf(await authenticate(token, { ...cardEntry("stopped"), termsAgreed: true }))).toBe(
    "INVALID_STOPPED_CARD",
  );
  await world.clock.advance(30_000);
  valueOf(await authenticate(token, { ...cardEntry("kb"), termsAgreed: true }));
  const { agreedTerms } = valueOf(await world.payments.intents.lookUp(shop, order));
  expect(agreedTerms).toEqual({ url, agreedAt: "2026-11-20T10:00:30+09:00" });
});

test("terms that ask for nothing are shown, and paying is not agreeing", async () => {
  const world = await createWorld({ merchant: { terms: { url } } });
  const { token } = await world.session();
  const view = valueOf(await world.payments.checkout.read(token));
  expect(view.terms).toEqual({ url, consent: false });
  // As the reference describes it.
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  await world.authenticated();
  expect(valueOf(await world.payments.intents.lookUp(shop, order))).not.toHaveProperty("agreedTerms");
});

test("a merchant without terms has nothing to agree to", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  valueOf(await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), termsAgreed: true }));
  expect(valueOf(await world.payments.checkout.read(token))).not.toHaveProperty("terms");
  expect(valueOf(await world.payments.intents.lookUp(shop, order))).not.toHaveProperty("agreedTerms");
});

test("buyers are shown the seller and the operator, if they are given", async () => {
  const logo = "data:image/png;base64,iVBORw0KGgo=";
  const merchant = {
    businessName: "주식회사 골목",
    businessRegistrationNumber: "2208162517",
    phone: "02-1234-5678",
    color: "#0b7a50",
    logo,
  };
  const told = await createWorld({ merchant, settings: { operatorName: "Payments Inc." } });
  expect(valueOf(await told.payments.checkout.read((await told.session()).token))).toMatchObject({
    merchantName: "Corner Shop",
    seller: { businessName: "주식회사 골목", businessRegistrationNumber: "2208162517", phone: "02-1234-5678" },
    operatorName: "Payments Inc.",
    color: "#0b7a50",
    logo,
  });
  const untold = await createWorld();
  const view = valueOf(await untold.payments.checkout.read((await untold.session()).token));
  expect(view.seller).toEqual({ businessName: "Corner Shop" });
  for (const name of ["operatorName", "terms", "color", "logo"]) expect(view).not.toHaveProperty(name);
});
