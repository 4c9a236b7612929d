import { testVault } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import {
  authenticatedInWindow,
  chosen,
  comeBack,
  createWindowWorld,
  everyMethod,
  inWindow,
  openWindow,
  wallets,
  withWindow,
  type OpenedWindow,
} from "../../../test/window-world.ts";
import { cardEntry, codeOf, createWorld, sessionInput, shop, valueOf, type World } from "../../../test/world.ts";
import { paymentIntentSchema, type PaymentWindow } from "../../index.ts";
import type { ReturnOptions } from "./return-from-window.ts";
import { windowRecord } from "./window-attempt.ts";

const minute = 60;

/** A browser without the link's token waits. */
const notKnownYet = { redirectUrl: null, leadsTo: null };

async function lookOn({ payments }: World, { windowToken }: OpenedWindow, options: ReturnOptions = {}) {
  return valueOf(await payments.checkout.returnFromWindow(windowToken, null, options));
}

async function attempt({ memory }: World, key: string) {
  const { records } = await memory.read("7:test", { keys: [windowRecord.ref(key)] });
  return windowRecord.schema.parse(records[0]?.body);
}

describe("a buyer who comes back from the window", () => {
  test.each([
    ["CARD", { method: "CARD", card: { issuerCode: "11", number: "400000******0009", installmentPlanMonths: 0 } }],
    ["TRANSFER", { method: "TRANSFER", transfer: { bankCode: "004" } }],
    ...wallets.map(
      (provider) =>
        [provider, { method: "EASY_PAY", easyPay: { provider, amount: 10_000, discountAmount: 0 } }] as const,
    ),
  ] as const)("has paid by %s once the merchant has confirmed", async (method, shown) => {
    const world = await createWindowWorld();
    const confirmation = await authenticatedInWindow(world, { method });
    expect(await world.status(confirmation.intentKey)).toBe("IN_PROGRESS");
    const payment = valueOf(await world.payments.intents.confirm(shop, confirmation));
    expect(paymentIntentSchema.parse(payment)).toEqual(payment);
    expect(payment).toMatchObject({ status: "DONE", totalAmount: 10_000, methods: [{ amount: 10_000, ...shown }] });
    expect(world.gateway.held("7:test")).toBe(10_000);
  });

  test("sees the wallet's discount, and the merchant gets the full price", async () => {
    const world = await createWindowWorld();
    const confirmation = await authenticatedInWindow(world, { choice: "discount" });
    const { methods, intentKey } = valueOf(await world.payments.intents.confirm(shop, confirmation));
    expect(methods).toMatchObject([{ amount: 10_000, easyPay: { amount: 9_000, discountAmount: 1_000 } }]);
    expect((await world.payments.ledger.balances(shop)).pending).toBe(10_000 - 330 - 33);
    expect(codeOf(await world.cancel(intentKey, 1_000))).toBe("NOT_ALLOWED_PARTIAL_REFUND");
    expect(codeOf(await world.cancel(intentKey))).toBe("ok");
    expect(world.gateway.held("7:test")).toBe(0);
  });

  test("pays the fee rate of the method, and the contract's where it has none", async () => {
    const world = await createWindowWorld({ merchant: { methodFeeRates: { TRANSFER: "1.8" } } });
    await world.payments.intents.confirm(shop, await authenticatedInWindow(world, { method: "TRANSFER" }));
    expect((await world.payments.ledger.balances(shop)).fee).toBe(180);
    const orderId = "order-20261120-0002";
    await world.payments.intents.confirm(shop, await authenticatedInWindow(world, { method: "CARD", orderId }));
    expect((await world.payments.ledger.balances(shop)).fee).toBe(180 + 330);
  });

  test("twice is led to the shop twice, and has one payment", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    const first = await comeBack(world, opened);
    expect(first.leadsTo).toBe("successUrl");
    expect(await comeBack(world, opened)).toEqual(first);
    const fields = await chosen(world, opened);
    const both = await Promise.all(
      [1, 2].map(() => world.payments.checkout.returnFromWindow(opened.windowToken, fields)),
    );
    expect(both.map((each) => valueOf(each))).toEqual([first, first]);
  });

  // The buyer authenticates 2 minutes after the opening and returns a minute later; the gateway approves for 3 minutes.
  test.each([
    ["its authentication", true, 1, "ok"],
    ["its authentication", true, 2, "EXPIRED_PAYMENT_SESSION"],
    ["its return, where the gateway knows no time", false, 2, "ok"],
    ["its return, where the gateway knows no time", false, 3, "EXPIRED_PAYMENT_SESSION"],
  ])("has the time that the gateway approves, from %s", async (_from, isKnown, minutes, code) => {
    const world = await createWindowWorld({
      gateways: (gateway) =>
        withWindow(gateway, {
          approvableForMs: 3 * 60_000,
          finish: async (request) => {
            const answer = await gateway.window?.finish(request);
            if (answer?.outcome !== "done") throw new Error("the sandbox has not authenticated");
            const { authenticatedAt } = answer.value;
            return { ...answer, value: { ...answer.value, authenticatedAt: isKnown ? authenticatedAt : null } };
          },
        }),
    });
    const opened = await inWindow(world);
    await world.pass(2 * minute);
    const fields = await chosen(world, opened);
    await world.pass(minute);
    await world.payments.checkout.returnFromWindow(opened.windowToken, fields);
    await world.pass(minutes * minute);
    const { orderId } = sessionInput;
    const { intentKey, totalAmount } = valueOf(await world.payments.intents.lookUp(shop, { orderId }));
    const confirmed = await world.payments.intents.confirm(shop, { intentKey, orderId, amount: totalAmount });
    expect(codeOf(confirmed)).toBe(code);
  });

  test("too late for the gateway's approval may choose again", async () => {
    const world = await createWindowWorld({ gateways: (gateway) => withWindow(gateway, { approvableForMs: 60_000 }) });
    const opened = await inWindow(world);
    const fields = await chosen(world, opened);
    await world.pass(2 * minute);
    const back = valueOf(await world.payments.checkout.returnFromWindow(opened.windowToken, fields));
    expect(back).toEqual({ leadsTo: "failUrl", redirectUrl: expect.stringContaining("code=PAY_PROCESS_ABORTED") });
    expect(valueOf(await world.payments.checkout.read(opened.token))).toMatchObject({
      status: "OPEN",
      windowFailure: { code: "PAY_PROCESS_ABORTED" },
    });
  });

  test.each(["REJECT_CARD_COMPANY", "PAY_PROCESS_CANCELED", "EXCEED_MAX_ONE_DAY_AMOUNT"])(
    "after the gateway's %s is led to the checkout, and may choose again",
    async (code) => {
      const world = await createWindowWorld();
      const opened = await inWindow(world);
      await comeBack(world, opened, `refuse-${code}`);
      const { redirectUrl, leadsTo } = await lookOn(world, opened, { checkoutToken: opened.token, language: "en" });
      const { token, lang } = Object.fromEntries(new URL(redirectUrl ?? "").searchParams);
      expect([leadsTo, token, lang]).toEqual(["checkout", opened.token, "en"]);
      const view = valueOf(await world.payments.checkout.read(opened.token));
      expect(view).toMatchObject({ status: "OPEN", windowFailure: { code }, triesLeft: 5 });
      const again = await comeBack(world, await openWindow(world, opened.token, "CARD"));
      expect(again.leadsTo).toBe("successUrl");
    },
  );

  test.each([
    ["no token", () => undefined],
    ["another link's token", (other: string) => other],
    ["the opening's own token", (_: string, opened: OpenedWindow) => opened.windowToken],
    ["no text at all", () => ""],
  ])("never learns the link's token, with %s", async (_what, guess) => {
    const world = await createWindowWorld();
    const other = await world.session({ orderId: "order-20261120-0002", methods: [...everyMethod] });
    const opened = await inWindow(world);
    const checkoutToken = guess(other.token, opened);
    expect(await lookOn(world, opened, { checkoutToken })).toEqual(notKnownYet);
    await comeBack(world, opened, "refuse-REJECT_CARD_COMPANY");
    const { redirectUrl, leadsTo } = await lookOn(world, opened, { checkoutToken });
    expect([leadsTo, redirectUrl]).toEqual(["failUrl", expect.stringContaining("code=PAY_PROCESS_ABORTED")]);
    expect(redirectUrl).not.toContain(opened.token);
  });

  test("by a look on without fields asks the gateway nothing", async () => {
    let asked = 0;
    const world = await createWindowWorld({
      gateways: (gateway) =>
        withWindow(gateway, {
          finish: async () => {
            asked += 1;
            return { outcome: "forged" };
          },
        }),
    });
    const opened = await inWindow(world);
    expect(await lookOn(world, opened)).toEqual(notKnownYet);
    expect((await lookOn(world, opened, { checkoutToken: opened.token })).leadsTo).toBe("checkout");
    expect([asked, world.notices]).toEqual([0, []]);
  });

  test("after canceling there may still be authenticated by the same opening: the failure is not signed", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    expect((await comeBack(world, opened, "cancel")).leadsTo).toBe("failUrl");
    expect(valueOf(await world.payments.checkout.read(opened.token))).toMatchObject({
      status: "IN_WINDOW",
      window: { method: "KAKAOPAY" },
      windowFailure: { code: "PAY_PROCESS_CANCELED" },
    });
    expect((await comeBack(world, opened)).leadsTo).toBe("successUrl");
  });

  test("with another token of the same opening finds nothing", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    const fields = await chosen(world, opened);
    const last = opened.windowToken.endsWith("x") ? "y" : "x";
    const guessed = `${opened.windowToken.slice(0, -1)}${last}`;
    expect(codeOf(await world.payments.checkout.returnFromWindow(guessed, fields))).toBe("NOT_FOUND_PAYMENT_SESSION");
    expect(codeOf(await world.payments.checkout.readWindow(guessed))).toBe("NOT_FOUND_PAYMENT_SESSION");
    expect(await world.linkStatus(opened.token)).toBe("IN_WINDOW");
  });

  test("has paid as the approval reports it, whatever the authentication said", async () => {
    const card = { issuerCode: "41", maskedNumber: "540000******0006", installmentPlanMonths: 6 };
    const world = await createWindowWorld({
      gateways: (gateway) => ({
        ...gateway,
        async approve(request) {
          const answer = await gateway.approve(request);
          if (answer.outcome !== "done") return answer;
          return { outcome: "done", value: { ...answer.value, paidWith: { method: "CARD", card } } };
        },
      }),
    });
    const confirmation = await authenticatedInWindow(world, { method: "KAKAOPAY" });
    const { methods } = valueOf(await world.payments.intents.confirm(shop, confirmation));
    const { maskedNumber: number, ...shown } = card;
    expect(methods).toEqual([{ method: "CARD", amount: 10_000, card: { ...shown, number } }]);
  });

  test("with a forged amount changes nothing, and the operator is notified", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    expect(await comeBack(world, opened, "forged")).toEqual(notKnownYet);
    expect(await world.linkStatus(opened.token)).toBe("IN_WINDOW");
    expect(world.notices).toContainEqual({ kind: "window-return-forged", tenant: "7:test", attempt: opened.key });
    expect(await attempt(world, opened.key)).toMatchObject({ status: "OPEN" });
  });

  test("with another payment's return changes nothing", async () => {
    const world = await createWindowWorld();
    const mine = await inWindow(world);
    const other = await inWindow(world, { orderId: "order-20261120-0002" });
    const fields = await chosen(world, other);
    const back = await world.payments.checkout.returnFromWindow(mine.windowToken, fields);
    expect(valueOf(back)).toEqual(notKnownYet);
    expect(await world.linkStatus(mine.token)).toBe("IN_WINDOW");
    expect((await comeBack(world, other)).leadsTo).toBe("successUrl");
  });

  test("with a reference that has authenticated another opening is not accepted", async () => {
    const reference = "replayed";
    const world = await createWindowWorld({
      gateways: (gateway) =>
        withWindow(gateway, {
          finish: async ({ key, amount }) => ({
            outcome: "done",
            value: { key, amount, reference, authenticatedAt: null, paidWith: null },
          }),
        }),
    });
    expect((await comeBack(world, await inWindow(world))).leadsTo).toBe("successUrl");
    const second = await inWindow(world, { orderId: "order-20261120-0002" });
    expect(await comeBack(world, second)).toEqual(notKnownYet);
    expect(await attempt(world, second.key)).toMatchObject({ status: "UNKNOWN", reference: null });
  });

  test.each([
    ["another key", { key: "window-other" }],
    ["another amount", { amount: 9_999 }],
    ["a reference that cannot be one", { reference: "two words" }],
    ["a time of another day", { authenticatedAt: 1 }],
  ])("by an answer with %s is not authenticated", async (_what, wrong) => {
    const world = await createWindowWorld({
      gateways: (gateway) =>
        withWindow(gateway, {
          finish: async ({ key, amount }) => {
            const value = { key, amount, reference: "r-1", authenticatedAt: null, paidWith: null };
            return { outcome: "done", value: { ...value, ...wrong } };
          },
        }),
    });
    const opened = await inWindow(world);
    expect(await comeBack(world, opened)).toEqual(notKnownYet);
    expect(await world.linkStatus(opened.token)).toBe("IN_WINDOW");
  });

  test("of an opening that a newer one has ended changes nothing", async () => {
    const world = await createWindowWorld();
    const first = await inWindow(world);
    const fields = await chosen(world, first);
    const second = await openWindow(world, first.token, "CARD");
    expect(valueOf(await world.payments.checkout.returnFromWindow(first.windowToken, fields))).toEqual(notKnownYet);
    expect(await attempt(world, first.key)).toMatchObject({ status: "REFUSED", refusal: "PAY_PROCESS_CANCELED" });
    expect(await world.linkStatus(first.token)).toBe("IN_WINDOW");
    expect((await comeBack(world, second)).leadsTo).toBe("successUrl");
  });

  test("of a link that a newer session has superseded pays nothing", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    await world.session({ methods: [...everyMethod] });
    const { redirectUrl, leadsTo } = await comeBack(world, opened);
    expect([leadsTo, redirectUrl]).toEqual(["failUrl", expect.stringContaining("code=PAY_PROCESS_CANCELED")]);
    expect(await world.linkStatus(opened.token)).toBe("SUPERSEDED");
  });

  test("after giving up pays nothing", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    expect(valueOf(await world.payments.checkout.giveUp(opened.token)).leadsTo).toBe("failUrl");
    expect(await world.linkStatus(opened.token)).toBe("OPEN");
    expect((await comeBack(world, opened)).leadsTo).toBe("failUrl");
    expect(await world.linkStatus(opened.token)).toBe("OPEN");
  });

  test("after a typed card has paid is led to the same end", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    const typed = valueOf(await world.payments.checkout.authenticate(opened.token, cardEntry("kb")));
    expect(await comeBack(world, opened)).toEqual(typed);
    const { intentKey } = valueOf(await world.payments.intents.lookUp(shop, { orderId: sessionInput.orderId }));
    expect(valueOf(await world.payments.intents.lookUp(shop, { intentKey })).methods).toMatchObject([
      { method: "KEYIN" },
    ]);
  });

  test("of a merchant that was suspended meanwhile is accepted, and confirm refuses", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    await world.payments.merchants.suspend(shop, { reason: "audit" });
    const { redirectUrl, leadsTo } = await comeBack(world, opened);
    expect(leadsTo).toBe("successUrl");
    const intentKey = new URL(redirectUrl ?? "").searchParams.get("intentKey") ?? "";
    const confirmation = { intentKey, orderId: sessionInput.orderId, amount: 10_000 };
    expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("FORBIDDEN_REQUEST");
  });
});

