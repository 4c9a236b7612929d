import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { shop, valueOf } from "../../test/world.ts";
import type { BankPayout, PayoutBank } from "../index.ts";

type Answer = Awaited<ReturnType<PayoutBank["lookUp"]>>;

/** A payout of 10,000 won with this answer to its submission, and the bank's answers to look-ups. */
async function submitted(submission: "lost" | "accepted" = "lost") {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  const accept = world.bank.onSubmit;
  world.bank.onSubmit = async (request) => {
    const answer = await accept(request);
    if (submission === "lost") throw new Error("connection reset");
    return answer;
  };
  const { payouts } = valueOf(await world.batch(item("a", sellerId)));
  const id = payouts.items[0]?.id ?? "";
  const key = `payout.${id}`;
  await world.run("payout");
  const says = (status: BankPayout["status"], change: Partial<BankPayout> = {}): Answer => ({
    outcome: "done",
    value: { key, amount: 10_000, status, at: world.clock.now(), reason: null, ...change },
  });
  return {
    ...world,
    id,
    key,
    says,
    get: () => world.payout(id),
    /** Sets the answer of the next look-up and runs it. */
    async lookUp(answer: Answer | Error) {
      world.bank.onLookUp = async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      };
      await world.clock.advance(3600_000);
      await world.run("bankAttempt");
      return world.payout(id);
    },
    /** Adds a movement to the day's statement and has it read. */
    async statement(kind: "PAID" | "RETURNED", change: Partial<BankPayout> = {}) {
      const { externalSellerId } = valueOf(await world.payments.sellers.lookUp(shop, sellerId));
      const payee = { type: "SELLER", externalSellerId: externalSellerId ?? "" } as const;
      const movement = { payee, payoutDate: "2026-11-25", key, amount: 10_000, kind, at: world.clock.now(), ...change };
      world.bank.movements.push(movement);
      await world.clock.advance(26 * 3600_000);
      await world.run("payoutStatement");
      return world.payout(id);
    },
  };
}

type Submitted = Awaited<ReturnType<typeof submitted>>;

const reserved = { available: 90_000, reserved: 10_000, bank: 100_000 };
const restored = { available: 100_000, reserved: 0, bank: 100_000 };
const left = { available: 90_000, reserved: 0, bank: 90_000 };

test("a lost answer leaves the payout as it is, and it is never sent again", async () => {
  const world = await submitted();
  expect(await world.get()).toMatchObject({
    status: "SUBMITTING",
    error: { code: "PAYOUT_RESULT_UNKNOWN" },
    reconciliationRequired: false,
    lastResultCheckedAt: null,
  });
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  await world.pass(5);
  for (let hour = 0; hour < 50; hour += 1) {
    await world.clock.advance(3600_000);
    await world.payments.work.runDue();
  }
  expect(world.bank.submissions).toHaveLength(1);
  expect(await world.get()).toMatchObject({ status: "SUBMITTING", reconciliationRequired: true });
  expect(await world.balances()).toMatchObject(reserved);
});

