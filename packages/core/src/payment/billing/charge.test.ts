import { describe, expect, test } from "vitest";
import { chargeInput, createBillingWorld, dyingProcess } from "../../../test/billing-world.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";
import type { ChargeInput } from "../../index.ts";

const orderId = "subscription-2026-11";

test("a stored card is charged without its holder, and looked up, canceled and settled as any payment", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  const paid = valueOf(await world.charge(chargeInput([billkey], { totalAmount: 5_000 })));
  expect(paid).toMatchObject({
    orderId,
    orderName: "November",
    totalAmount: 5_000,
    status: "DONE",
    methods: [{ method: "KEYIN", amount: 5_000, keyin: { number: "400000******0009", installmentPlanMonths: 0 } }],
  });
  expect(valueOf(await world.payments.intents.lookUp(shop, { orderId }))).toEqual(paid);
  expect(await world.balances()).toMatchObject({ receivable: 5_000, pending: 4_818 });
  expect(valueOf(await world.cancel(paid.intentKey, 2_000))).toMatchObject({ status: "PARTIAL_CANCELED" });
  expect(valueOf(await world.cancel(paid.intentKey))).toMatchObject({ status: "CANCELED" });
  expect(world.held()).toBe(0);
});

test("several cards are charged together, each its part", async () => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey("shinhan"), await world.billkey("amex")];
  const paid = valueOf(await world.charge(chargeInput(keys)));
  expect(paid).toMatchObject({ status: "DONE", totalAmount: 15_003 });
  expect(paid.methods.map(({ amount }) => amount)).toEqual([5_000, 5_001, 5_002]);
  expect(world.held()).toBe(15_003);
  expect(await world.balances()).toMatchObject({ receivable: 15_003 });
});

test.each<[string, (keys: readonly string[]) => Partial<ChargeInput>, string, string]>([
  ["an order id of 15 characters", () => ({ orderId: "x".repeat(15) }), "INVALID_ORDER_ID", "orderId"],
  ["a name of 101 characters", () => ({ orderName: "x".repeat(101) }), "INVALID_REQUEST", "orderName"],
  ["a total that is not the sum", () => ({ totalAmount: 10_002 }), "NOT_MATCHES_TOTAL_AMOUNT", "totalAmount"],
  ["no instrument", () => ({ instruments: [], totalAmount: 1 }), "INVALID_REQUEST", "instruments"],
  [
    "11 instruments",
    () => ({
      instruments: Array.from({ length: 11 }, (_, n) => ({ billing: `billkey_${n}`, amount: 1 })),
      totalAmount: 11,
    }),
    "INVALID_REQUEST",
    "instruments",
  ],
  [
    "an instrument of nothing",
    ([a = ""]) => ({ instruments: [{ billing: a, amount: 0 }], totalAmount: 1 }),
    "INVALID_REQUEST",
    "instruments.0.amount",
  ],
  [
    "a key twice",
    ([a = ""]) => ({
      instruments: [
        { billing: a, amount: 5_000 },
        { billing: a, amount: 5_001 },
      ],
    }),
    "INVALID_REQUEST",
    "instruments.1.billing",
  ],
  [
    "the same key as the third instrument",
    ([a = "", b = ""]) => ({
      instruments: [
        { billing: a, amount: 5_000 },
        { billing: b, amount: 5_000 },
        { billing: a, amount: 1 },
      ],
    }),
    "INVALID_REQUEST",
    "instruments.2.billing",
  ],
  [
    "four months",
    ([a = ""]) => ({ instruments: [{ billing: a, amount: 10_001, installmentPlanMonths: 4 }] }),
    "INVALID_REQUEST",
    "instruments.0.installmentPlanMonths",
  ],
  [
    "a plan below 50,000 won",
    ([a = "", b = ""]) => ({
      instruments: [
        { billing: a, amount: 10_000, installmentPlanMonths: 1 },
        { billing: b, amount: 9_999, installmentPlanMonths: 2 },
      ],
      totalAmount: 19_999,
    }),
    "INVALID_CARD_INSTALLMENT_PLAN",
    "instruments.1.installmentPlanMonths",
  ],
  ["a tax-free part below zero", () => ({ taxFreeAmount: -1 }), "INVALID_REQUEST", "taxFreeAmount"],
  ["a tax-free part above the total", () => ({ taxFreeAmount: 10_002 }), "INVALID_REQUEST", "taxFreeAmount"],
  ["another customer's key", () => ({ customerId: "c_other" }), "NOT_MATCHES_CUSTOMER_KEY", "instruments.0.billing"],
  [
    "an unknown key",
    ([a = ""]) => ({
      instruments: [
        { billing: a, amount: 1 },
        { billing: "billkey_none", amount: 1 },
      ],
      totalAmount: 2,
    }),
    "NOT_FOUND_BILLING",
    "instruments.1.billing",
  ],
  ["more than the merchant's maximum", () => ({}), "EXCEED_MAX_AMOUNT", "totalAmount"],
  [
    "less than the merchant's minimum",
    ([a = ""]) => ({ instruments: [{ billing: a, amount: 99 }], totalAmount: 99 }),
    "BELOW_MINIMUM_AMOUNT",
    "totalAmount",
  ],
])("%s: nothing is charged, and the field is named", async (what, change, code, field) => {
  const maxAmount = what.startsWith("more") ? 10_000 : 20_000;
  const world = await createBillingWorld({
    merchant: { minAmount: what.startsWith("less") ? 100 : 1, maxAmount, contracts: { taxFree: true } },
  });
  const keys = [await world.billkey("kb"), await world.billkey("shinhan")];
  const answer = await world.charge(chargeInput(keys, change(keys)));
  expect(answer).toMatchObject({ ok: false, error: { code, details: [{ field }] } });
  expect(world.gateway.records()).toEqual([]);
  expect(codeOf(await world.payments.intents.lookUp(shop, { orderId }))).toBe("NOT_FOUND_PAYMENT");
});

