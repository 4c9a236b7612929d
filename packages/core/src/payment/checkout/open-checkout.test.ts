import { expect, test } from "vitest";
import { cardEntry, codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";

const origin = "https://shop.example";

test("a page opens a checkout with the client key's merchant, and a newer one replaces it", async () => {
  const world = await createWorld();
  const open = () => world.payments.checkout.open(shop, sessionInput, { origin });
  const first = valueOf(await open());
  const second = valueOf(await open());
  expect(await world.linkStatus(first.token)).toBe("SUPERSEDED");
  expect(await world.linkStatus(second.token)).toBe("OPEN");
});

test.each([
  ["open", "FORBIDDEN_REQUEST"],
  ["authenticated", "FORBIDDEN_REQUEST"],
  ["expired", "ok"],
  ["expired after authentication", "ok"],
  ["canceled", "ok"],
  ["paid", "DUPLICATED_ORDER_ID"],
])("a page never replaces the server's session while that is alive: %s", async (state, code) => {
  const world = await createWorld();
  if (state === "open" || state === "expired") await world.session();
  else if (state === "paid") await world.paid();
  else await world.authenticated();
  if (state.startsWith("expired")) await world.clock.advance(30 * 60_000);
  if (state === "canceled") {
    const payment = valueOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId }));
    await world.cancel(payment.intentKey);
  }
  const answer = await world.payments.checkout.open(shop, sessionInput, { origin });
  expect(codeOf(answer)).toBe(code);
  if (code === "FORBIDDEN_REQUEST") expect(answer).toMatchObject({ error: { details: [{ field: "orderId" }] } });
});

test("a server's fields are refused when a page sends them", async () => {
  const world = await createWorld({ merchant: { contracts: { kyc: true } } });
  const sent = { ...sessionInput, metadata: { cart: 1 }, kyc: { name: "Kim", registNo: "900101" }, taxFreeAmount: 1 };
  expect(await world.payments.checkout.open(shop, sent, { origin })).toMatchObject({
    error: { details: [{ field: "metadata" }, { field: "kyc" }, { field: "taxFreeAmount" }] },
  });
  expect(codeOf(await world.payments.checkout.open(shop, sessionInput, { origin }))).toBe("ok");
  const [session] = await world.memory.listDue("session", 1);
  expect(session?.body).toMatchObject({ kyc: null, openedBy: "browser" });
});

test("a page's request that cannot be accepted names its fields", async () => {
  const world = await createWorld();
  const answer = await world.payments.checkout.open(shop, { ...sessionInput, orderId: "short" }, { origin });
  expect(answer).toMatchObject({ ok: false, error: { code: "INVALID_ORDER_ID", details: [{ field: "orderId" }] } });
});

test("a page of a registered http origin may open and lead to its own", async () => {
  const world = await createWorld({ live: true });
  const local = "http://shop.example:8080";
  const merchant = { mId: 7, mode: "live", name: "Corner Shop", feeRate: "3.3", origins: [local] } as const;
  await world.payments.merchants.register({ ...merchant, origins: [local] });
  const urls = { successUrl: `${local}/ok?to=https://evil.example`, failUrl: `${local}/fail` };
  const open = (from: string) => world.payments.checkout.open(merchant, { ...sessionInput, ...urls }, { origin: from });
  expect(codeOf(await open(local))).toBe("ok");
  expect(codeOf(await open("http://shop.example"))).toBe("FORBIDDEN_REQUEST");
});

test("the server's session replaces the page's", async () => {
  const world = await createWorld();
  const { token } = valueOf(await world.payments.checkout.open(shop, sessionInput, { origin }));
  await world.session();
  expect(await world.linkStatus(token)).toBe("SUPERSEDED");
});

test("in live mode only registered origins open and frame the checkout; in test mode any", async () => {
  const world = await createWorld({ live: true });
  const live = { mId: 7, mode: "live" } as const;
  await world.payments.merchants.register({ ...live, name: "Live", feeRate: "3.3", origins: [origin] });
  const open = (from: string) => world.payments.checkout.open(live, sessionInput, { origin: from });
  expect(codeOf(await open("https://evil.example"))).toBe("FORBIDDEN_REQUEST");
  const { token } = valueOf(await open(origin));
  expect(await world.payments.checkout.frameOrigins(token)).toEqual([origin]);
  expect(await world.payments.checkout.frameOrigins((await world.session()).token)).toEqual(["*"]);
  expect(await world.payments.checkout.frameOrigins("nonsense")).toEqual([]);
});

test("a session says where the buyer continues, and that it is paid", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  expect(valueOf(await world.payments.checkout.read(token))).not.toHaveProperty("redirectUrl");
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "AUTHENTICATED", redirectUrl });
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  await world.payments.intents.confirm(shop, { intentKey, orderId: sessionInput.orderId, amount: 10_000 });
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "PAID", redirectUrl });
});