describe("an authentication without an answer", () => {
  test("is looked up until it is known", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    expect(await comeBack(world, opened, "slow")).toEqual(notKnownYet);
    expect(await attempt(world, opened.key)).toMatchObject({ status: "UNKNOWN", flagged: false });
    await world.pass(6 * minute);
    expect(await world.linkStatus(opened.token)).toBe("AUTHENTICATED");
    expect((await lookOn(world, opened)).leadsTo).toBe("successUrl");
  });

  test("of a process that died while it asked is looked up by another one", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    const fields = await chosen(world, opened);
    let isDead = false;
    const dying = await createWorld({
      sharing: world,
      merchant: { contracts: { methods: [...everyMethod] } },
      store: (memory) => ({
        ...memory,
        commit: (changeSet) => (isDead ? new Promise<never>(() => undefined) : memory.commit(changeSet)),
      }),
      gateways: (gateway) =>
        withWindow(gateway, {
          finish() {
            isDead = true;
            return new Promise<never>(() => undefined);
          },
        }),
    });
    void dying.payments.checkout.returnFromWindow(opened.windowToken, fields);
    await world.pass(minute);
    expect(await world.linkStatus(opened.token)).toBe("AUTHENTICATED");
  });

  test("is asked for again with what the browser brought, where the gateway has no look-up", async () => {
    let answers = 0;
    const world = await createWindowWorld({
      gateways: (gateway) => {
        const { lookUpAuthentication: _, ...window } = withWindow(gateway, {}).window ?? {};
        const finish: NonNullable<typeof gateway.window>["finish"] = async (request) => {
          answers += 1;
          if (answers < 3 || gateway.window === undefined) return { outcome: "unknown", reason: "busy" };
          return gateway.window.finish(request);
        };
        return { ...gateway, window: { ...window, finish } as NonNullable<typeof gateway.window> };
      },
    });
    const opened = await inWindow(world);
    await comeBack(world, opened);
    await world.pass(minute);
    expect(await world.linkStatus(opened.token)).toBe("AUTHENTICATED");
    expect(answers).toBe(3);
  });

  test("is asked for again within the deadline, however long the vault takes", async () => {
    const asked: boolean[] = [];
    const world: Awaited<ReturnType<typeof createWindowWorld>> = await createWindowWorld({
      vault: {
        ...testVault(),
        async open(sealed) {
          if (asked.length > 0) await world.clock.advance(60_000);
          return testVault().open(sealed);
        },
      },
      gateways: (gateway) => {
        const { lookUpAuthentication: _, ...window } = withWindow(gateway, {}).window ?? {};
        const finish: PaymentWindow["finish"] = async ({ deadline }) => {
          asked.push(world.clock.now() < deadline);
          return { outcome: "unknown", reason: "busy" };
        };
        return { ...gateway, window: { ...window, finish } as PaymentWindow };
      },
    });
    await comeBack(world, await inWindow(world));
    await world.pass(5 * minute);
    expect([...new Set(asked), asked.length > 1]).toEqual([true, true]);
  });

  test("is looked up without what the browser brought, which a lost secret may have sealed", async () => {
    let isLost = false;
    const world = await createWindowWorld({
      vault: {
        ...testVault(),
        async open(sealed) {
          if (isLost) throw new Error("the secret is lost");
          return testVault().open(sealed);
        },
      },
      gateways: (gateway) => withWindow(gateway, { finish: async () => ({ outcome: "unknown", reason: "busy" }) }),
    });
    const opened = await inWindow(world);
    await comeBack(world, opened);
    isLost = true;
    await world.pass(minute);
    expect(await world.linkStatus(opened.token)).toBe("AUTHENTICATED");
  });

  test("ends with its opening, without a flag, and blocks nothing meanwhile", async () => {
    const world = await createWindowWorld({
      gateways: (gateway) =>
        withWindow(gateway, {
          finish: async () => ({ outcome: "unknown", reason: "down" }),
          lookUpAuthentication: async () => ({ outcome: "unknown", reason: "down" }),
        }),
    });
    const opened = await inWindow(world);
    await comeBack(world, opened);
    await world.pass(20 * minute);
    expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
    expect(
      codeOf(await world.payments.intents.cancel(shop, { orderId: sessionInput.orderId }, { cancelReason: "x" })),
    ).toBe("ok");
    await world.pass(11 * minute);
    expect(await attempt(world, opened.key)).toMatchObject({ status: "REFUSED", lookUpAt: null });
    expect(await world.linkStatus(opened.token)).toBe("EXPIRED");
  });

  test("is asked about again at most when a typed card has paid instead", async () => {
    let asked = 0;
    const world = await createWindowWorld({
      gateways(gateway) {
        const lookUpAuthentication = async () => {
          asked += 1;
          return { outcome: "not-found" } as const;
        };
        const readNotification = ({ body }: { readonly body: string }) =>
          ({ outcome: "look-at", keys: [body] }) as const;
        return { ...withWindow(gateway, { lookUpAuthentication }), readNotification };
      },
    });
    const opened = await inWindow(world);
    valueOf(await world.payments.checkout.authenticate(opened.token, cardEntry("kb")));
    valueOf(await world.payments.checkout.notified("default", { headers: {}, body: opened.key }));
    await world.pass(10 * minute);
    expect(asked).toBe(1);
    await world.pass(21 * minute);
    expect([asked, await attempt(world, opened.key)]).toMatchObject([1, { status: "REFUSED", lookUpAt: null }]);
  });

  test("is looked up at once where the provider notifies us of it, and accepted only then", async () => {
    const world = await createWindowWorld({
      gateways: (gateway) => ({
        ...gateway,
        readNotification: ({ body }) =>
          body === "forged" ? { outcome: "forged" } : { outcome: "look-at", keys: body.split(",") },
      }),
    });
    const opened = await inWindow(world);
    const notified = (body: string) => world.payments.checkout.notified("default", { headers: {}, body });
    // The buyer is still there.
    expect(codeOf(await notified(`${opened.key},window-absent,x`))).toBe("ok");
    await world.pass(1);
    expect(await world.linkStatus(opened.token)).toBe("IN_WINDOW");
    // The buyer's browser never comes back.
    await chosen(world, opened);
    expect(codeOf(await notified("forged"))).toBe("FORBIDDEN_REQUEST");
    await world.pass(1);
    expect(await world.linkStatus(opened.token)).toBe("IN_WINDOW");
    await notified(opened.key);
    await world.pass(1);
    expect(await world.linkStatus(opened.token)).toBe("AUTHENTICATED");
  });

  test("no message is accepted for a gateway that sends none", async () => {
    const world = await createWindowWorld();
    expect(codeOf(await world.payments.checkout.notified("default", { headers: {}, body: "" }))).toBe("NOT_FOUND_PATH");
    expect(codeOf(await world.payments.checkout.notified("absent", { headers: {}, body: "" }))).toBe("NOT_FOUND_PATH");
  });
});

