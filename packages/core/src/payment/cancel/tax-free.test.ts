import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import { createBillingWorld, chargeInput } from "../../../test/billing-world.ts";
import { taxFreeRange } from "../../ledger/money/sales-tax.ts";
import { intentRecord } from "../intent/intent.ts";

const agreed = { merchant: { contracts: { taxFree: true } } };

/** A payment of 10,000 won, 4,000 of which have no VAT; and the calls to its gateway. */
async function paidPartlyTaxFree(taxFreeAmount = 4_000) {
  const world = await createWorld(agreed);
  const asked: { readonly amount: number; readonly taxFreeAmount: number }[] = [];
  const { approve, cancel } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    approve: (request) => (asked.push(request), approve(request)),
    cancel: (request) => (asked.push(request), cancel(request)),
  };
  const process = await createWorld({ sharing: { ...world, gateway }, ...agreed });
  const { intentKey } = await process.paid({ taxFreeAmount });
  const give = (cancelAmount: number | undefined, taxFree?: number) =>
    process.payments.intents.cancel(
      shop,
      { intentKey },
      { cancelReason: "sent back", cancelAmount, ...(taxFree !== undefined && { taxFreeAmount: taxFree }) },
    );
  return { world, process, intentKey, asked: () => asked.map((each) => [each.amount, each.taxFreeAmount]), give };
}

async function canceledTaxFree({ memory }: World, intentKey: string): Promise<number> {
  const { records } = await memory.read("7:test", { keys: [{ kind: "intent", id: intentKey }] });
  return intentRecord.schema.parse(records[0]?.body).canceledTaxFreeAmount;
}

describe("at a checkout", () => {
  test("the part is in the page and in the approval", async () => {
    const { process, asked } = await paidPartlyTaxFree();
    expect(asked()).toEqual([[10_000, 4_000]]);
    const { token } = await process.session({ orderId: "order-20261120-0002", taxFreeAmount: 10_000 });
    expect(valueOf(await process.payments.checkout.read(token))).toMatchObject({
      amount: 10_000,
      taxFreeAmount: 10_000,
    });
  });

  test("a page without one shows none", async () => {
    const world = await createWorld(agreed);
    const { token } = await world.session({ taxFreeAmount: 0 });
    expect(valueOf(await world.payments.checkout.read(token))).not.toHaveProperty("taxFreeAmount");
  });

  test.each([
    [10_001, agreed, "at most the amount of 10000 won"],
    [-1, agreed, "at least 0"],
    [0.5, agreed, "a whole number of won"],
    [1, {}, "not part of the merchant's contract"],
  ])("%o is refused, and the field is named", async (taxFreeAmount, options, problem) => {
    const world = await createWorld(options);
    await expect(world.session({ taxFreeAmount })).rejects.toThrow(problem);
    await expect(world.session({ taxFreeAmount })).rejects.toThrow('"field":"taxFreeAmount"');
  });
});