test("a tax-free part needs the contract; all of the amount may be tax-free with it", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  expect(codeOf(await world.charge(chargeInput([billkey], { taxFreeAmount: 1 })))).toBe("TAX_FREE_NOT_AGREED");
  const contracts = { taxFree: true };
  await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", contracts });
  expect(codeOf(await world.charge(chargeInput([billkey], { taxFreeAmount: 5_000 })))).toBe("ok");
});

describe("the same charge again", () => {
  test("answers the payment as it is, and charges nothing", async () => {
    const world = await createBillingWorld();
    const input = chargeInput([await world.billkey("kb"), await world.billkey("shinhan")]);
    const paid = valueOf(await world.charge(input));
    expect(valueOf(await world.charge({ ...input, orderName: "another name" }))).toEqual(paid);
    // A plan of one month is a lump sum.
    const instruments = input.instruments.map((each) => ({ ...each, installmentPlanMonths: 1 }));
    expect(valueOf(await world.charge({ ...input, instruments }))).toEqual(paid);
    expect(world.gateway.records()).toHaveLength(2);
  });

  test("of a canceled payment is refused", async () => {
    const world = await createBillingWorld();
    const input = chargeInput([await world.billkey()]);
    const { intentKey } = valueOf(await world.charge(input));
    valueOf(await world.cancel(intentKey, 1_000));
    expect(valueOf(await world.charge(input))).toMatchObject({ status: "PARTIAL_CANCELED" });
    valueOf(await world.cancel(intentKey));
    expect(codeOf(await world.charge(input))).toBe("ALREADY_CANCELED_PAYMENT");
  });

  test.each<[string, (input: ChargeInput) => Partial<ChargeInput>]>([
    [
      "another amount",
      ({ instruments }) => ({
        totalAmount: 5_001,
        instruments: instruments.map((each) => ({ ...each, amount: 5_001 })),
      }),
    ],
    [
      "a plan",
      ({ instruments }) => ({ instruments: instruments.map((each) => ({ ...each, installmentPlanMonths: 2 })) }),
    ],
    ["a tax-free part", () => ({ taxFreeAmount: 1 })],
    ["another customer", () => ({ customerId: "c_other" })],
    [
      "another key",
      ({ instruments }) => ({ instruments: instruments.map((each) => ({ ...each, billing: "billkey_x" })) }),
    ],
  ])("with %s is another one, and the order is paid", async (_what, change) => {
    const world = await createBillingWorld({ merchant: { contracts: { taxFree: true } } });
    const input = chargeInput([await world.billkey()]);
    valueOf(await world.charge(input));
    expect(codeOf(await world.charge({ ...input, ...change(input) }))).toBe("DUPLICATED_ORDER_ID");
  });

  test("the keys in another order are another charge", async () => {
    const world = await createBillingWorld();
    const input = chargeInput([await world.billkey(), await world.billkey()]);
    valueOf(await world.charge(input));
    const turned = { ...input, instruments: input.instruments.toReversed() };
    expect(codeOf(await world.charge(turned))).toBe("DUPLICATED_ORDER_ID");
  });

  test("200 at once: one approval, and every answer is the payment, or that it is in progress", async () => {
    const world = await createBillingWorld();
    const other = await createWorld({ sharing: world });
    const input = chargeInput([await world.billkey()]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? world : other).payments.billing.charge(shop, input)),
    );
    expect(new Set(answers.map(codeOf))).toEqual(new Set(["ok", "ALREADY_PROCESSED_PAYMENT"]));
    expect(world.gateway.records()).toHaveLength(1);
    expect(world.held()).toBe(5_000);
  });

  test("under its own key, after looking the first one up, repeats that answer", async () => {
    const world = await createBillingWorld();
    const input = chargeInput([await world.billkey("answer-lost")]);
    expect(codeOf(await world.charge(input))).toBe("UNKNOWN_PAYMENT_ERROR");
    const paid = valueOf(await world.charge(input, { idempotencyKey: "again" }));
    valueOf(await world.cancel(paid.intentKey));
    expect(valueOf(await world.charge(input, { idempotencyKey: "again" }))).toEqual(paid);
  });

  test("while it is in progress is refused, with its idempotency key and without", async () => {
    const world = await createBillingWorld();
    const options = { idempotencyKey: "charge-1" };
    const input = chargeInput([await world.billkey("answers-late")]);
    const first = world.charge(input, options);
    await world.clock.advance(1000);
    expect(codeOf(await world.charge(input, options))).toBe("IDEMPOTENT_REQUEST_PROCESSING");
    expect(codeOf(await world.charge(input))).toBe("ALREADY_PROCESSED_PAYMENT");
    await world.pass(60);
    expect(codeOf(await first)).toBe("UNKNOWN_PAYMENT_ERROR");
  });

  test("under an idempotency key it is the first answer, also of a refusal", async () => {
    const world = await createBillingWorld();
    const options = { idempotencyKey: "charge-1" };
    const input = chargeInput([await world.billkey()]);
    const paid = valueOf(await world.charge(input, options));
    valueOf(await world.cancel(paid.intentKey));
    expect(valueOf(await world.charge(input, options))).toEqual(paid);
    expect(codeOf(await world.charge({ ...input, orderName: "December" }, options))).toBe("IDEMPOTENCY_KEY_REUSED");
    const poor = chargeInput([await world.billkey("no-funds")], { orderId: "subscription-2026-12" });
    const again = { idempotencyKey: "charge-2" };
    expect(codeOf(await world.charge(poor, again))).toBe("REJECT_CARD_PAYMENT");
    expect(codeOf(await world.charge(poor, again))).toBe("REJECT_CARD_PAYMENT");
    expect(world.gateway.records()).toHaveLength(2);
  });
});

