import { expect, test } from "vitest";

import { createPayoutWorld, item } from "../../test/payout-world.ts";
import { codeOf, shop, valueOf } from "../../test/world.ts";
import type { BankPayout, EvidenceInput } from "../index.ts";

const done: EvidenceInput = { outcome: "done", at: "2026-11-25T10:05:00+09:00", note: "statement of 25 November" };
const notDone: EvidenceInput = { outcome: "not-done", note: "not on the statement of 25 November" };

/** A payout of 10,000 won with a lost answer, which the bank never finds. */
async function neverFound() {
  const world = await createPayoutWorld({ available: 100_000 });
  const { id: sellerId } = await world.seller();
  world.bank.onSubmit = async () => {
    throw new Error("connection reset");
  };
  world.bank.onLookUp = async () => ({ outcome: "not-found" });
  const { payouts } = valueOf(await world.batch(item("a", sellerId)));
  const id = payouts.items[0]?.id ?? "";
  await world.run("payout");
  return {
    ...world,
    id,
    resolve: (evidence: EvidenceInput) => world.payments.payouts.resolve(shop, id, evidence),
    async readStatement() {
      await world.moveTo("2026-11-26T01:00:00");
      await world.run("payoutStatement");
    },
    /** Sets the status that look-ups tell. */
    async lookUp(status: BankPayout["status"]) {
      const value: BankPayout = { key: `payout.${id}`, amount: 10_000, status, at: world.clock.now(), reason: null };
      world.bank.onLookUp = async () => ({ outcome: "done", value });
      await world.clock.advance(3600_000);
      await world.run("bankAttempt");
    },
  };
}

