import { expect, test } from "vitest";
import { checkoutViewSchema } from "../../index.ts";
import {
  cardEntry,
  codeOf,
  createWorld,
  sessionInput,
  shop,
  valueOf,
  withKeyIn,
  type World,
} from "../../../test/world.ts";

test("the view of a checkout page", async () => {
  const world = await createWorld();
  const { token, expiresAt } = await world.session();
  const view = valueOf(await world.payments.checkout.read(token));
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  expect(view).toEqual({
    merchantName: "Corner Shop",
    seller: { businessName: "Corner Shop" },
    installmentMonths: [],
    orderName: sessionInput.orderName,
    amount: 10_000,
    status: "OPEN",
    checking: false,
    triesLeft: 5,
    expiresAt,
    testMode: true,
  });
});

test("a page in live mode is no test, and may be framed by registered origins", async () => {
  const world = await createWorld({ live: true });
  const live = { mId: 7, mode: "live" } as const;
  await world.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
  const { token } = valueOf(await world.payments.sessions.create(live, sessionInput));
  expect(valueOf(await world.payments.checkout.read(token)).testMode).toBe(false);
  expect(await world.payments.checkout.frameOrigins(token)).toEqual([]);
  expect(await world.payments.checkout.frameOrigins(`cs_9_live_${"x".repeat(32)}`)).toEqual([]);
});

test.each([1, 999_999_999_999_999])("a link of the merchant %i works", async (mId) => {
  const { payments } = await createWorld();
  const tenant = { mId, mode: "test" } as const;
  await payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
  const { token } = valueOf(await payments.sessions.create(tenant, sessionInput));
  expect(valueOf(await payments.checkout.read(token)).merchantName).toBe("Corner Shop");
});

test.each([
  `xcs_7_test_${"x".repeat(32)}`,
  `cs_7_test_${"x".repeat(33)}`,
  `cs_07_test_${"x".repeat(32)}`,
  `cs_1${"0".repeat(15)}_test_${"x".repeat(32)}`,
  `cs_7_prod_${"x".repeat(32)}`,
  `cs_7_test_${"x".repeat(31)}~`,
])("no token: %s", async (token) => {
  const world = await createWorld();
  expect(codeOf(await world.payments.checkout.read(token))).toBe("NOT_FOUND_PAYMENT_SESSION");
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe("NOT_FOUND_PAYMENT_SESSION");
  expect(await world.payments.checkout.frameOrigins(token)).toEqual([]);
});

test("an unknown token is not found", async () => {
  const world = await createWorld();
  const token = `cs_7_test_${"x".repeat(32)}`;
  expect(codeOf(await world.payments.checkout.read(token))).toBe("NOT_FOUND_PAYMENT_SESSION");
  expect(codeOf(await world.payments.checkout.giveUp(token))).toBe("NOT_FOUND_PAYMENT_SESSION");
});

/** Events on a link while the gateway checks the card, and the buyer's answer then. */
const meanwhile: readonly (readonly [string, (world: World) => Promise<unknown>, string])[] = [
  ["it expires", (world) => world.clock.advance(1), "EXPIRED_PAYMENT_SESSION"],
  ["a newer session replaces it", (world) => world.session(), "INVALIDATED_PAYMENT_SESSION"],
  [
    "the merchant cancels the payment",
    (world) => world.payments.intents.cancel(shop, sessionInput, { cancelReason: "sold out" }),
    "EXPIRED_PAYMENT_SESSION",
  ],
];