test("a refused charge shows why, and the order may be charged again", async () => {
  const world = await createBillingWorld();
  const poor = await world.billkey("no-funds");
  expect(codeOf(await world.charge(chargeInput([poor])))).toBe("REJECT_CARD_PAYMENT");
  const failed = valueOf(await world.payments.intents.lookUp(shop, { orderId }));
  expect(failed).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "REJECT_CARD_PAYMENT", details: { keyin: { number: "400000******0009" }, billing: poor } }],
  });
  // The same charge again is tried again.
  expect(codeOf(await world.charge(chargeInput([poor])))).toBe("REJECT_CARD_PAYMENT");
  expect(world.gateway.records()).toHaveLength(2);
  expect(valueOf(await world.charge(chargeInput([await world.billkey()])))).toMatchObject({ status: "DONE" });
  expect(world.held()).toBe(5_000);
});

describe("beside a checkout of the same order", () => {
  test("a link and an authenticated payment are superseded", async () => {
    const world = await createBillingWorld();
    const billkey = await world.billkey();
    const authenticated = await world.authenticated({ orderId });
    expect(valueOf(await world.charge(chargeInput([billkey])))).toMatchObject({ status: "DONE" });
    const { intentKey, amount } = authenticated;
    expect(codeOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount }))).toBe(
      "INVALIDATED_PAYMENT_SESSION",
    );
    expect(codeOf(await world.payments.sessions.create(shop, { ...sessionInput, orderId }))).toBe(
      "DUPLICATED_ORDER_ID",
    );
    expect(world.held()).toBe(5_000);
  });

  test("a paid order is not charged", async () => {
    const world = await createBillingWorld();
    await world.paid({ orderId });
    expect(codeOf(await world.charge(chargeInput([await world.billkey()])))).toBe("DUPLICATED_ORDER_ID");
  });

  test("an approval in progress comes first", async () => {
    const world = await createBillingWorld();
    const billkey = await world.billkey();
    const { intentKey, amount } = await world.authenticated({ orderId, card: "answer-lost" });
    expect(codeOf(await world.payments.intents.confirm(shop, { intentKey, orderId, amount }))).toBe(
      "UNKNOWN_PAYMENT_ERROR",
    );
    expect(codeOf(await world.charge(chargeInput([billkey])))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  });
});