test.each<[string, (world: Submitted) => Answer | Error, object, object]>([
  ["accepted", ({ says }) => says("ACCEPTED"), { status: "REQUESTED", error: null, completedAt: null }, reserved],
  ["paid", ({ says }) => says("PAID"), { status: "COMPLETED", error: null }, left],
  [
    "failed",
    ({ says }) => says("FAILED", { reason: "PAYOUT_ACCOUNT_UNUSABLE" }),
    { status: "FAILED", error: { code: "PAYOUT_ACCOUNT_UNUSABLE" } },
    restored,
  ],
  [
    "failed without a reason",
    ({ says }) => says("FAILED"),
    { status: "FAILED", error: { code: "PAYOUT_REJECTED" } },
    restored,
  ],
  ["canceled at the bank", ({ says }) => says("CANCELED"), { status: "CANCELED", error: null }, restored],
  [
    "refused",
    () => ({ outcome: "refused", code: "PAYOUT_REJECTED" }),
    { status: "FAILED", error: { code: "PAYOUT_REJECTED" } },
    restored,
  ],
  [
    "paid and come back",
    ({ says }) => says("RETURNED"),
    { status: "COMPLETED", error: { code: "PAYOUT_RETURNED" }, reconciliationRequired: true },
    restored,
  ],
  [
    "not found",
    () => ({ outcome: "not-found" }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_UNKNOWN" }, reconciliationRequired: false },
    reserved,
  ],
  [
    "unknown",
    () => ({ outcome: "unknown", reason: "slow" }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_UNKNOWN" }, reconciliationRequired: false },
    reserved,
  ],
  [
    "a broken connection",
    () => new Error("connection reset"),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_UNKNOWN" }, reconciliationRequired: false },
    reserved,
  ],
  [
    "another amount",
    ({ says }) => says("PAID", { amount: 10_001 }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    reserved,
  ],
  [
    "another key",
    ({ says }) => says("PAID", { key: "payout.of-another-client" }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    reserved,
  ],
  [
    "a time that cannot be",
    ({ says, clock }) => says("PAID", { at: clock.now() + 26 * 3600_000 }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    reserved,
  ],
  [
    "a time before it was asked for",
    ({ says, clock }) => says("PAID", { at: clock.now() - 25 * 3600_000 }),
    { status: "SUBMITTING", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    reserved,
  ],
])("a lost answer, and the look-up says: %s", async (_what, answer, payout, balances) => {
  const world = await submitted();
  expect(await world.lookUp(answer(world))).toMatchObject({
    ...payout,
    lastResultCheckedAt: "2026-11-25T11:00:00+09:00",
  });
  expect(await world.balances()).toMatchObject(balances);
  expect(world.bank.submissions).toHaveLength(1);
});

test("an answer that did not match is replaced when the next one does", async () => {
  const world = await submitted();
  await world.lookUp(world.says("ACCEPTED", { amount: 1 }));
  expect(await world.lookUp(world.says("ACCEPTED"))).toMatchObject({
    status: "REQUESTED",
    error: null,
    reconciliationRequired: false,
  });
  expect(world.notices).toMatchObject([
    { kind: "provider-threw" },
    { kind: "attempt-flagged", attempt: world.key, reason: "the bank names 1 won in place of 10000" },
  ]);
});

test.each<[string, (world: Submitted) => Answer, object]>([
  ["FAILED", ({ says }) => says("FAILED"), { status: "FAILED", error: { code: "PAYOUT_REJECTED" } }],
  ["CANCELED", ({ says }) => says("CANCELED"), { status: "CANCELED", error: null }],
  [
    "refused",
    () => ({ outcome: "refused", code: "PAYOUT_ACCOUNT_UNUSABLE" }),
    { status: "FAILED", error: { code: "PAYOUT_ACCOUNT_UNUSABLE" } },
  ],
])("the flag of a payout goes down when it turns out to be %s", async (_what, answer, ended) => {
  const world = await submitted();
  expect(await world.lookUp(world.says("ACCEPTED", { amount: 1 }))).toMatchObject({ reconciliationRequired: true });
  expect(await world.lookUp(answer(world))).toMatchObject({ ...ended, reconciliationRequired: false });
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
});

test("an accepted payout changes only with a final state, and each status has its time", async () => {
  const world = await submitted("accepted");
  expect(await world.get()).toMatchObject({ status: "REQUESTED", statusUpdatedAt: "2026-11-25T10:00:00+09:00" });
  expect(await world.lookUp(world.says("ACCEPTED"))).toMatchObject({ statusUpdatedAt: "2026-11-25T10:00:00+09:00" });
  expect(await world.lookUp({ outcome: "not-found" })).toMatchObject({ status: "REQUESTED" });
  expect(await world.lookUp(world.says("PAID", { at: world.clock.now() + 60_000 }))).toMatchObject({
    status: "COMPLETED",
    statusUpdatedAt: "2026-11-25T13:00:00+09:00",
    completedAt: "2026-11-25T12:01:00+09:00",
  });
});

test("look-ups come after 1, 2, 4, … 60 minutes, then every hour", async () => {
  const world = await submitted("accepted");
  const times: number[] = [];
  const start = world.clock.now();
  world.bank.onLookUp = async () => {
    times.push((world.clock.now() - start) / 60_000);
    return world.says("ACCEPTED");
  };
  for (let minute = 0; minute < 300; minute += 1) {
    await world.clock.advance(60_000);
    await world.run("bankAttempt");
  }
  expect(times).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
});

test.each([
  ["lost", "2026-11-26T10:00:00", "SUBMITTING"],
  ["accepted", "2026-11-27T00:00:00", "REQUESTED"],
] as const)("an answer that is %s: it needs an operator from %s on", async (submission, from, status) => {
  const world = await submitted(submission);
  const [begin, end] = [world.clock.now(), Date.parse(`${from}+09:00`)];
  world.bank.onLookUp = async () => (submission === "accepted" ? world.says("ACCEPTED") : { outcome: "not-found" });
  for (let now = begin; now < end - 60_000; now += 60_000) {
    await world.clock.advance(60_000);
    await world.run("bankAttempt");
  }
  await world.clock.advance(59_999);
  await world.run("bankAttempt");
  expect(await world.get()).toMatchObject({ status, reconciliationRequired: false });
  await world.clock.advance(1);
  await world.run("bankAttempt");
  expect(await world.get()).toMatchObject({ status, reconciliationRequired: true });
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toMatchObject([
    { key: world.key, kind: "payout" },
  ]);
  // The end takes the flag down.
  expect(await world.lookUp(world.says("PAID"))).toMatchObject({ status: "COMPLETED", reconciliationRequired: false });
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
});

test.each<[string, (world: Submitted) => Answer, "PAID" | "RETURNED", object, object]>([
  [
    "paid, and reported as such",
    ({ says }) => says("PAID"),
    "PAID",
    { status: "COMPLETED", reconciliationRequired: false },
    left,
  ],
  [
    "paid, and it came back",
    ({ says }) => says("PAID"),
    "RETURNED",
    { status: "COMPLETED", error: { code: "PAYOUT_RETURNED" }, reconciliationRequired: true },
    restored,
  ],
  [
    "failed, and it was paid",
    ({ says }) => says("FAILED"),
    "PAID",
    { status: "FAILED", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    left,
  ],
  [
    "canceled, and it was paid",
    ({ says }) => says("CANCELED"),
    "PAID",
    { status: "CANCELED", error: { code: "PAYOUT_RESULT_MISMATCH" }, reconciliationRequired: true },
    left,
  ],
  [
    "failed, and it was paid and came back",
    ({ says }) => says("FAILED"),
    "RETURNED",
    { status: "FAILED", error: { code: "PAYOUT_RETURNED" }, reconciliationRequired: true },
    restored,
  ],
  [
    "come back already, and the earlier payment",
    ({ says }) => says("RETURNED"),
    "PAID",
    { status: "COMPLETED", error: { code: "PAYOUT_RETURNED" }, reconciliationRequired: true },
    restored,
  ],
])("a payout that had ended: %s in the statement", async (_what, ended, kind, payout, balances) => {
  const world = await submitted();
  await world.lookUp(ended(world));
  expect(await world.statement(kind)).toMatchObject(payout);
  expect(await world.balances()).toMatchObject(balances);
  // A second read changes nothing.
  const entries = valueOf(await world.payments.ledger.list(shop, { limit: 100 })).size;
  const again = { ...world.bank.movements[0], at: world.clock.now() };
  world.bank.movements.push(again as (typeof world.bank.movements)[number]);
  await world.clock.advance(26 * 3600_000);
  await world.run("payoutStatement");
  expect(valueOf(await world.payments.ledger.list(shop, { limit: 100 })).size).toBe(entries);
  expect(await world.balances()).toMatchObject(balances);
});

test("a payment that we took for failed brings the balance below zero if the money is spent", async () => {
  const world = await submitted();
  await world.lookUp(world.says("FAILED"));
  const other = await world.seller({ refSellerId: "other" });
  valueOf(await world.batch(item("b", other.id, 100_000)));
  await world.statement("PAID");
  expect(await world.balances()).toMatchObject({ available: -10_000, bank: 90_000 });
});

test("a statement with another amount is flagged once, and not booked", async () => {
  const world = await submitted();
  await world.lookUp(world.says("PAID"));
  expect(await world.statement("RETURNED", { amount: 9_000 })).toMatchObject({
    status: "COMPLETED",
    error: { code: "PAYOUT_RESULT_MISMATCH" },
    reconciliationRequired: true,
  });
  expect(await world.balances()).toMatchObject(left);
});

test("the statement ends a payout that look-ups do not find", async () => {
  const world = await submitted();
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  expect(await world.statement("PAID")).toMatchObject({ status: "COMPLETED", reconciliationRequired: false });
  expect(await world.balances()).toMatchObject(left);
});

test("a movement without a payout is reported to operators, and holds nothing up", async () => {
  const world = await submitted("accepted");
  const at = world.clock.now();
  const stray = {
    payee: { type: "MERCHANT" },
    payoutDate: "2026-11-25",
    key: "stray",
    amount: 5,
    kind: "PAID",
    at,
  } as const;
  world.bank.movements.push(stray);
  expect(await world.statement("PAID")).toMatchObject({ status: "COMPLETED" });
  expect(world.notices).toContainEqual({
    kind: "bank-movement-unknown",
    tenant: "7:test",
    key: "stray",
    day: "2026-11-25",
  });
});

test("statements are read day by day, an hour after midnight; a day that can't be read is tried again", async () => {
  const world = await submitted("accepted");
  const days: string[] = [];
  let reads = 0;
  world.bank.onStatement = async ({ day }) => {
    days.push(day);
    reads += 1;
    return reads === 1 ? { outcome: "unknown", reason: "not ready" } : { outcome: "done", value: [] };
  };
  await world.moveTo("2026-11-26T00:59:59.999");
  await world.run("payoutStatement");
  expect(days).toEqual([]);
  await world.clock.advance(1);
  await world.run("payoutStatement");
  await world.clock.advance(9 * 60_000);
  await world.run("payoutStatement");
  expect(days).toEqual(["2026-11-25"]);
  await world.clock.advance(60_000);
  await world.run("payoutStatement");
  expect(days).toEqual(["2026-11-25", "2026-11-25"]);
  await world.moveTo("2026-11-29T01:00:00");
  for (let n = 0; n < 5; n += 1) await world.run("payoutStatement");
  expect(days.slice(2)).toEqual(["2026-11-26", "2026-11-27", "2026-11-28"]);
});
