import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../test/world.ts";

const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };

/** A world whose merchant has a transfer account, with its payouts. */
async function withAccount(options: Parameters<typeof createPayoutWorld>[0] = {}) {
  const world = await createPayoutWorld(options);
  const { payouts } = world.payments;
  valueOf(await payouts.setTransferAccount(shop, { account }));
  return {
    ...world,
    payouts: async () => valueOf(await payouts.list(shop, { limit: 100 })).items,
    transfer: () => world.run("transferAccount"),
  };
}

test("the rest of the available balance is transferred on the evening of a business day, and paid on the next", async () => {
  const world = await withAccount();
  const { id } = await world.seller();
  valueOf(await world.batch(item("a", id, 300_000)));
  await world.moveTo("2026-11-25T22:59:59.999");
  await world.transfer();
  expect(await world.payouts()).toHaveLength(1);
  await world.clock.advance(1);
  await world.transfer();
  const [transfer] = await world.payouts();
  expect(transfer).toMatchObject({
    refPayoutId: "wonflow.transfer.2026-11-26",
    destination: { type: "MERCHANT" },
    payoutDate: "2026-11-26",
    amount: { currency: "KRW", value: 700_000 },
    status: "PENDING",
  });
  const begin = world.clock.now().toString(36).padStart(9, "0");
  expect([transfer?.id.slice(0, 16), transfer?.batchId?.slice(0, 15)]).toEqual([`payout_${begin}`, `batch_${begin}`]);
  expect(await world.balances()).toMatchObject({ available: 0, reserved: 1_000_000 });
  await world.run("payout");
  expect(world.bank.submissions.at(-1)).toMatchObject({
    payee: { type: "MERCHANT" },
    account: { bankCode: "088", accountNumber: "110987654321", holderName: "가게 주식회사" },
    amount: 700_000,
  });
  // A second run on that day transfers nothing.
  await world.transfer();
  expect(await world.payouts()).toHaveLength(2);
});

test.each([
  ["nothing is available", 0],
  ["the balance is below zero", -1],
])("no transfer where %s", async (_what, available) => {
  const world = await withAccount();
  const { id } = await world.seller();
  valueOf(await world.batch(item("a", id, 1_000_000)));
  if (available < 0) {
    const [payment] = valueOf(await world.payments.intents.list(shop)).items;
    await world.cancel(payment?.intentKey ?? "", 1);
  }
  await world.moveTo("2026-11-25T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toHaveLength(1);
  expect(await world.balances()).toMatchObject({ available });
});

test("each business day has one transfer, other days none; a failed amount goes with the next transfer", async () => {
  const world = await withAccount();
  world.bank.onSubmit = async () => ({ outcome: "refused", code: "PAYOUT_ACCOUNT_UNUSABLE" });
  // From Wednesday to the next Tuesday.
  for (let hour = 0; hour < 24 * 6; hour += 1) {
    await world.clock.advance(3600_000);
    await world.transfer();
    await world.run("payout");
  }
  expect((await world.payouts()).map(({ payoutDate, amount, status }) => [payoutDate, amount.value, status])).toEqual([
    ["2026-12-01", 1_000_000, "FAILED"],
    ["2026-11-30", 1_000_000, "FAILED"],
    ["2026-11-27", 1_000_000, "FAILED"],
    ["2026-11-26", 1_000_000, "FAILED"],
  ]);
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
});

test("a reopened holiday has no transfer if its bank day has one already", async () => {
  const world = await withAccount();
  valueOf(await world.payments.calendar.close("2026-11-26"));
  await world.moveTo("2026-11-25T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-27", amount: { value: 1_000_000 } }]);
  valueOf(await world.payments.calendar.reopen("2026-11-26"));
  world.bank.onSubmit = async () => ({ outcome: "refused", code: "PAYOUT_ACCOUNT_UNUSABLE" });
  await world.run("payout");
  await world.moveTo("2026-11-26T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-27", status: "FAILED" }]);
  await world.moveTo("2026-11-27T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-30" }, { payoutDate: "2026-11-27" }]);
});

test("a service that was down in the evening makes the transfer later, until the bank's cut-off", async () => {
  const world = await withAccount();
  await world.moveTo("2026-11-26T15:59:59.999");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-26" }]);

  const late = await withAccount();
  await late.moveTo("2026-11-26T16:00:00");
  await late.transfer();
  expect(await late.payouts()).toEqual([]);
  await late.moveTo("2026-11-26T23:00:00");
  await late.transfer();
  expect(await late.payouts()).toMatchObject([{ payoutDate: "2026-11-27" }]);
});

test("after days without service only today's transfer is made", async () => {
  const world = await withAccount();
  await world.moveTo("2026-12-02T12:00:00");
  for (let n = 0; n < 10; n += 1) await world.transfer();
  expect((await world.payouts()).map(({ payoutDate }) => payoutDate)).toEqual(["2026-12-02"]);
});

