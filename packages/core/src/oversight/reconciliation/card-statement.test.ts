import { cardCaller } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { createPayoutWorld } from "../../../test/payout-world.ts";
import { codeOf, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";
import type { AttemptEvidenceInput, CardMovement, Gateway } from "../../index.ts";

const day = "2026-11-25";
const at = "2026-11-25T12:00:00+09:00";

/** A day with a payment, on the next morning, at a gateway that keeps a list of its days. */
async function aDay({ pageSize = 100 } = {}) {
  const world = await createPayoutWorld();
  const { gateway, payments, clock } = world;
  const { intentKey } = await world.paid({ ...sessionInput, orderId: "order-20261125-0002" });
  const approvalKey = `approval-${intentKey}`;
  const lines: CardMovement[] = [
    { kind: "APPROVED", approvalKey, approvalReference: "r-1", amount: 10_000, at: clock.now() },
  ];
  const statement: Gateway["statement"] = async (question) => {
    if (question.day !== day) return { outcome: "done", value: { movements: [], next: null } };
    const from = Number(question.cursor ?? 0);
    const until = from + pageSize;
    const next = until < lines.length ? String(until) : null;
    return { outcome: "done", value: { movements: lines.slice(from, until), next } };
  };
  const caller = cardCaller(gateway, () => clock.now());
  const listing = Object.assign(gateway, { statement });
  const byHand = (amount: number) =>
    caller.cancel({ tenant: "7:test", key: "by-hand", approvalKey, amount, deadline: clock.now() + 1 });
  await world.moveTo("2026-11-26T09:00:00");
  return {
    ...world,
    gateway: listing,
    intentKey,
    approvalKey,
    lines,
    byHand,
    resolve: (evidence: AttemptEvidenceInput, key = approvalKey) => payments.attempts.resolve(shop, key, evidence),
    async check() {
      const { differences, unanswered } = valueOf(await payments.reconcile(shop, day));
      const told = differences.map(({ kind, reference, ledger, provider, statement: listed }) => {
        return [kind, reference, ledger, provider, listed] as const;
      });
      return { told, unanswered, actions: differences.map(({ action }) => action) };
    },
  };
}

test("a list that agrees is no difference, however many pages it has", async () => {
  const world = await aDay({ pageSize: 1 });
  valueOf(await world.cancel(world.intentKey, 1_000));
  const { lines, approvalKey } = world;
  lines.push({ kind: "CANCELED", approvalKey, approvalReference: "r-1", amount: 1_000, at: world.clock.now() });
  expect(await world.check()).toEqual({ told: [], unanswered: [], actions: [] });
});

test.each<[string, Partial<CardMovement>]>([
  ["without our key", { approvalKey: null, approvalReference: "console-1" }],
  ["under a key that no attempt has", { approvalKey: "approval-unknown" }],
  ["under a key of another shape", { approvalKey: "typed by hand" }],
])("a payment that only the gateway has, %s", async (_what, change) => {
  const world = await aDay();
  const line = { kind: "APPROVED", approvalKey: null, approvalReference: null, amount: 5_000, at: 0 } as const;
  world.lines.push({ ...line, ...change });
  const { told } = await world.check();
  expect(told).toEqual([["only-theirs", change.approvalKey ?? "console-1", 0, null, 5_000]]);
});

test("a payment that the list leaves out, and one that it has twice", async () => {
  const world = await aDay();
  const [line] = world.lines;
  if (line === undefined) throw new Error("a day has a line");
  world.lines.push({ ...line, approvalReference: "r-2" });
  expect((await world.check()).told).toEqual([["twice", world.approvalKey, 10_000, null, 20_000]]);
  world.lines.length = 0;
  expect((await world.check()).told).toEqual([["only-ours", world.intentKey, 10_000, null, 0]]);
});

test("a list that is not answered, or never ends, is listed", async () => {
  const world = await aDay();
  const again = { outcome: "done", value: { movements: [], next: "again" } } as const;
  for (const answer of [{ outcome: "unknown", reason: "slow" } as const, again]) {
    Object.assign(world.gateway, { statement: async () => answer });
    expect((await world.check()).unanswered).toEqual([`card-statement-default-${day}`]);
  }
});

test("a gateway's refund of an earlier payment is found by the day of the refund", async () => {
  const world = await createPayoutWorld();
  const { gateway, payments, clock } = world;
  const { intentKey } = await world.paid({ ...sessionInput, orderId: "order-20261125-0002" });
  await world.moveTo("2026-11-26T12:00:00");
  const approvalKey = `approval-${intentKey}`;
  const caller = cardCaller(gateway, () => clock.now());
  await caller.cancel({ tenant: "7:test", key: "by-hand", approvalKey, amount: 4_000, deadline: clock.now() + 1 });
  const line: CardMovement = { kind: "CANCELED", approvalKey, approvalReference: null, amount: 4_000, at: clock.now() };
  const statement: Gateway["statement"] = async () => ({
    outcome: "done",
    value: { movements: [line], next: null },
  });
  Object.assign(gateway, { statement });
  await world.moveTo("2026-11-27T09:00:00");
  const { differences } = valueOf(await payments.reconcile(shop, "2026-11-26"));
  expect(differences).toMatchObject([{ kind: "given-back", reference: intentKey, ledger: 10_000, provider: 6_000 }]);
});

test.each([
  [undefined, "canceled", 10_000],
  [4_000, "canceled", 4_000],
  [4_000, "charged-back", 4_000],
] as const)("%o won that were refunded there are entered as %s, and the day agrees", async (amount, outcome, given) => {
  const world = await aDay();
  await world.byHand(given);
  const before = await world.check();
  expect(before.told).toEqual([["given-back", world.intentKey, 10_000, 10_000 - given, null]]);
  expect(before.actions[0]).toContain(`attempts.resolve(tenant, "${world.approvalKey}"`);
  const note = "the gateway's letter";
  valueOf(await world.resolve({ outcome, at, note, ...(amount !== undefined && { amount }) }));
  expect((await world.check()).told).toEqual([]);
  const payment = valueOf(await world.payments.intents.lookUp(shop, { intentKey: world.intentKey }));
  expect(payment).toMatchObject({
    cancel: { canceledAmount: given, remainingAmount: 10_000 - given, canceledAt: at },
  });
  const { items } = valueOf(await world.payments.attempts.flagged(shop));
  expect(items).toEqual([]);
  expect((await world.payments.ledger.audit(shop)).differences).toEqual([]);
});

test("a chargeback after the settlement is a line of the next one", async () => {
  const world = await aDay();
  const settledOn = async (from: string, to: string) => {
    const { items } = valueOf(await world.payments.settlements.list(shop, { from, to }));
    return items.flatMap(({ lines }) => lines.map(({ orderId, transactionAmount }) => [orderId, transactionAmount]));
  };
  await world.moveTo("2026-11-30T09:00:00");
  await world.run("settlementSchedule");
  const orderId = "order-20261125-0002";
  expect(await settledOn("2026-11-30", "2026-11-30")).toEqual([[orderId, 10_000]]);
  await world.byHand(4_000);
  valueOf(await world.resolve({ outcome: "charged-back", amount: 4_000, at, note: "letter of 30 November" }));
  await world.moveTo("2026-12-01T09:00:00");
  await world.run("settlementSchedule");
  expect(await settledOn("2026-12-01", "2026-12-01")).toEqual([[orderId, -4_000]]);
});

test.each<[string, AttemptEvidenceInput, string]>([
  ["more than remains", { outcome: "canceled", amount: 10_001, at, note: "x" }, "NOT_MATCHES_REFUNDABLE_AMOUNT"],
  ["no won", { outcome: "canceled", amount: 0, at, note: "x" }, "INVALID_AMOUNT"],
  ["no time", { outcome: "canceled", note: "x" }, "INVALID_REQUEST"],
  ["an amount of what was done", { outcome: "done", amount: 1, at, note: "x" }, "INVALID_REQUEST"],
])("refused: %s", async (_what, evidence, code) => {
  const world = await aDay();
  expect(codeOf(await world.resolve(evidence))).toBe(code);
  expect((await world.payments.ledger.balances(shop)).receivable).toBe(10_000);
});

test("nothing is entered while a cancellation is under way, or once all was refunded", async () => {
  const world = await aDay();
  world.gateway.faults.next("cancel", "answer-lost");
  await world.cancel(world.intentKey, 1_000);
  const all = { outcome: "canceled", at, note: "x" } as const;
  expect(codeOf(await world.resolve(all))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  await world.pass(60);
  expect(valueOf(await world.resolve(all)).entered).toMatchObject({ amount: 9_000, isRepeat: false });
  expect(valueOf(await world.resolve(all)).entered).toMatchObject({ amount: 9_000, isRepeat: true });
  expect(codeOf(await world.resolve({ ...all, outcome: "charged-back" }))).toBe("ALREADY_CONCLUDED_ATTEMPT");
});

test("a payment that ended here but exists at the gateway is reversed by evidence, once", async () => {
  const world = await createPayoutWorld();
  const confirmation = await world.authenticated({ ...sessionInput, orderId: "order-20261125-0002" });
  // A gateway that refuses, and approves all the same.
  const approve: Gateway["approve"] = async (request) => {
    await world.gateway.approve(request);
    return { outcome: "refused", code: "REJECT_CARD_PAYMENT" };
  };
  const wrong = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, approve } } });
  expect(codeOf(await wrong.payments.intents.confirm(shop, confirmation))).toBe("REJECT_CARD_PAYMENT");
  await world.moveTo("2026-11-26T09:00:00");
  const { differences } = valueOf(await world.payments.reconcile(shop, day));
  expect(differences).toMatchObject([{ kind: "only-theirs", ledger: 0, provider: 10_000 }]);
  const key = `approval-${confirmation.intentKey}`;
  const evidence = { outcome: "done", at, note: "the gateway's list" } as const;
  valueOf(await world.payments.attempts.resolve(shop, key, evidence));
  expect(codeOf(await world.payments.attempts.resolve(shop, key, evidence))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  await world.pass(120);
  // It is too late to reverse it.
  expect(world.gateway.record("7:test", key)).toMatchObject({ canceledAmount: 10_000 });
  expect(valueOf(await world.payments.reconcile(shop, day)).differences).toEqual([]);
  expect(await world.status(confirmation.intentKey)).toBe("ABORTED");
});
