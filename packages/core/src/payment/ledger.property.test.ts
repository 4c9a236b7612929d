import fc from "fast-check";
import { expect, test } from "vitest";

import { normalDelta, type Account } from "../index.ts";
import { createWorld, shop, valueOf } from "../../test/world.ts";

const feeRates = fc.integer({ min: 0, max: 100_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));
const payments = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    /** Shares of what remains, each canceled in turn; the rest is canceled last. */
    parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

test("approvals and partial cancellations keep the ledger balanced, and all canceled is exactly zero", async () => {
  await fc.assert(
    fc.asyncProperty(feeRates, payments, async (feeRate, made) => {
      const world = await createWorld({ merchant: { feeRate } });
      const check = async () => {
        const balances = await world.payments.ledger.balances(shop);
        expect(balances.fee + balances.vat + balances.pending).toBe(balances.receivable);
        expect(balances.receivable).toBe(world.gateway.held("7:test"));
      };
      const keys: string[] = [];
      for (const [index, { amount, parts }] of made.entries()) {
        const orderId = `order-20261120-000${index}`;
        const { intentKey } = await world.paid({ orderId, amount: { value: amount } });
        keys.push(intentKey);
        await check();
        let remaining = amount;
        for (const part of parts) {
          const cancelAmount = Math.floor(remaining * part);
          if (cancelAmount < 1 || cancelAmount === remaining) continue;
          // JSON writes null for a number that it cannot write: a lost amount is never all that remains.
          for (const lost of [null, Number.NaN, Infinity]) {
            const cancellation = { cancelReason: "a part", cancelAmount: lost as number };
            expect((await world.payments.intents.cancel(shop, { intentKey }, cancellation)).ok).toBe(false);
          }
          valueOf(await world.cancel(intentKey, cancelAmount));
          remaining -= cancelAmount;
          await check();
        }
      }
      for (const intentKey of keys) valueOf(await world.cancel(intentKey));
      expect(Object.values(await world.payments.ledger.balances(shop))).toEqual([0, 0, 0, 0, 0, 0, 0]);
      for (const intentKey of keys) {
        const sums = new Map<Account, number>();
        for (const { postings } of await world.payments.ledger.entries(shop, intentKey)) {
          expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
          for (const posting of postings) {
            sums.set(posting.account, (sums.get(posting.account) ?? 0) + normalDelta(posting));
          }
        }
        expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
