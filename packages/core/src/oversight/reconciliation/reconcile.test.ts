import { sandboxPayoutBank } from "@wonflow/sandbox";
import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../../test/payout-world.ts";
import type { BankPayout } from "../../index.ts";
import { codeOf, sessionInput, shop, valueOf } from "../../../test/world.ts";

const day = "2026-11-25";

/** A day with two payments, one canceled in part, and two payouts, on the next morning. */
async function aDay() {
  const world = await createPayoutWorld();
  const { payments, bank } = world;
  const paid = await world.paid({ ...sessionInput, orderId: "order-20261125-0002" });
  const canceled = await world.paid({ ...sessionInput, orderId: "order-20261125-0003" });
  valueOf(await world.cancel(canceled.intentKey, 3_000));
  const [a, b] = [await world.seller(), await world.seller({ refSellerId: "b" })];
  const { payouts } = valueOf(await world.batch(item("a", a.id, 1_000), item("b", b.id, 2_000)));
  await world.run("payout");
  for (const { key, amount, payee, payoutDate } of bank.submissions) {
    const at = world.clock.now() + 60_000;
    bank.payouts.set(key, { key, amount, status: "PAID", at, reason: null });
    bank.movements.push({ key, amount, payee, payoutDate, at, kind: "PAID" });
  }
  await world.clock.advance(60_000);
  await world.run("bankAttempt");
  await world.moveTo("2026-11-26T09:00:00");
  return {
    ...world,
    paid,
    canceled,
    ids: payouts.items.map(({ id }) => id),
    /** Changes the bank's record of the first payout. */
    bankSays(change: Partial<BankPayout>) {
      const key = `payout.${payouts.items[0]?.id}`;
      const present = bank.payouts.get(key);
      if (present !== undefined) bank.payouts.set(key, { ...present, ...change });
    },
    async check() {
      const { differences, unanswered, ...counts } = valueOf(await payments.reconcile(shop, day));
      const told = differences.map(({ about, reference, ledger, provider, statement }) => {
        return [about, reference, ledger, provider, statement] as const;
      });
      return { counts, told, unanswered, actions: differences.map(({ action }) => action) };
    },
  };
}

test("a day without differences", async () => {
  const world = await aDay();
  expect(await world.check()).toEqual({
    counts: { day, payments: 2, payouts: 2 },
    told: [],
    unanswered: [],
    actions: [],
  });
});

test("an approval that was canceled, as it was too late to reverse it, is no difference", async () => {
  const world = await createPayoutWorld();
  const { faults } = world.gateway;
  const confirmation = await world.authenticated({ ...sessionInput, orderId: "order-20261125-0004" });
  faults.next("approve", { kind: "arrives-late" });
  faults.schedule(({ operation }) => (operation === "reverse" ? "refused-connection" : undefined));
  await world.payments.intents.confirm(shop, confirmation);
  await world.pass(35);
  await world.gateway.deliverDelayed();
  await world.clock.advance(61 * 60_000);
  faults.schedule();
  await world.pass(1);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
  await world.moveTo("2026-11-26T09:00:00");
  const reconciled = valueOf(await world.payments.reconcile(shop, day));
  expect(reconciled).toMatchObject({ payments: 1, differences: [], unanswered: [] });
});

test("an approval whose outcome is not known yet is no difference, whatever the gateway reports", async () => {
  const world = await createPayoutWorld();
  const confirmation = await world.authenticated({ ...sessionInput, orderId: "order-20261125-0004" });
  world.gateway.faults.next("approve", "answer-lost");
  expect(codeOf(await world.payments.intents.confirm(shop, confirmation))).toBe("UNKNOWN_PAYMENT_ERROR");
  const { records } = world.gateway;
  expect(records().some(({ key }) => key === `approval-${confirmation.intentKey}`)).toBe(true);
  // Nothing has looked it up since.
  await world.moveTo("2026-11-26T09:00:00");
  const reconciled = valueOf(await world.payments.reconcile(shop, day));
  expect(reconciled).toMatchObject({ payments: 1, differences: [], unanswered: [] });
});

test("what the gateway holds stays unknown after an answer about another payment", async () => {
  const world = await aDay();
  const { lookUpApproval } = world.gateway;
  const misnaming: Partial<typeof world.gateway> = {
    async lookUpApproval(question) {
      const found = await lookUpApproval(question);
      const isMisnamed = found.outcome === "done" && question.key.includes(world.paid.intentKey);
      return isMisnamed ? { ...found, value: { ...found.value, key: "another", remainingAmount: 1 } } : found;
    },
  };
  Object.assign(world.gateway, misnaming);
  expect(await world.check()).toMatchObject({ told: [], unanswered: [`approval-${world.paid.intentKey}`] });
});

test("more payments than one batch, each once", async () => {
  const world = await createPayoutWorld();
  for (let n = 0; n < 41; n += 1)
    await world.paid({ ...sessionInput, orderId: `order-20261125-1${String(n).padStart(3, "0")}` });
  await world.moveTo("2026-11-26T00:00:00");
  expect(valueOf(await world.payments.reconcile(shop, day))).toMatchObject({ payments: 41, payouts: 0 });
});