describe("the window opens", () => {
  test("the same for a launch page that is loaded again, until its opening has ended", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    const read = () => world.payments.checkout.readWindow(opened.windowToken);
    expect(valueOf(await read())).toEqual(valueOf(await read()));
    await comeBack(world, opened);
    expect(codeOf(await read())).toBe("EXPIRED_PAYMENT_SESSION");
    expect(codeOf(await world.payments.checkout.readWindow(`${opened.windowToken}x`))).toBe(
      "NOT_FOUND_PAYMENT_SESSION",
    );
    expect(codeOf(await world.payments.checkout.readWindow(opened.token))).toBe("NOT_FOUND_PAYMENT_SESSION");
  });

  test("20 times for a link", async () => {
    const world = await createWindowWorld();
    const { token } = await inWindow(world);
    for (let time = 2; time <= 20; time += 1) await openWindow(world, token);
    expect(codeOf(await world.payments.checkout.openWindow(token, { method: "CARD", device: "PC" }))).toBe(
      "EXCEED_MAX_AUTH_COUNT",
    );
  });

  test("not after the link has expired, and an opening from before may return", async () => {
    const world = await createWindowWorld();
    const { token } = await world.session({ methods: [...everyMethod] });
    await world.pass(29 * minute);
    const opened = await openWindow(world, token);
    await world.pass(2 * minute);
    expect(codeOf(await world.payments.checkout.openWindow(token, { method: "CARD", device: "PC" }))).toBe(
      "EXPIRED_PAYMENT_SESSION",
    );
    expect(await world.linkStatus(token)).toBe("IN_WINDOW");
    expect((await comeBack(world, opened)).leadsTo).toBe("successUrl");
  });

  test("and no card is taken after the link has expired, though its buyer may come back", async () => {
    const world = await createWindowWorld();
    const { token } = await world.session({ methods: [...everyMethod] });
    await world.pass(29 * minute);
    const opened = await openWindow(world, token);
    await world.pass(2 * minute);
    expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("EXPIRED_PAYMENT_SESSION");
    expect((await comeBack(world, opened)).leadsTo).toBe("successUrl");
  });

  test("and a link without a return ends with it", async () => {
    const world = await createWindowWorld();
    const opened = await inWindow(world);
    await world.pass(31 * minute);
    expect(await world.linkStatus(opened.token)).toBe("EXPIRED");
    expect((await comeBack(world, opened)).leadsTo).toBe("failUrl");
  });

  test.each([
    ["refused", { outcome: "refused", code: "UNAUTHORIZED_PROVIDER_KEY" }, "UNAUTHORIZED_PROVIDER_KEY"],
    ["no answer", { outcome: "unknown", reason: "HTTP 502" }, "PROVIDER_ERROR"],
    [
      "an address of no web page",
      { outcome: "done", value: { lastsMs: 1, open: { kind: "redirect", url: "javascript:alert(1)" } } },
      "PROVIDER_ERROR",
    ],
    [
      "no time",
      { outcome: "done", value: { lastsMs: 0, open: { kind: "redirect", url: "https://window.example" } } },
      "PROVIDER_ERROR",
    ],
  ] as const)("not by %s: the buyer may choose again", async (_what, answer, code) => {
    const world = await createWindowWorld({
      gateways: (gateway) => withWindow(gateway, { begin: async () => answer }),
    });
    const { token } = await world.session({ methods: [...everyMethod] });
    expect(codeOf(await world.payments.checkout.openWindow(token, { method: "CARD", device: "PC" }))).toBe(code);
    expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({
      status: "OPEN",
      windowFailure: { code },
    });
  });

  test("only by methods of the session, the contract and the gateway", async () => {
    const world = await createWindowWorld({
      gateways: (gateway) => withWindow(gateway, { methods: async () => ["CARD", "KAKAOPAY", "PAYCO"] }),
      merchant: { contracts: { methods: ["KEYIN", "KAKAOPAY", "CARD"] } },
    });
    const { token } = await world.session({ methods: ["KAKAOPAY", "KEYIN"] });
    expect(valueOf(await world.payments.checkout.read(token)).methods).toEqual(["KEYIN", "KAKAOPAY"]);
    for (const method of ["CARD", "PAYCO", "TRANSFER"] as const) {
      const refused = await world.payments.checkout.openWindow(token, { method, device: "PC" });
      expect(refused).toMatchObject({
        ok: false,
        error: { code: "INVALID_REQUEST", details: [{ field: "method", problem: "must be one of KAKAOPAY" }] },
      });
    }
  });
});

