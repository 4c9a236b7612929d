import { describe, expect, test } from "vitest";
import { chargeInput, createBillingWorld, issueInput } from "../../test/billing-world.ts";
import { codeOf, createWorld, shop, valueOf } from "../../test/world.ts";
import type { PaymentIntent } from "../index.ts";
import { receiptAddress } from "./intent/view.ts";

const checkoutUrl = "https://shop.example/pay/checkout";
const seen = "2026-11-20T10:00:00+09:00";

/** The token that ends the address of a payment's receipt. */
function tokenOf({ receipt }: PaymentIntent): string {
  return receipt?.candyUrl.split("/").at(-1) ?? "";
}

describe("where a receipt is", () => {
  test.each([
    ["https://shop.example/pay/checkout", "https://shop.example/pay/receipts/rc"],
    ["https://shop.example/pay/checkout/", "https://shop.example/pay/receipts/rc"],
    ["https://shop.example/pay/checkout//", "https://shop.example/pay/receipts/rc"],
    ["https://shop.example/pay/checkout/?theme=a/b", "https://shop.example/pay/receipts/rc"],
    ["https://shop.example/checkout?theme=a/b#top", "https://shop.example/receipts/rc"],
    ["https://shop.example", "https://shop.example/receipts/rc"],
    ["https://shop.example/", "https://shop.example/receipts/rc"],
    ["http://localhost:4242/checkout", "http://localhost:4242/receipts/rc"],
  ])("beside %s", (url, address) => {
    expect(receiptAddress(url, "rc")).toBe(address);
  });

  test("is shown in a payment from its approval on, with one slip for each method", async () => {
    const world = await createBillingWorld({ settings: { checkoutUrl } });
    const keys = [await world.billkey(), await world.billkey("shinhan")];
    const charged = valueOf(await world.charge(chargeInput(keys)));
    const { candyUrl, perMethodUrls } = charged.receipt ?? {};
    expect(candyUrl).toMatch(/^https:\/\/shop\.example\/pay\/receipts\/rc_7_test_[\w-]{43}$/);
    expect(perMethodUrls).toEqual([`${candyUrl}/1`, `${candyUrl}/2`]);
    const { intents } = world.payments;
    const { intentKey } = charged;
    expect(valueOf(await intents.lookUp(shop, { intentKey })).receipt).toEqual(charged.receipt);
    expect(valueOf(await intents.list(shop, {})).items[0]?.receipt).toEqual(charged.receipt);
    expect(valueOf(await world.charge(chargeInput(keys))).receipt).toEqual(charged.receipt);
    expect(valueOf(await world.cancel(intentKey)).receipt).toEqual(charged.receipt);
    expect(valueOf(await intents.lookUp(shop, { intentKey })).receipt).toEqual(charged.receipt);
  });

  test("is shown for ten cards", async () => {
    const world = await createBillingWorld();
    const keys: string[] = [];
    for (let n = 0; n < 10; n += 1) keys.push(await world.billkey());
    const charged = valueOf(await world.charge(chargeInput(keys)));
    expect(charged.receipt?.perMethodUrls.at(-1)).toBe(`${charged.receipt?.candyUrl}/10`);
    expect(valueOf(await world.payments.receipts.read(tokenOf(charged))).slips).toHaveLength(10);
  });

  test("is not shown before, nor where nothing was approved", async () => {
    const world = await createWorld();
    const authenticated = await world.authenticated({ card: "no-funds" });
    const { intentKey } = authenticated;
    expect(valueOf(await world.payments.intents.lookUp(shop, { intentKey }))).not.toHaveProperty("receipt");
    expect(codeOf(await world.payments.intents.confirm(shop, authenticated))).toBe("REJECT_CARD_PAYMENT");
    const ended = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
    expect(ended).toMatchObject({ status: "ABORTED" });
    expect(ended).not.toHaveProperty("receipt");
  });

  test("is the same from a call and from a look-up of the approval", async () => {
    const world = await createWorld();
    const authenticated = await world.authenticated({ card: "answer-lost" });
    expect(codeOf(await world.payments.intents.confirm(shop, authenticated))).toBe("UNKNOWN_PAYMENT_ERROR");
    await world.pass(60);
    const { intentKey } = authenticated;
    const found = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
    expect(found.status).toBe("DONE");
    expect(codeOf(await world.payments.receipts.read(tokenOf(found)))).toBe("ok");
    expect(valueOf(await world.payments.intents.confirm(shop, authenticated)).receipt).toEqual(found.receipt);
  });
});

