import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { createWorld, shop, valueOf } from "../../test/world.ts";
import type { BankPayout, ChangeSet, EvidenceInput, PayoutBank } from "../index.ts";

const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };

/** A world in which something happens once, right before or after the first commit that is meant. */
async function interruptedWorld(available: number, isMeant: (changeSet: ChangeSet) => boolean) {
  const doing: { before?: () => Promise<unknown>; after?: () => Promise<unknown> } = {};
  const world = await createPayoutWorld({
    available,
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        if (!isMeant(changeSet)) return store.commit(changeSet);
        const { before, after } = doing;
        delete doing.before;
        delete doing.after;
        await before?.();
        const result = await store.commit(changeSet);
        await after?.();
        return result;
      },
    }),
  });
  const other = await createWorld({
    sharing: world,
    payoutBanks: { test: world.bank },
    merchant: { feeRate: "0", contracts: { payouts: true } },
  });
  return { ...world, other, doing };
}

test("a batch of another process just before the commit of the daily transfer takes its part of the transfer", async () => {
  const isTransfer = ({ writes }: ChangeSet) =>
    writes.some(({ key }) => key.kind === "transferAccount") && writes.some(({ key }) => key.kind === "payout");
  const world = await interruptedWorld(1_000_000, isTransfer);
  valueOf(await world.payments.payouts.setTransferAccount(shop, { account }));
  const { id } = await world.seller();
  // The first batch of a merchant makes the schedule of statements, on which a second one would be in conflict.
  valueOf(await world.batch(item("first", id, 1)));
  const { id: otherId } = await world.seller({ refSellerId: "other" });
  await world.moveTo("2026-11-25T23:00:00");
  world.doing.before = async () =>
    valueOf(await world.other.payments.payouts.createBatch(shop, [item("beside", otherId, 600_000)]));
  await world.run("transferAccount");
  const { items } = valueOf(await world.payments.payouts.list(shop, { limit: 100 }));
  expect(Object.fromEntries(items.map(({ refPayoutId, amount }) => [refPayoutId, amount.value]))).toEqual({
    first: 1,
    beside: 600_000,
    "wonflow.transfer.2026-11-26": 399_999,
  });
  expect(await world.balances()).toMatchObject({ available: 0, reserved: 1_000_000 });
});

type Answer = Awaited<ReturnType<PayoutBank["lookUp"]>>;

const notDone: EvidenceInput = { outcome: "not-done", note: "not on the statement of 25 November" };

/** A payout of 10,000 won without an outcome at the bank, the day after its own, whose statement has been read. */
async function withoutOutcome() {
  const keepsEvidence = ({ writes }: ChangeSet) =>
    writes.some(({ key, body }) => key.kind === "bankAttempt" && body?.["evidence"] != null);
  const world = await interruptedWorld(100_000, keepsEvidence);
  const { id: sellerId } = await world.seller();
  world.bank.onSubmit = async () => {
    throw new Error("connection reset");
  };
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  const { payouts } = valueOf(await world.batch(item("a", sellerId)));
  const id = payouts.items[0]?.id ?? "";
  await world.run("payout");
  await world.moveTo("2026-11-26T01:00:00");
  await world.run("payoutStatement");
  const says = (status: BankPayout["status"]): Answer => ({
    outcome: "done",
    value: { key: `payout.${id}`, amount: 10_000, status, at: world.clock.now(), reason: null },
  });
  return {
    ...world,
    id,
    says,
    /** The other process asks the bank, which has paid it. */
    async isFoundPaid() {
      world.bank.onLookUp = async () => says("PAID");
      await world.clock.advance(3600_000);
      await Promise.all(await world.other.payments.work.start("bankAttempt", 10));
    },
    async expectPaid() {
      expect((await world.payout(id)).status).toBe("COMPLETED");
      expect(await world.balances()).toMatchObject({ available: 90_000, reserved: 0, bank: 90_000 });
    },
    async expectCameBack() {
      expect(await world.payout(id)).toMatchObject({
        status: "COMPLETED",
        error: { code: "PAYOUT_RETURNED" },
        reconciliationRequired: true,
      });
      expect(await world.balances()).toMatchObject({ available: 100_000, reserved: 0, bank: 100_000 });
      expect(world.notices).toContainEqual(
        expect.objectContaining({ kind: "attempt-flagged", attempt: `payout.${id}` }),
      );
    },
  };
}

test("a payout found unpaid while the bank reports it as paid is booked as returned, and flagged", async () => {
  const world = await withoutOutcome();
  world.doing.after = async () => {
    await world.isFoundPaid();
    await world.expectPaid();
  };
  expect(valueOf(await world.payments.payouts.resolve(shop, world.id, notDone))).toMatchObject({ status: "COMPLETED" });
  await world.expectCameBack();
});

/** A look-up that the bank has received, and answers once `answer` is resolved. */
async function lookUpUnderWay({ bank, clock, run }: Awaited<ReturnType<typeof withoutOutcome>>) {
  const { promise: asked, resolve: ask } = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<Answer>();
  bank.onLookUp = async () => {
    ask(undefined);
    return answer.promise;
  };
  await clock.advance(3600_000);
  const late = run("bankAttempt");
  await asked;
  return { answer, late };
}

test.each(["FAILED", "CANCELED"] as const)(
  "a look-up answers %s after an operator has found that it was paid: the money is booked as returned, and flagged",
  async (status) => {
    const world = await withoutOutcome();
    const { answer, late } = await lookUpUnderWay(world);
    const { payouts } = world.other.payments;
    valueOf(await payouts.resolve(shop, world.id, { outcome: "done", at: "2026-11-25T10:05:00+09:00", note: "call" }));
    await world.expectPaid();
    answer.resolve(world.says(status));
    await late;
    await world.expectCameBack();
    // An outcome that was reported once is not booked again.
    world.bank.onLookUp = async () => world.says(status);
    await world.clock.advance(24 * 3600_000);
    await world.run("bankAttempt");
    expect(await world.balances()).toMatchObject({ available: 100_000, reserved: 0, bank: 100_000 });
  },
);

test("an unpaid payout that was found paid is booked once, if an operator and a look-up both report it", async () => {
  const world = await withoutOutcome();
  const { answer, late } = await lookUpUnderWay(world);
  const done: EvidenceInput = { outcome: "done", at: "2026-11-25T10:05:00+09:00", note: "call" };
  world.doing.after = async () => valueOf(await world.other.payments.payouts.resolve(shop, world.id, done));
  valueOf(await world.payments.payouts.resolve(shop, world.id, notDone));
  await world.expectCameBack();
  answer.resolve(world.says("FAILED"));
  await late;
  await world.expectCameBack();
});
