import { cardCaller } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { chargeInput, issueInput } from "../../../test/billing-world.ts";
import { authenticatedInWindow, createWindowWorld } from "../../../test/window-world.ts";
import {
  cardEntry,
  codeOf,
  createWorld,
  redirected,
  sessionInput,
  shop,
  valueOf,
  type World,
} from "../../../test/world.ts";
import { leastPromises } from "@wonflow/sandbox";
import type { Gateway, TenantId } from "../../index.ts";

const hour = 60 * 60;
const day = 24 * hour;

interface Hint {
  readonly keys?: readonly string[];
  readonly tenant?: TenantId | undefined;
  readonly remainingAmount?: number;
}

/** A gateway whose messages are hints in JSON. */
const readNotification: NonNullable<Gateway["readNotification"]> = ({ body }) => ({
  outcome: "look-at",
  ...JSON.parse(body),
});

interface Named extends Hint {
  /** The gateway that sends it. */
  readonly by?: string;
}

interface Options {
  readonly change?: (gateway: World["gateway"]) => Partial<Gateway>;
  readonly create?: typeof createWorld;
}

/** A service that counts the look-ups of approvals. */
async function aWorld({ change = () => ({}), create = createWorld }: Options = {}) {
  const lookUps: string[] = [];
  const world = await create({
    gateways(gateway) {
      const changed = { ...gateway, ...change(gateway) };
      const lookUpApproval: Gateway["lookUpApproval"] = (question) => {
        lookUps.push(question.key);
        return changed.lookUpApproval(question);
      };
      const counted: Gateway = { ...changed, readNotification, lookUpApproval };
      return { default: counted, other: counted };
    },
  });
  const notified = (hint: Hint, by = "default") =>
    world.payments.checkout.notified(by, {
      headers: {},
      body: JSON.stringify({ keys: [], tenant: "7:test", ...hint }),
    });
  /** A refund in the gateway's own pages. */
  const refunded = async (approvalKey: string, amount: number) => {
    const asked = { tenant: "7:test", deadline: world.clock.now() + 10_000 } as const;
    const before = world.gateway.held("7:test");
    await cardCaller(world.gateway, world.clock.now).cancel({ ...asked, key: `pages-${amount}`, approvalKey, amount });
    expect(before - world.gateway.held("7:test")).toBe(amount);
  };
  const differences = () => world.notices.filter(({ kind }) => kind === "payment-differs");
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 600) {
      await world.clock.advance(Math.min(600, seconds - passed) * 1000);
      await world.payments.work.runDue(100);
    }
  };
  return { ...world, lookUps, notified, refunded, differences, wait };
}