/** Outcomes of one instrument's approval, and whether the payment is then approved, by test cards. */
const fates = [
  ["is refused", "no-funds", () => false],
  ["has a lost answer", "answer-lost", () => true],
  ["never arrives", "never-arrives", () => false],
  // When it is known, no time is left for those after it.
  ["answers late", "answers-late", (isLast: boolean) => isLast],
  ["arrives late", "arrives-late", () => false],
  ["is answered with another amount", "wrong-amount", () => true],
] as const;

const positions = [2, 3].flatMap((count) => Array.from({ length: count }, (_, at) => [count, at] as const));
const faulty = fates.flatMap(([what, card, stands]) =>
  positions.map(([count, at]) => {
    const name = `of ${count} instruments number ${at + 1} ${what}`;
    return { name, count, at, card, stands: stands(at === count - 1) };
  }),
);

test.each(faulty)("$name: all of it is charged, or nothing", async ({ count, at, card, stands }) => {
  const world = await createBillingWorld();
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push(await world.billkey(n === at ? card : "kb"));
  const input = chargeInput(keys);
  const charging = world.charge(input);
  await world.pass(300);
  const code = codeOf(await charging);
  const { status } = valueOf(await world.payments.intents.lookUp(shop, { orderId }));
  expect([status, world.held()]).toEqual(stands ? ["DONE", input.totalAmount] : ["ABORTED", 0]);
  // A failure, once reported, is final.
  if (code !== "ok" && code !== "UNKNOWN_PAYMENT_ERROR") expect(stands).toBe(false);
  const { receivable, pending, fee, vat } = await world.balances();
  expect([receivable, pending + fee + vat]).toEqual([world.held(), world.held()]);
  if (stands) return;
  // The order is free: it can be charged again.
  expect(valueOf(await world.charge(chargeInput([await world.billkey()])))).toMatchObject({ status: "DONE" });
});

test.each([
  ["no-funds", "REJECT_CARD_PAYMENT", "REJECT_CARD_PAYMENT"],
  ["never-arrives", "UNKNOWN_PAYMENT_ERROR", "PROVIDER_ERROR"],
])("the payment names the instrument that failed: %s", async (card, answer, code) => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey(card), await world.billkey("kb")];
  expect(codeOf(await world.charge(chargeInput(keys)))).toBe(answer);
  await world.pass(60);
  expect(valueOf(await world.payments.intents.lookUp(shop, { orderId }))).toMatchObject({
    status: "ABORTED",
    failure: [{ code, details: { billing: keys[1] } }],
  });
});

test("an approval more than an hour before another card's refusal is canceled", async () => {
  const world = await createBillingWorld();
  const { faults } = world.gateway;
  const keys = [await world.billkey("kb"), await world.billkey("no-funds"), await world.billkey("kb")];
  let isDown = true;
  faults.schedule(({ operation, key }) => {
    if (operation === "approve" && key?.endsWith("-2") === true) return "answer-lost";
    return operation === "lookUp" && isDown ? "refused-connection" : undefined;
  });
  expect(codeOf(await world.charge(chargeInput(keys)))).toBe("UNKNOWN_PAYMENT_ERROR");
  await world.clock.advance(61 * 60_000);
  isDown = false;
  await world.pass(120);
  expect(valueOf(await world.payments.intents.lookUp(shop, { orderId }))).toMatchObject({
    status: "ABORTED",
    failure: [{ code: "REJECT_CARD_PAYMENT", details: { billing: keys[1] } }],
  });
  expect(world.gateway.records().map(({ cancellations }) => cancellations.length)).toEqual([1, 0]);
  expect(world.held()).toBe(0);
  expect((await world.balances()).receivable).toBe(0);
});