test.each([
  ["a session without typed cards", ["CARD"], ["KEYIN", "CARD"]],
  ["a session whose merchant has no contract for typed cards any more", ["KEYIN", "CARD"], ["CARD"]],
] as const)("%s takes none", async (_what, methods, contracted) => {
  const world = await createWindowWorld();
  const { token } = await world.session({ methods: [...methods] });
  const contracts = { methods: [...contracted] };
  await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts });
  const problem = "is not taken here: pay in the gateway's window";
  expect(await world.payments.checkout.authenticate(token, cardEntry("kb"))).toMatchObject({
    ok: false,
    error: { code: "INVALID_REQUEST", details: [{ field: "number", problem }] },
  });
  expect(world.gateway.tokens("7:test")).toEqual([]);
});

test("a typed card that is answered after its link's time is not taken, though the window is still open", async () => {
  const world: World = await createWindowWorld({
    gateways: (gateway) => ({
      ...gateway,
      keyIn: gateway.keyIn && {
        ...gateway.keyIn,
        async authenticate(request) {
          const answer = await gateway.keyIn?.authenticate(request);
          await world.clock.advance(2_000);
          if (answer === undefined) throw new Error("the gateway takes no typed cards");
          return answer;
        },
      },
    }),
  });
  const { token } = await world.session({ methods: [...everyMethod] });
  await world.pass(29 * minute + 59);
  const opened = await openWindow(world, token);
  const typed = await world.payments.checkout.authenticate(token, cardEntry("kb"));
  expect(codeOf(typed)).toBe("EXPIRED_PAYMENT_SESSION");
  expect((await comeBack(world, opened)).leadsTo).toBe("successUrl");
});