describe("a message about a payment that is approved", () => {
  test("and was refunded in the gateway's pages reports the difference each day, until it is entered", async () => {
    const world = await aWorld();
    const { intentKey } = await world.paid();
    const key = `approval-${intentKey}`;
    await world.refunded(key, 3_000);
    valueOf(await world.notified({ keys: [key], remainingAmount: 7_000 }));
    await world.pass(1);
    const differing = { tenant: "7:test", payment: intentKey, day: "2026-11-20", ledger: 10_000, provider: 7_000 };
    expect(world.differences()).toEqual([{ kind: "payment-differs", ...differing }]);
    expect(await world.status(intentKey)).toBe("DONE");
    await world.wait(day + hour);
    expect(world.differences()).toHaveLength(2);
    const at = new Date(world.clock.now() - 60_000).toISOString();
    const note = "refunded in the gateway's pages";
    valueOf(await world.payments.attempts.resolve(shop, key, { outcome: "canceled", amount: 3_000, at, note }));
    const asked = world.lookUps.length;
    await world.wait(3 * day);
    expect([world.differences().length, world.lookUps.length - asked]).toEqual([2, 1]);
  });

  test.each([
    ["names the payment's cancellation", (intentKey: string) => `cancellation-${intentKey}-9`],
    ["says no amount", (intentKey: string) => `approval-${intentKey}`],
  ])("that %s finds it too", async (_, keyOf) => {
    const world = await aWorld();
    const { intentKey } = await world.paid();
    await world.refunded(`approval-${intentKey}`, 10_000);
    valueOf(await world.notified({ keys: [keyOf(intentKey)] }));
    await world.pass(1);
    expect(world.differences()).toMatchObject([{ ledger: 10_000, provider: 0 }]);
  });

  test("and that the gateway shows as undone is a difference", async () => {
    const world = await aWorld({
      change: () => ({ lookUpApproval: async () => ({ outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" }) }),
    });
    const { intentKey } = await world.paid();
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 0 }));
    await world.pass(1);
    expect(world.differences()).toMatchObject([{ ledger: 10_000, provider: 0 }]);
  });

  test("that is being undone is compared afterwards", async () => {
    let isReversed = false;
    let sendMessage: (key: string) => Promise<unknown> = async () => undefined;
    const world = await aWorld({
      change: ({ approve, reverse }) => ({
        async approve(request) {
          if (!request.key.endsWith("-2")) return approve(request);
          // The first card is approved, and the second one is refused.
          await sendMessage(request.key.slice(0, -2));
          return { outcome: "refused", code: "REJECT_CARD_PAYMENT" };
        },
        reverse: async (request) => (isReversed ? reverse(request) : { outcome: "unknown", reason: "no answer" }),
      }),
    });
    sendMessage = (key) => world.notified({ keys: [key], remainingAmount: 5_000 });
    const { billing } = world.payments;
    const keys = [await billing.issue(shop, issueInput()), await billing.issue(shop, issueInput())];
    const charged = billing.charge(shop, chargeInput(keys.map((key) => valueOf(key).billkey)));
    expect(codeOf(await charged)).toBe("FAILED_BILLING_AUTO_CANCEL");
    await world.pass(60);
    expect([world.gateway.held("7:test"), world.differences()]).toEqual([5_000, []]);
    isReversed = true;
    await world.wait(2 * day);
    expect([world.gateway.held("7:test"), world.differences()]).toEqual([0, []]);
  });

  test("in the window is found by its opening's key, which names the merchant", async () => {
    const world = await aWorld({ create: createWindowWorld });
    const confirmation = await authenticatedInWindow(world);
    const { intentKey } = valueOf(await world.payments.intents.confirm(shop, confirmation));
    const key = `window-${intentKey}-1-7t`;
    await world.refunded(`approval-${intentKey}`, 10_000);
    valueOf(await world.notified({ keys: [key], tenant: undefined, remainingAmount: 0 }));
    await world.pass(1);
    expect(world.differences()).toMatchObject([{ payment: intentKey, ledger: 10_000, provider: 0 }]);
  });

  test("that says what the records have asks the gateway nothing", async () => {
    const world = await aWorld();
    const { intentKey } = await world.paid();
    valueOf(await world.cancel(intentKey, 1_000));
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 9_000 }));
    await world.pass(60);
    expect(world.lookUps).toEqual([]);
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 10_000 }));
    await world.pass(60);
    expect([world.lookUps.length, world.differences()]).toEqual([1, []]);
  });

  test("while our own cancellation waits for its answer is compared afterwards", async () => {
    const world = await aWorld();
    const { intentKey } = await world.paid();
    world.gateway.faults.next("cancel", "answer-lost");
    const answer = world.cancel(intentKey, 4_000);
    await world.clock.advance(1_000);
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 6_000 }));
    await world.payments.work.runDue(100);
    expect([world.lookUps.length, world.differences()]).toEqual([1, []]);
    await world.clock.advance(30_000);
    await answer;
    await world.wait(2 * hour);
    expect([world.lookUps.length, world.differences()]).toEqual([2, []]);
  });

  test("is compared again if our own cancellation came during the look-up", async () => {
    let duringLookUp: () => Promise<unknown> = async () => undefined;
    const world = await aWorld({
      change: ({ lookUpApproval }) => ({
        async lookUpApproval(question) {
          const found = await lookUpApproval(question);
          await duringLookUp();
          return found;
        },
      }),
    });
    const { intentKey } = await world.paid();
    duringLookUp = async () => {
      duringLookUp = async () => undefined;
      valueOf(await world.cancel(intentKey, 1_000));
    };
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 5_000 }));
    await world.wait(2 * hour);
    expect([world.lookUps.length, world.differences()]).toEqual([2, []]);
  });

  test("while its approval is being sent leaves the outcome to the request", async () => {
    let duringApproval: (key: string) => Promise<unknown> = async () => undefined;
    const world = await aWorld({
      change: ({ approve }) => ({
        async approve(request) {
          await duringApproval(request.key);
          return approve(request);
        },
      }),
    });
    duringApproval = async (key) => {
      valueOf(await world.notified({ keys: [key], remainingAmount: 10_000 }));
      await world.payments.work.runDue(100);
    };
    const { intentKey } = await world.paid();
    await world.pass(60);
    expect([await world.status(intentKey), world.lookUps, world.differences()]).toEqual(["DONE", [], []]);
  });

  test("whose outcome is unknown is looked up at once, also where nothing is left of it", async () => {
    const world = await aWorld();
    const confirmation = await world.authenticated();
    world.gateway.faults.next("approve", "answer-lost");
    const answer = world.payments.intents.confirm(shop, confirmation);
    await world.clock.advance(31_000);
    expect((await answer).ok).toBe(false);
    world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
    await world.wait(hour);
    world.gateway.faults.schedule();
    await world.refunded(`approval-${confirmation.intentKey}`, 10_000);
    const before = world.lookUps.length;
    valueOf(await world.notified({ keys: [`approval-${confirmation.intentKey}`], remainingAmount: 0 }));
    await world.payments.work.runDue(100);
    expect(world.lookUps.length).toBe(before + 1);
  });

  test.each([
    { keys: ["approval-8Vk2Wm6Xs0Tz4Ud8Of1Lp"] },
    { tenant: "8:test" },
    { tenant: "7:live" },
    { tenant: "platform" },
    { tenant: undefined },
    { by: "other" },
  ] as const)("of another payment, merchant or gateway changes nothing: %j", async ({ by, ...hint }: Named) => {
    const world = await aWorld();
    const { intentKey } = await world.paid();
    await world.refunded(`approval-${intentKey}`, 3_000);
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 7_000, ...hint }, by));
    await world.pass(60);
    expect(world.lookUps).toEqual([]);
  });
});