test("a payment that the gateway has in another amount, and one that it does not know", async () => {
  const world = await aDay();
  const { lookUpApproval } = world.gateway;
  const notFound = { outcome: "not-found" } as const;
  // A gateway that has lost a cancellation, and the approval of another payment.
  const withoutEffect: Partial<typeof world.gateway> = {
    async lookUpApproval(question) {
      const found = await lookUpApproval(question);
      if (question.key.includes(world.paid.intentKey) || found.outcome !== "done") return notFound;
      return { ...found, value: { ...found.value, remainingAmount: found.value.amount } };
    },
  };
  Object.assign(world.gateway, withoutEffect);
  const { told } = await world.check();
  expect(told).toHaveLength(2);
  expect(told).toContainEqual(["payment", world.paid.intentKey, 10_000, 0, null]);
  expect(told).toContainEqual(["payment", world.canceled.intentKey, 7_000, 10_000, null]);
});

test.each<[string, (world: Awaited<ReturnType<typeof aDay>>) => void, readonly (number | null)[], string]>([
  [
    "the bank reports a failure",
    (world) => world.bankSays({ status: "FAILED" }),
    [1_000, 0, 1_000],
    "outcome not-done",
  ],
  [
    "the bank reports another amount",
    (world) => world.bankSays({ amount: 1_001 }),
    [1_000, 1_001, 1_000],
    "outcome done",
  ],
  ["the statement leaves it out", ({ bank }) => void bank.movements.shift(), [1_000, 1_000, 0], "Ask the bank"],
])("a payout: %s", async (_what, change, numbers, action) => {
  const world = await aDay();
  change(world);
  const { told, actions } = await world.check();
  expect(told).toEqual([["payout", world.ids[0], ...numbers]]);
  expect(actions[0]).toContain(action);
});

test("a payout that the bank pays on a later day is in a later statement", async () => {
  const world = await aDay();
  const key = `payout.${world.ids[0]}`;
  world.bank.movements.shift();
  world.bank.payouts.set(key, { key, amount: 1_000, status: "PAID", at: world.clock.now(), reason: null });
  expect((await world.check()).told).toEqual([]);
});

test("a return on a later day is no difference once it is booked", async () => {
  const world = await aDay();
  const key = `payout.${world.ids[0]}`;
  const at = world.clock.now();
  world.bank.payouts.set(key, { key, amount: 1_000, status: "RETURNED", at, reason: null });
  expect((await world.check()).told).toEqual([["payout", world.ids[0], 1_000, 0, 1_000]]);
  const [paid] = world.bank.movements;
  if (paid !== undefined) world.bank.movements.push({ ...paid, kind: "RETURNED", at });
  await world.moveTo("2026-11-27T01:00:00");
  await world.run("payoutStatement");
  await world.run("payoutStatement");
  expect((await world.check()).told).toEqual([]);
});

test("money that none of our payouts moved", async () => {
  const world = await aDay();
  const at = Date.parse("2026-11-25T12:00:00+09:00");
  world.bank.movements.push({
    payee: { type: "MERCHANT" },
    payoutDate: day,
    key: "stray",
    amount: 5,
    kind: "PAID",
    at,
  });
  expect((await world.check()).told).toEqual([["movement", "stray", 0, null, 5]]);
});

test("an unanswered question is no difference, and is listed", async () => {
  const world = await aDay();
  world.bank.onStatement = async () => ({ outcome: "unknown", reason: "slow" });
  world.bank.onLookUp = async () => ({ outcome: "unknown", reason: "slow" });
  world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? "refused-connection" : undefined));
  const { told, unanswered } = await world.check();
  expect(told).toEqual([]);
  expect(unanswered.toSorted()).toEqual(
    [
      `approval-${world.paid.intentKey}`,
      `approval-${world.canceled.intentKey}`,
      ...world.ids.map((id) => `payout.${id}`),
      `statement.${day}`,
    ].toSorted(),
  );
});

test.each(["2026-11-31", "yesterday", "2026-11-26", "2026-11-27"])("%s is refused as a day", async (asked) => {
  const world = await createPayoutWorld({ available: 0 });
  await world.moveTo("2026-11-26T23:59:59");
  const answer = await world.payments.reconcile(shop, asked);
  expect(codeOf(answer)).toBe("INVALID_REQUEST");
});

test("over the sandbox bank, a day of payouts agrees", async () => {
  const base = await createPayoutWorld();
  const bank = sandboxPayoutBank({ clock: base.clock, ids: base.ids });
  Object.assign(base.bank, { ...bank });
  const { id } = await base.seller();
  valueOf(await base.batch(item("a", id, 5_000)));
  await base.run("payout");
  await base.clock.advance(31 * 60_000);
  await base.run("bankAttempt");
  await base.moveTo("2026-11-26T09:00:00");
  expect(valueOf(await base.payments.reconcile(shop, day))).toMatchObject({
    payouts: 1,
    differences: [],
    unanswered: [],
  });
});