test("while what was approved can't be reversed yet, as the next card was refused, nothing else is charged", async () => {
  const world = await createBillingWorld();
  const input = chargeInput([await world.billkey("kb"), await world.billkey("no-funds")]);
  world.gateway.faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
  expect(codeOf(await world.charge(input))).toBe("FAILED_BILLING_AUTO_CANCEL");
  const { intentKey, status } = valueOf(await world.payments.intents.lookUp(shop, { orderId }));
  expect(status).toBe("IN_PROGRESS");
  const other = { ...input, totalAmount: 5_000, instruments: input.instruments.slice(0, 1) };
  expect(codeOf(await world.charge(other))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await world.clock.advance(31_000);
  expect(codeOf(await world.charge(input))).toBe("FAILED_BILLING_AUTO_CANCEL");
  world.gateway.faults.schedule();
  await world.pass(120);
  expect(await world.status(intentKey)).toBe("ABORTED");
  expect(world.held()).toBe(0);
});

test("where the first card is refused, the others are never sent, and the order is free at once", async () => {
  const world = await createBillingWorld();
  const input = chargeInput([await world.billkey("no-funds"), await world.billkey("kb")]);
  expect(codeOf(await world.charge(input))).toBe("REJECT_CARD_PAYMENT");
  expect(world.gateway.records().map(({ state }) => state)).toEqual(["REFUSED"]);
  expect(valueOf(await world.charge(chargeInput([await world.billkey("kb")]))).status).toBe("DONE");
});

test("a charge keeps the merchant's rate and days of its moment", async () => {
  const nextFeeRate = { feeRate: "10", from: "2026-11-20" };
  const world = await createBillingWorld({ merchant: { nextFeeRate, settlementDays: 1 } });
  valueOf(await world.charge(chargeInput([await world.billkey()])));
  expect(await world.balances()).toMatchObject({ fee: 500, vat: 50, pending: 4_450 });
  const order = valueOf(await world.payments.settlements.lookUpOrder(shop, orderId));
  expect(order).toMatchObject({ fee: 500, scheduledAt: "2026-11-22T15:00:00.000Z" });
});

test("a charge has the fee rate of typed cards where the merchant has one", async () => {
  const world = await createBillingWorld({ merchant: { methodFeeRates: { KEYIN: "4", CARD: "2" } } });
  valueOf(await world.charge(chargeInput([await world.billkey()])));
  expect(await world.balances()).toMatchObject({ fee: 200, vat: 20 });
});

test("a key stores only the charges in progress", async () => {
  const world = await createBillingWorld();
  const billkey = await world.billkey();
  let newest = "";
  for (const month of ["10", "11", "12"]) {
    const charged = await world.charge(chargeInput([billkey], { orderId: `subscription-2026-${month}` }));
    newest = valueOf(charged).intentKey;
  }
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "billingKey", id: billkey }] });
  expect(records[0]?.body["charging"]).toEqual([newest]);
});

/** The commits of a charge of three: one opens it, one concludes each approval, one claims each but the first. */
const deaths = [1, 2, 3, 4, 5, 6].flatMap((nth) => [["before", nth] as const, ["after", nth] as const]);

test.each(deaths)("after a process dies %s commit %i of a charge, another one completes it", async (when, nth) => {
  const world = await createBillingWorld();
  const keys = [await world.billkey("kb"), await world.billkey("shinhan"), await world.billkey("amex")];
  const dying = await dyingProcess(world);
  dying.dieAt(nth, when);
  void dying.payments.billing.charge(shop, chargeInput(keys));
  await expect.poll(() => dying.isDead()).toBe(true);
  await world.pass(200);
  const found = await world.payments.intents.lookUp(shop, { orderId });
  const isWhole = when === "after" && nth === 6;
  const isUnheardOf = when === "before" && nth === 1;
  // Before the last commit all three were approved: a look-up finds that, and the payment is done.
  const isFound = when === "before" && nth === 6;
  expect([found.ok ? found.value.status : "none", world.held()]).toEqual(
    isUnheardOf ? ["none", 0] : isWhole || isFound ? ["DONE", 15_003] : ["ABORTED", 0],
  );
  expect(await world.balances()).toMatchObject({ receivable: world.held() });
});

test("another merchant, a mode without a gateway, and a failure on demand", async () => {
  const world = await createBillingWorld();
  const input = chargeInput([await world.billkey()]);
  const { billing } = world.payments;
  expect(codeOf(await billing.charge({ mId: 99, mode: "test" }, input))).toBe("FORBIDDEN_REQUEST");
  expect(codeOf(await billing.charge({ mId: 7, mode: "live" }, input))).toBe("FORBIDDEN_REQUEST");
  expect(codeOf(await billing.charge(shop, input, { testCode: "FAILED_BILLING_AUTO_CANCEL" }))).toBe(
    "FAILED_BILLING_AUTO_CANCEL",
  );
  expect(world.held()).toBe(0);
});