test("a message to the gateway of one mode changes nothing in the other", async () => {
  const world = await aWorld({ create: (options) => createWorld({ ...options, live: true }) });
  const live = { mId: 7, mode: "live" } as const;
  await world.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
  const { token } = valueOf(await world.payments.sessions.create(live, sessionInput));
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  const { intentKey } = valueOf(await world.payments.intents.confirm(live, redirected(redirectUrl)));
  const looks = async () => (await world.memory.listDue("attempt", 100)).length;
  const before = await looks();
  valueOf(await world.notified({ keys: [`approval-${intentKey}`], tenant: "7:live", remainingAmount: 1 }));
  expect(await looks()).toBe(before);
});

describe("a message about a payment that only the gateway has", () => {
  const refusing = ({ approve }: World["gateway"]): Partial<Gateway> => ({
    async approve(request) {
      await approve(request);
      return { outcome: "refused", code: "REJECT_CARD_COMPANY" };
    },
  });

  test("has it undone at once", async () => {
    const world = await aWorld({ change: refusing });
    const confirmation = await world.authenticated();
    const { intentKey } = confirmation;
    expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_COMPANY");
    valueOf(await world.notified({ keys: [`approval-${intentKey}`], remainingAmount: 10_000 }));
    await world.pass(60);
    expect([world.gateway.held("7:test"), await world.status(intentKey)]).toEqual([0, "ABORTED"]);
    await world.wait(2 * day);
    expect(world.notices).toMatchObject([{ kind: "attempt-flagged" }]);
  });

  test("that is not there yet leaves the final look-up at its time", async () => {
    const world = await aWorld({
      change: () => ({ approve: async () => ({ outcome: "refused", code: "REJECT_CARD_COMPANY" }) }),
    });
    const confirmation = await world.authenticated();
    expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_COMPANY");
    await world.wait(hour);
    valueOf(await world.notified({ keys: [`approval-${confirmation.intentKey}`], remainingAmount: 10_000 }));
    await world.pass(1);
    expect(world.lookUps).toHaveLength(1);
    await world.wait(22 * hour);
    expect(world.lookUps).toHaveLength(1);
    await world.wait(2 * hour);
    expect(world.lookUps).toHaveLength(2);
    await world.wait(2 * day);
    expect(world.lookUps).toHaveLength(2);
  });

  test("and came after it had ended is undone without waiting for the day after", async () => {
    const promises = { ...leastPromises, storesCheckedCards: false };
    const world = await aWorld({ create: (options) => createWorld({ ...options, promises }) });
    const confirmation = await world.authenticated();
    world.gateway.faults.next("approve", { kind: "arrives-late", ms: 3 * hour * 1000 });
    const answer = world.payments.intents.confirm(shop, confirmation);
    await world.clock.advance(31_000);
    expect((await answer).ok).toBe(false);
    await world.wait(4 * hour);
    expect([world.gateway.held("7:test"), await world.status(confirmation.intentKey)]).toEqual([10_000, "ABORTED"]);
    valueOf(await world.notified({ keys: [`approval-${confirmation.intentKey}`], remainingAmount: 10_000 }));
    await world.pass(300);
    expect(world.gateway.held("7:test")).toBe(0);
  });
});