describe("a session", () => {
  test("without methods is as it always was", async () => {
    const world = await createWindowWorld();
    const { token } = await world.session();
    const view = valueOf(await world.payments.checkout.read(token));
    expect(Object.keys(view)).not.toContain("methods");
    expect(codeOf(await world.payments.checkout.openWindow(token, { method: "CARD", device: "PC" }))).toBe(
      "INVALID_REQUEST",
    );
  });

  test("has the merchant's default methods", async () => {
    const world = await createWindowWorld({ merchant: { defaultMethods: ["EASY_PAY"] } });
    const { token } = await world.session();
    expect(valueOf(await world.payments.checkout.read(token)).methods).toEqual(wallets);
  });

  test.each([
    ["of no contract", ["TRANSFER"], "must not name TRANSFER: it is not part of the merchant's contract"],
    ["that the gateway lacks", ["PAYCO"], "must not name PAYCO: the merchant's gateway offers KEYIN, CARD, KAKAOPAY"],
    ["named twice", ["CARD", "CARD"], "must name each method once"],
    ["without an entry", [], "must name at least one method"],
  ] as const)("cannot have methods %s", async (_what, methods, problem) => {
    const world = await createWindowWorld({
      gateways: (gateway) => withWindow(gateway, { methods: async () => ["CARD", "KAKAOPAY"] }),
      merchant: { contracts: { methods: ["KEYIN", "CARD", "EASY_PAY"] } },
    });
    const refused = await world.payments.sessions.create(shop, { ...sessionInput, methods: [...methods] });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "INVALID_REQUEST", details: [{ field: "methods", problem: expect.stringContaining(problem) }] },
    });
  });

  test("is refused where its gateway offers none of its methods", async () => {
    const world = await createWorld({
      gateways({ keyIn, ...gateway }) {
        expect(keyIn).toBeDefined();
        const window: PaymentWindow = {
          approvableForMs: 1,
          methods: async () => ["CARD"],
          begin: never,
          finish: never,
        };
        return { ...gateway, window };
      },
    });
    const refused = await world.payments.sessions.create(shop, sessionInput);
    expect(refused).toMatchObject({ ok: false, error: { code: "FORBIDDEN_REQUEST", details: [{ field: "gateway" }] } });
  });

  test("that a server made is not replaced by a page while its buyer is in the window", async () => {
    const world = await createWindowWorld();
    await inWindow(world);
    const { methods: _, ...order } = { ...sessionInput, methods: undefined };
    const opened = await world.payments.checkout.open(shop, order, { origin: "https://shop.example" });
    expect(codeOf(opened)).toBe("FORBIDDEN_REQUEST");
  });
});

async function never(): Promise<never> {
  throw new Error("no test opens this window");
}

describe("the list of payments", () => {
  test("is filtered by method and by wallet", async () => {
    const world = await createWindowWorld();
    const order = (n: number) => ({ orderId: `order-20261120-000${n}` });
    await authenticatedInWindow(world, { method: "KAKAOPAY", ...order(1) });
    await authenticatedInWindow(world, { method: "PAYCO", ...order(2) });
    await authenticatedInWindow(world, { method: "CARD", ...order(3) });
    await world.authenticated(order(4));
    const listed = async (method: "KAKAOPAY" | "EASY_PAY" | "CARD" | "KEYIN") => {
      const { items } = valueOf(await world.payments.intents.list(shop, { method }));
      return items.map(({ orderId }) => Number(orderId.at(-1))).toSorted((one, other) => one - other);
    };
    expect(await listed("KAKAOPAY")).toEqual([1]);
    expect(await listed("EASY_PAY")).toEqual([1, 2]);
    expect(await listed("CARD")).toEqual([3]);
    expect(await listed("KEYIN")).toEqual([4]);
  });
});