test("the transfer waits for the settlements of its day", async () => {
  const world = await withAccount();
  await world.paid({ ...sessionInput, orderId: "order-20261125-0002" });
  // Due on Monday the 30th, and not settled when the transfer is due.
  await world.moveTo("2026-11-30T23:00:00");
  for (let n = 0; n < 10; n += 1) await world.transfer();
  const days = async () => (await world.payouts()).map(({ payoutDate }) => payoutDate);
  expect(await days()).toEqual([]);
  await world.run("settlementSchedule");
  await world.clock.advance(59_999);
  await world.transfer();
  expect(await days()).toEqual([]);
  await world.clock.advance(1);
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-12-01", amount: { value: 1_010_000 } }]);
});

test("the money stays without an account, or with the transfer switched off", async () => {
  const world = await withAccount();
  valueOf(await world.payments.payouts.setTransferAccount(shop, { account, daily: false }));
  await world.moveTo("2026-11-25T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toEqual([]);
  // Another account does not switch it on.
  valueOf(
    await world.payments.payouts.setTransferAccount(shop, { account: { ...account, accountNumber: "110-987-000001" } }),
  );
  await world.moveTo("2026-11-26T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toEqual([]);
  valueOf(await world.payments.payouts.setTransferAccount(shop, { account, daily: true }));
  await world.moveTo("2026-11-27T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toHaveLength(1);
});

test("two processes at once make one transfer", async () => {
  const world = await withAccount();
  const other = await createWorld({ sharing: world, payoutBanks: { test: world.bank } });
  await world.moveTo("2026-11-25T23:00:00");
  await Promise.all([world.transfer(), other.payments.work.start("transferAccount", 10)]);
  await world.transfer();
  expect(await world.payouts()).toHaveLength(1);
});

test("a process suspended while another one made the evening's transfer makes none of the next evening", async () => {
  const world = await withAccount();
  const meanwhile: (() => Promise<unknown>)[] = [];
  const slow = await createWorld({
    sharing: world,
    payoutBanks: { test: world.bank },
    store: (memory) => ({
      ...memory,
      async commit(changeSet) {
        await meanwhile.pop()?.();
        return memory.commit(changeSet);
      },
    }),
  });
  await world.moveTo("2026-11-25T23:00:00");
  meanwhile.push(async () => {
    await world.clock.advance(10 * 60_000);
    await world.transfer();
    const postings = [
      { account: "bank", amount: 500 },
      { account: "available", amount: -500 },
    ] as const;
    const nothing = { expect: [], writes: [], floors: [], tallies: [], reference: "" };
    await world.memory.commit({ id: "earned", tenant: "7:test", at: world.clock.now(), postings, ...nothing });
  });
  await Promise.all(await slow.payments.work.start("transferAccount", 10));
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-26" }]);
  expect(await world.balances()).toMatchObject({ available: 500, reserved: 1_000_000 });
  await world.moveTo("2026-11-26T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-27", amount: { value: 500 } }, {}]);
});

test("the account is shown masked; an invalid one is refused", async () => {
  const { payments } = await createPayoutWorld({ available: 0 });
  expect(codeOf(await payments.payouts.getTransferAccount(shop))).toBe("NOT_FOUND_TRANSFER_ACCOUNT");
  const shown = { account: { ...account, accountNumber: "********4321" }, daily: true };
  expect(valueOf(await payments.payouts.setTransferAccount(shop, { account }))).toEqual(shown);
  expect(valueOf(await payments.payouts.getTransferAccount(shop))).toEqual(shown);
  const wrong = await payments.payouts.setTransferAccount(shop, { account: { ...account, bankCode: "8" } });
  expect(wrong).toMatchObject({ ok: false, error: { details: [{ field: "account.bankCode" }] } });
  expect(codeOf(await payments.payouts.setTransferAccount({ mId: 99, mode: "test" }, { account }))).toBe(
    "FORBIDDEN_REQUEST",
  );
});

test("a transfer without an account is not sent, and its amount is available again", async () => {
  const world = await withAccount();
  await world.moveTo("2026-11-25T23:00:00");
  await world.transfer();
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "transferAccount", id: "self" }] });
  const key = { kind: "transferAccount", id: "self" };
  await world.memory.commit({
    id: "gone",
    tenant: "7:test",
    at: 0,
    expect: [{ key, version: records[0]?.version ?? 0 }],
    writes: [{ key, body: null, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  await world.run("payout");
  expect(await world.payouts()).toMatchObject([{ status: "FAILED", error: { code: "PAYOUT_ACCOUNT_UNUSABLE" } }]);
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
});

test("without a bank nothing is transferred, and the next evening with one takes it all", async () => {
  const world = await withAccount();
  const without = await createWorld({ sharing: world, merchant: { feeRate: "0", contracts: { payouts: true } } });
  await world.moveTo("2026-11-25T23:00:00");
  await Promise.all(await without.payments.work.start("transferAccount", 10));
  expect(await world.payouts()).toEqual([]);
  expect(await world.balances()).toMatchObject({ available: 1_000_000, reserved: 0 });
  await world.moveTo("2026-11-26T23:00:00");
  await world.transfer();
  expect(await world.payouts()).toMatchObject([{ payoutDate: "2026-11-27", amount: { value: 1_000_000 } }]);
});