test("a payout that evidence shows as paid is completed, with or without the statement", async () => {
  const world = await neverFound();
  expect(valueOf(await world.resolve(done))).toMatchObject({
    status: "COMPLETED",
    completedAt: "2026-11-25T10:05:00+09:00",
    reconciliationRequired: false,
    error: null,
  });
  expect(await world.balances()).toMatchObject({ available: 90_000, reserved: 0, bank: 90_000 });
  expect(codeOf(await world.resolve(done))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  const { records } = await world.memory.read("7:test", { keys: [{ kind: "bankAttempt", id: `payout.${world.id}` }] });
  expect(records[0]?.body["evidence"]).toMatchObject({ outcome: "done", note: "statement of 25 November" });
});

test("a payout that evidence shows as unpaid is restored, once the statement of its day has been read", async () => {
  const world = await neverFound();
  expect(codeOf(await world.resolve(notDone))).toBe("PAYOUT_STATEMENT_NOT_READ");
  expect((await world.payout(world.id)).status).toBe("SUBMITTING");
  const byKey = () => world.payments.attempts.resolve(shop, `payout.${world.id}`, notDone);
  expect(codeOf(await byKey())).toBe("PAYOUT_STATEMENT_NOT_READ");
  await world.moveTo("2026-11-26T00:59:59.999");
  await world.run("payoutStatement");
  expect(codeOf(await world.resolve(notDone))).toBe("PAYOUT_STATEMENT_NOT_READ");
  await world.readStatement();
  expect(valueOf(await world.resolve(notDone))).toMatchObject({ status: "FAILED", reconciliationRequired: false });
  expect(await world.balances()).toMatchObject({ available: 100_000, reserved: 0, bank: 100_000 });
});

test("evidence that is refused is not kept", async () => {
  const world = await neverFound();
  const attempt = async () => {
    const { records } = await world.memory.read("7:test", {
      keys: [{ kind: "bankAttempt", id: `payout.${world.id}` }],
    });
    return records[0];
  };
  const before = await attempt();
  expect(codeOf(await world.resolve(notDone))).toBe("PAYOUT_STATEMENT_NOT_READ");
  expect(codeOf(await world.payments.attempts.resolve(shop, `payout.${world.id}`, notDone))).toBe(
    "PAYOUT_STATEMENT_NOT_READ",
  );
  expect(await attempt()).toEqual(before);
});

test("evidence may be given by the attempt's key too", async () => {
  const world = await neverFound();
  expect(codeOf(await world.payments.attempts.resolve(shop, `payout.${world.id}`, done))).toBe("ok");
  expect(await world.payout(world.id)).toMatchObject({ status: "COMPLETED" });
});

test.each<[string, BankPayout["status"], "PAID" | "RETURNED", EvidenceInput, object]>([
  ["paid after it failed, and it was", "FAILED", "PAID", done, { available: 90_000, bank: 90_000 }],
  ["paid after it failed, and it was not", "FAILED", "PAID", notDone, { available: 100_000, bank: 100_000 }],
  ["come back, and it has", "PAID", "RETURNED", notDone, { available: 100_000, bank: 100_000 }],
  ["come back, and it has not", "PAID", "RETURNED", done, { available: 90_000, bank: 90_000 }],
])("a payout that ended and is flagged: %s", async (_what, ended, kind, evidence, balances) => {
  const world = await neverFound();
  await world.lookUp(ended);
  expect(codeOf(await world.resolve(done))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  const { items } = valueOf(await world.payments.sellers.list(shop));
  const payee = { type: "SELLER", externalSellerId: items[0]?.externalSellerId ?? "" } as const;
  const at = world.clock.now();
  world.bank.movements.push({ payee, payoutDate: "2026-11-25", key: `payout.${world.id}`, amount: 10_000, kind, at });
  await world.readStatement();
  const before = await world.payout(world.id);
  expect(before.reconciliationRequired).toBe(true);
  expect(valueOf(await world.resolve(evidence))).toEqual({ ...before, reconciliationRequired: false });
  expect(await world.balances()).toMatchObject({ ...balances, reserved: 0 });
  expect(codeOf(await world.resolve(evidence))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  // The same statement again moves nothing.
  await world.moveTo("2026-11-27T01:00:00");
  world.bank.movements.push({
    payee,
    payoutDate: "2026-11-25",
    key: `payout.${world.id}`,
    amount: 10_000,
    kind: "PAID",
    at,
  });
  await world.run("payoutStatement");
  expect(await world.balances()).toMatchObject({ ...balances, reserved: 0 });
});

test("a payout that evidence shows as paid may be returned later", async () => {
  const world = await neverFound();
  const { items } = valueOf(await world.payments.sellers.list(shop));
  const payee = { type: "SELLER", externalSellerId: items[0]?.externalSellerId ?? "" } as const;
  const key = `payout.${world.id}`;
  const comesBack = (at: number) =>
    world.bank.movements.push({ payee, payoutDate: "2026-11-25", key, amount: 10_000, kind: "RETURNED", at });
  await world.lookUp("PAID");
  comesBack(world.clock.now());
  await world.readStatement();
  expect(valueOf(await world.resolve(done))).toMatchObject({ reconciliationRequired: false });
  expect(await world.balances()).toMatchObject({ available: 90_000, bank: 90_000 });
  comesBack(world.clock.now());
  await world.moveTo("2026-11-27T01:00:00");
  await world.run("payoutStatement");
  expect(await world.payout(world.id)).toMatchObject({
    status: "COMPLETED",
    error: { code: "PAYOUT_RETURNED" },
    reconciliationRequired: true,
  });
  expect(await world.balances()).toMatchObject({ available: 100_000, bank: 100_000 });
});

test.each<[string, EvidenceInput, string]>([
  ["no time", { outcome: "done", note: "n" }, "at"],
  ["a time in the future", { ...done, at: "2026-11-27T10:00:00+09:00" }, "at"],
  ["no note", { ...done, note: "" }, "note"],
])("evidence with %s is refused by its field", async (_what, evidence, field) => {
  const world = await neverFound();
  const answer = await world.resolve(evidence);
  expect(answer).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST", details: [{ field }] } });
});

test.each<[string, EvidenceInput, string]>([
  ["before it was sent", { ...done, at: "2026-11-25T09:54:59+09:00" }, "when it was sent to the bank"],
  ["in the future", { ...done, at: "2026-11-25T10:05:01+09:00" }, "when it was sent to the bank"],
])("a payment to the payee %s is refused with the range", async (_what, evidence, since) => {
  const world = await neverFound();
  const range = `must be between 2026-11-25T10:00:00+09:00, ${since}, and now, 2026-11-25T10:00:00+09:00`;
  expect(await world.resolve(evidence)).toMatchObject({ error: { details: [{ field: "at", problem: range }] } });
  expect(codeOf(await world.payments.attempts.resolve(shop, `payout.${world.id}`, evidence))).toBe("INVALID_REQUEST");
  expect((await world.payout(world.id)).status).toBe("SUBMITTING");
});

test("money comes back after it was paid", async () => {
  const world = await neverFound();
  await world.lookUp("PAID");
  const { items } = valueOf(await world.payments.sellers.list(shop));
  const payee = { type: "SELLER", externalSellerId: items[0]?.externalSellerId ?? "" } as const;
  const at = world.clock.now();
  const key = `payout.${world.id}`;
  world.bank.movements.push({ payee, payoutDate: "2026-11-25", key, amount: 10_000, kind: "RETURNED", at });
  await world.readStatement();
  const { completedAt } = await world.payout(world.id);
  const problem = expect.stringContaining(`must be between ${completedAt}, when it was paid, and now, 2026-11-26T`);
  expect(await world.resolve({ ...notDone, at: "2026-11-25T09:50:00+09:00" })).toMatchObject({
    error: { details: [{ field: "at", problem }] },
  });
  expect(codeOf(await world.resolve({ ...notDone, at: "2026-11-26T00:30+09:00" }))).toBe("ok");
});

test("an idempotency key answers as it did, also once the payout has ended, and belongs to one evidence", async () => {
  const world = await neverFound();
  const resolve = (evidence: EvidenceInput, id = world.id) =>
    world.payments.payouts.resolve(shop, id, evidence, { idempotencyKey: "evidence-1" });
  expect(valueOf(await resolve(done))).toMatchObject({ status: "COMPLETED" });
  expect(valueOf(await resolve(done))).toMatchObject({ status: "COMPLETED" });
  expect(codeOf(await world.resolve(done))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  expect(codeOf(await resolve({ ...done, note: "another" }))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(await world.balances()).toMatchObject({ available: 90_000, reserved: 0, bank: 90_000 });
});

test("a payout that was not sent takes no evidence", async () => {
  const world = await createPayoutWorld();
  const { id } = await world.seller();
  const { payouts } = valueOf(await world.batch(item("a", id)));
  const answer = await world.payments.payouts.resolve(shop, payouts.items[0]?.id ?? "", done);
  expect(codeOf(answer)).toBe("NOT_FOUND_ATTEMPT");
  expect(codeOf(await world.payments.payouts.resolve(shop, "payout_none", done))).toBe("NOT_FOUND_PAYOUT");
  expect(codeOf(await world.payments.payouts.resolve(shop, "x\ny", done))).toBe("NOT_FOUND_PAYOUT");
});