describe("of a cancellation", () => {
  // The cancellations of 10,000 won with 4,000 without VAT: [amount, requested] → what the gateway receives.
  test.each<readonly [string, readonly (readonly [number | undefined, number?])[], readonly (readonly number[])[]]>([
    ["left out, none as long as the taxable part suffices", [[6_000]], [[6_000, 0]]],
    ["left out, the rest of what is needed", [[7_000]], [[7_000, 1_000]]],
    [
      "left out, all that is left at the end",
      [[1_000], [undefined]],
      [
        [1_000, 0],
        [9_000, 4_000],
      ],
    ],
    [
      "as it was asked for",
      [[3_000, 3_000], [1_000, 1_000], [undefined]],
      [
        [3_000, 3_000],
        [1_000, 1_000],
        [6_000, 0],
      ],
    ],
    [
      "a part of it",
      [[5_000, 2_500], [undefined]],
      [
        [5_000, 2_500],
        [5_000, 1_500],
      ],
    ],
  ])("%s", async (_what, cancellations, sent) => {
    const { world, intentKey, asked, give } = await paidPartlyTaxFree();
    for (const [amount, taxFree] of cancellations) valueOf(await give(amount, taxFree));
    expect(asked().slice(1)).toEqual(sent);
    expect(await canceledTaxFree(world, intentKey)).toBe(sent.reduce((sum, [, taxFree = 0]) => sum + taxFree, 0));
  });

  test.each([
    [3_000, 3_001, "from 0 to 3000 won"],
    [5_000, 4_001, "from 0 to 4000 won"],
    [7_000, 999, "from 1000 to 4000 won"],
    [undefined, 3_999, "must be 4000 won"],
  ])("of %o won, %i can't be without VAT", async (amount, taxFree, problem) => {
    const { give, asked } = await paidPartlyTaxFree();
    const answer = await give(amount, taxFree);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "INVALID_REQUEST", details: [{ field: "taxFreeAmount" }] },
    });
    expect(JSON.stringify(answer)).toContain(problem);
    expect(asked()).toHaveLength(1);
  });

  test("it does not replace the amount: alone, it cancels all", async () => {
    const { give, asked } = await paidPartlyTaxFree();
    valueOf(await give(undefined, 4_000));
    expect(asked()[1]).toEqual([10_000, 4_000]);
  });

  test("before confirm it must be the payment's", async () => {
    const world = await createWorld(agreed);
    const { intentKey } = await world.authenticated({ taxFreeAmount: 4_000 });
    const cancel = (taxFreeAmount: number) =>
      world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "x", taxFreeAmount });
    expect(codeOf(await cancel(3_999))).toBe("INVALID_REQUEST");
    expect(valueOf(await cancel(4_000)).status).toBe("CANCELED");
  });

  test("it is part of the request that an idempotency key identifies", async () => {
    const { process, intentKey } = await paidPartlyTaxFree();
    const cancel = (taxFreeAmount: number) =>
      process.payments.intents.cancel(
        shop,
        { intentKey },
        { cancelReason: "x", cancelAmount: 1_000, taxFreeAmount },
        { idempotencyKey: "k" },
      );
    expect([codeOf(await cancel(0)), codeOf(await cancel(1_000))]).toEqual(["ok", "IDEMPOTENCY_KEY_REUSED"]);
  });

  test("the receipt's rest follows it", async () => {
    const { process, intentKey, give } = await paidPartlyTaxFree();
    valueOf(await give(3_000, 3_000));
    const { receipt } = valueOf(await process.payments.intents.lookUp(shop, { intentKey }));
    const token = new URL(receipt?.candyUrl ?? "").pathname.split("/").at(-1) ?? "";
    const read = valueOf(await process.payments.receipts.read(token));
    expect(read.slips[0].remaining).toMatchObject({ amount: 7_000, taxFree: 1_000, vat: 545 });
  });
});

test("of several cards each approval has its part, and refunds that part", async () => {
  const world = await createBillingWorld(agreed);
  const asked: (readonly [number, number])[] = [];
  const { approve, cancel } = world.gateway;
  const gateway: typeof world.gateway = {
    ...world.gateway,
    approve: (request) => (asked.push([request.amount, request.taxFreeAmount]), approve(request)),
    cancel: (request) => (asked.push([request.amount, request.taxFreeAmount]), cancel(request)),
  };
  const process = await createWorld({ sharing: { ...world, gateway }, ...agreed });
  const input = chargeInput([await world.billkey("kb"), await world.billkey("shinhan")]);
  const [first = 0, second = 0] = input.instruments.map(({ amount }) => amount);
  const { intentKey } = valueOf(await process.payments.billing.charge(shop, { ...input, taxFreeAmount: first + 1 }));
  valueOf(await process.cancel(intentKey));
  const parts = [
    [first, first],
    [second, 1],
  ];
  expect(asked).toEqual([...parts, ...parts]);
});

test("in whatever parts a payment is refunded, the tax-free amounts add up to its own", () => {
  const sale = fc.integer({ min: 1, max: 100_000 }).chain((amount) =>
    fc.record({
      amount: fc.constant(amount),
      taxFree: fc.integer({ min: 0, max: amount }),
      parts: fc.array(fc.tuple(fc.integer({ min: 1, max: amount }), fc.double({ min: 0, max: 1, noNaN: true }))),
    }),
  );
  fc.assert(
    fc.property(sale, ({ amount, taxFree, parts }) => {
      let left = { amount, taxFree };
      for (const [wanted, share] of [...parts, [amount, 0] as const]) {
        const canceled = Math.min(wanted, left.amount);
        const { least, most } = taxFreeRange(canceled, left);
        expect(least).toBeLessThanOrEqual(most);
        const part = least + Math.floor((most - least) * share);
        left = { amount: left.amount - canceled, taxFree: left.taxFree - part };
        expect(left.taxFree).toBeGreaterThanOrEqual(0);
        expect(left.taxFree).toBeLessThanOrEqual(left.amount);
      }
      expect(left).toEqual({ amount: 0, taxFree: 0 });
    }),
  );
});