test.each([
  ["https://shop.example", true],
  ["http://localhost:3000", true],
  ["https://shop.example/", false],
  ["https://Shop.example", false],
  ["shop.example", false],
  ["*", false],
])("an origin: %s", async (registered, valid) => {
  const world = await createWorld();
  const answer = await world.payments.merchants.register({ ...shop, name: "X", feeRate: "1", origins: [registered] });
  expect(answer.ok).toBe(valid);
});

test.each([
  "",
  "https://",
  "https://shop.exampl",
  "https://shop.example.evil",
  "https://shop.example:8443",
  "http://shop.example",
  "https://www.shop.example",
])("in live mode %s is not the registered https://shop.example", async (origin) => {
  const world = await createWorld({ live: true });
  const merchant = { mId: 7, mode: "live", name: "Corner Shop", feeRate: "3.3" } as const;
  await world.payments.merchants.register({ ...merchant, origins: ["https://shop.example"] });
  const open = (from: string) => world.payments.checkout.open(merchant, sessionInput, { origin: from });
  expect(codeOf(await open("https://shop.example"))).toBe("ok");
  expect(codeOf(await open(origin))).toBe("FORBIDDEN_REQUEST");
});

/** Ends of an authenticated payment, and its link's answer from then on. */
const endings: readonly (readonly [string, (world: World, payment: Payment) => Promise<unknown>, string])[] = [
  ["a newer session", (world) => world.session(), "INVALIDATED_PAYMENT_SESSION"],
  ["a cancellation before confirm", (world, { intentKey }) => world.cancel(intentKey), "EXPIRED_PAYMENT_SESSION"],
  ["the end of its time", (world) => world.pass(10 * 60), "EXPIRED_PAYMENT_SESSION"],
  ["a refused approval", (world, payment) => world.payments.intents.confirm(shop, payment), "EXPIRED_PAYMENT_SESSION"],
];

interface Payment {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

test.each(endings)("%s ends the link too, and it leads to no successUrl any more", async (_what, end, code) => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink({ card: "no-funds" });
  expect(valueOf(await world.payments.checkout.read(token))).toHaveProperty("redirectUrl");
  await end(world, payment);
  expect(await world.linkStatus(token)).toBe(code === "EXPIRED_PAYMENT_SESSION" ? "EXPIRED" : "SUPERSEDED");
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe(code);
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe(code);
  expect(codeOf(await world.payments.checkout.describeCard(token, { firstDigits: "400000" }))).toBe(code);
});

test("the link of a confirmed payment stays, also after a cancellation", async () => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  valueOf(await world.payments.intents.confirm(shop, payment));
  await world.cancel(payment.intentKey);
  await world.clock.advance(60 * 60_000);
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "PAID" });
});

test("the client key and an order id cannot end a payment that its buyer has authenticated", async () => {
  const world = await createWorld();
  const open = (value: number) =>
    world.payments.checkout.open(
      shop,
      { ...sessionInput, amount: { value }, successUrl: "https://evil.example/ok" },
      { origin: "https://evil.example" },
    );
  const { token } = valueOf(await world.payments.checkout.open(shop, sessionInput, { origin }));
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  expect(await open(1)).toMatchObject({
    ok: false,
    error: { code: "FORBIDDEN_CONSECUTIVE_REQUEST", details: [{ field: "orderId" }] },
  });
  expect(await world.status(intentKey)).toBe("IN_PROGRESS");
  const confirmation = { intentKey, orderId: sessionInput.orderId, amount: 10_000 };
  expect(valueOf(await world.payments.intents.confirm(shop, confirmation)).status).toBe("DONE");
});

test("when the buyer's time to be confirmed is over, a page may open the order again", async () => {
  const world = await createWorld();
  const open = () => world.payments.checkout.open(shop, sessionInput, { origin });
  const { token } = valueOf(await open());
  valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  await world.clock.advance(10 * 60_000 - 1);
  expect(codeOf(await open())).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await world.clock.advance(1);
  expect(codeOf(await open())).toBe("ok");
});

test.each(["successUrl", "failUrl"] as const)(
  "in live mode a page's %s must be of a registered origin",
  async (field) => {
    const world = await createWorld({ live: true });
    const merchant = { mId: 7, mode: "live", name: "Corner Shop", feeRate: "3.3" } as const;
    await world.payments.merchants.register({ ...merchant, origins: [origin] });
    const open = (url: string) => world.payments.checkout.open(merchant, { ...sessionInput, [field]: url }, { origin });
    expect(codeOf(await open(`${origin}:443/path?x=1#y`))).toBe("ok");
    for (const url of ["https://evil.example/ok", `${origin}.evil.example/`, `${origin}:8443/`]) {
      expect(await open(url)).toMatchObject({
        ok: false,
        error: { code: "FORBIDDEN_REQUEST", details: [{ field }] },
      });
    }
  },
);