describe("a receipt", () => {
  test("of a payment at checkout", async () => {
    const registered = {
      businessName: "주식회사 골목",
      businessRegistrationNumber: "2208162517",
      phone: "02-1234-5678",
    };
    const world = await createWorld({ merchant: registered });
    const paid = await world.paid({ amount: { value: 55_000 } });
    const [record] = world.gateway.records();
    const slip = {
      amount: 55_000,
      supply: 50_000,
      vat: 5_000,
      taxFree: 0,
      approvalNumber: record?.approvalNumber,
      approvedAt: paid.approvedAt,
      method: "KEYIN",
      easyPayProvider: null,
      maskedNumber: "400000******0009",
      company: { ko: "KB국민", en: "KB Kookmin" },
      installmentPlanMonths: 0,
      cancellations: [],
      remaining: { amount: 55_000, supply: 50_000, vat: 5_000, taxFree: 0 },
    };
    expect(paid.approvedAt).toBe(seen);
    expect(valueOf(await world.payments.receipts.read(tokenOf(paid)))).toEqual({
      merchant: { name: "Corner Shop", ...registered },
      testMode: true,
      orderId: paid.orderId,
      orderName: paid.orderName,
      slips: [slip],
      total: { amount: 55_000, supply: 50_000, vat: 5_000, taxFree: 0 },
    });
  });

  test("has a slip for each card, what is free of tax taken from them in order", async () => {
    const world = await createBillingWorld({ merchant: { contracts: { taxFree: true } } });
    const keys = [await world.billkey(), await world.billkey("shinhan")];
    const charged = valueOf(await world.charge(chargeInput(keys, { taxFreeAmount: 7_000 })));
    const { slips, total } = valueOf(await world.payments.receipts.read(tokenOf(charged)));
    expect(slips).toMatchObject([
      { amount: 5_000, supply: 0, vat: 0, taxFree: 5_000, company: { en: "KB Kookmin" } },
      { amount: 5_001, supply: 2_728, vat: 273, taxFree: 2_000, company: { en: "Shinhan" } },
    ]);
    expect(total).toEqual({ amount: 10_001, supply: 2_728, vat: 273, taxFree: 7_000 });
    const numbers = world.gateway.records().map(({ approvalNumber }) => approvalNumber);
    expect(slips.map(({ approvalNumber }) => approvalNumber)).toEqual(numbers);
  });

  test("shows cancellations, each at the gateway's time, and no refused ones", async () => {
    const world = await createBillingWorld({ merchant: { contracts: { taxFree: true } } });
    const charge = chargeInput([await world.billkey()], { taxFreeAmount: 1_000 });
    const charged = valueOf(await world.charge(charge));
    const { intentKey } = charged;
    const slip = async () => valueOf(await world.payments.receipts.read(tokenOf(charged))).slips[0];
    expect((await slip()).remaining).toEqual({ amount: 5_000, supply: 3_636, vat: 364, taxFree: 1_000 });
    await world.clock.advance(60_000);
    await world.cancel(intentKey, 1_800);
    expect(codeOf(await world.cancel(intentKey, 3_201))).toBe("NOT_MATCHES_REFUNDABLE_AMOUNT");
    await world.clock.advance(60_000);
    await world.cancel(intentKey, 2_500);
    expect(await slip()).toMatchObject({
      amount: 5_000,
      vat: 364,
      cancellations: [
        { amount: 1_800, canceledAt: "2026-11-20T10:01:00+09:00" },
        { amount: 2_500, canceledAt: "2026-11-20T10:02:00+09:00" },
      ],
      // The taxed part is refunded first.
      remaining: { amount: 700, supply: 0, vat: 0, taxFree: 700 },
    });
    await world.cancel(intentKey);
    expect((await slip()).remaining).toEqual({ amount: 0, supply: 0, vat: 0, taxFree: 0 });
  });

  test.each([
    ["the first", ["kb", "no-refund"]],
    ["the second", ["no-refund", "kb"]],
  ])("shows which of several cards were refunded: %s alone", async (which, cards) => {
    const world = await createBillingWorld();
    const keys: string[] = [];
    for (const card of cards) keys.push(await world.billkey(card));
    const charged = valueOf(await world.charge(chargeInput(keys)));
    expect(codeOf(await world.cancel(charged.intentKey))).toBe("FAILED_REFUND_PROCESS");
    const { slips } = valueOf(await world.payments.receipts.read(tokenOf(charged)));
    const slip = (amount: number, isBack: boolean) =>
      isBack
        ? { cancellations: [{ amount, canceledAt: seen }], remaining: { amount: 0 } }
        : { cancellations: [], remaining: { amount } };
    expect(slips).toMatchObject([slip(5_000, which === "the first"), slip(5_001, which === "the second")]);
  });

  test("shows no cancellation without an outcome", async () => {
    const world = await createWorld();
    const paid = await world.paid({ card: "refund-answer-lost" });
    expect(codeOf(await world.cancel(paid.intentKey))).toBe("FAILED_REFUND_PROCESS");
    const receipt = async () => valueOf(await world.payments.receipts.read(tokenOf(paid)));
    expect((await receipt()).slips[0].cancellations).toEqual([]);
    await world.pass(60);
    expect((await receipt()).slips[0].cancellations).toMatchObject([{ amount: 10_000 }]);
  });

  test("is found by its whole address alone", async () => {
    const world = await createWorld();
    const token = tokenOf(await world.paid());
    const { intentKey } = await world.authenticated({ orderId: "order-20261120-0002" });
    const other = { mId: 8, mode: "test" } as const;
    await world.payments.merchants.register({ ...other, name: "Other", feeRate: "3.3" });
    const paidKey = token.slice("rc_7_test_".length, -22);
    for (const guess of [
      "",
      "rc_7_test_",
      paidKey,
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      `${token}A`,
      token.replace("rc_7_", "rc_8_"),
      token.replace("_test_", "_live_"),
      token.replace("rc_", "cs_"),
      token.replace(paidKey, intentKey),
    ]) {
      expect(codeOf(await world.payments.receipts.read(guess)), guess).toBe("NOT_FOUND_PAYMENT");
    }
    expect(codeOf(await world.payments.receipts.read(token))).toBe("ok");
  });

  test("of a live payment is no test", async () => {
    const world = await createWorld({ live: true });
    const live = { mId: 7, mode: "live" } as const;
    const { merchants, billing, receipts } = world.payments;
    await merchants.register({ ...live, name: "Live", feeRate: "1" });
    const { billkey } = valueOf(await billing.issue(live, issueInput()));
    const charged = valueOf(await billing.charge(live, chargeInput([billkey])));
    expect(charged.receipt?.candyUrl).toContain("/receipts/rc_7_live_");
    expect(valueOf(await receipts.read(tokenOf(charged))).testMode).toBe(false);
    expect(codeOf(await receipts.read(tokenOf(charged).replace("_live_", "_test_")))).toBe("NOT_FOUND_PAYMENT");
  });
});