test.each(["kb", "stopped"].flatMap((card) => meanwhile.map((row) => [card, ...row] as const)))(
  "while the card %s is being checked %s: it is not accepted any more, nor its refusal counted",
  async (name, _what, happen, code) => {
    const world = await createWorld();
    const { token } = await world.session();
    const authenticate: typeof world.gateway.keyIn.authenticate = async (request) => {
      const answer = await world.gateway.keyIn.authenticate(request);
      await happen(world);
      return answer;
    };
    const process = await createWorld({ sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) } });
    await world.clock.advance(30 * 60_000 - 1);
    expect(codeOf(await process.payments.checkout.authenticate(token, cardEntry(name)))).toBe(code);
    expect(await world.linkStatus(token)).toBe(code === "EXPIRED_PAYMENT_SESSION" ? "EXPIRED" : "SUPERSEDED");
  },
);

test("a link and its payment end together, in the work that is due for the link, and only when its time is over", async () => {
  const world = await createWorld();
  await world.session();
  const status = async () => valueOf(await world.payments.intents.lookUp(shop, sessionInput)).status;
  const due = async () => (await world.memory.listDue("session", 10)).map(({ body }) => body["status"]);
  await world.clock.advance(30 * 60_000 - 1);
  await world.payments.work.runDue();
  expect([await status(), await due()]).toEqual(["READY", ["OPEN"]]);
  await world.clock.advance(1);
  await world.payments.work.runDue();
  expect([await status(), await due()]).toEqual(["EXPIRED", []]);
});

test.each([
  ["used", "AUTHENTICATED"],
  ["left alone", "OPEN"],
])("a link that is %s at the last moment, when its end is due already, has not ended", async (what, status) => {
  const world = await createWorld();
  const { token } = await world.session();
  let taken = 0;
  const process = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async claimDue(kind, request) {
        // This process is a moment ahead of the buyer's.
        const due = await store.claimDue(kind, { ...request, now: request.now + 1 });
        if (kind === "session") taken += due.length;
        if (kind === "session" && what === "used") await world.payments.checkout.authenticate(token, cardEntry("kb"));
        return due;
      },
    }),
  });
  await world.clock.advance(30 * 60_000 - 1);
  expect(await process.payments.work.runDue()).toMatchObject({ failed: 0 });
  expect(taken).toBe(1);
  const view = valueOf(await world.payments.checkout.read(token));
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  expect(view.status).toBe(status);
});

test("the page shows that its payment is confirmed", async () => {
  const world = await createWorld();
  const { token, ...payment } = await world.authenticatedLink();
  await world.payments.intents.confirm(shop, payment);
  const view = valueOf(await world.payments.checkout.read(token));
  expect(checkoutViewSchema.parse(view)).toEqual(view);
  expect(view.status).toBe("PAID");
});

test("a link says that a card is being checked, until the gateway has answered or its time is over", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const shown = async () => {
    const { status, checking, triesLeft } = valueOf(await world.payments.checkout.read(token));
    return [status, checking, triesLeft];
  };
  const asked = async (release: () => Promise<unknown>) => {
    const gateway = withKeyIn(world.gateway, {
      authenticate: async (request) => {
        await world.clock.after(29_000).elapsed;
        return world.gateway.keyIn.authenticate(request);
      },
    });
    const process = await createWorld({ sharing: { ...world, gateway } });
    const answer = process.payments.checkout.authenticate(token, { ...cardEntry("kb"), passwordFront2: "99" });
    await world.clock.advance(28_999);
    expect(await shown()).toEqual(["OPEN", true, 5]);
    await release();
    await answer;
  };
  await asked(() => world.clock.advance(1));
  expect(await shown()).toEqual(["OPEN", false, 4]);
  // A process that was killed with the answer blocks its link only for a while; its try stays counted.
  let commits = 0;
  const dying = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      commit: (changeSet) => (++commits > 1 ? new Promise(() => undefined) : store.commit(changeSet)),
    }),
  });
  commits = 0;
  void dying.payments.checkout.authenticate(token, cardEntry("kb"));
  await world.clock.advance(29_999);
  expect(await shown()).toEqual(["OPEN", true, 4]);
  await world.clock.advance(1);
  expect(await shown()).toEqual(["OPEN", false, 4]);
});
