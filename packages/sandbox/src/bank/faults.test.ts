import { dayInSeoul, type PayoutRequest, type TenantId } from "@wonflow/core";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import type { FaultKind, FaultSchedule } from "../calls/faults.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxPayoutBank, type BankOperation } from "./bank.ts";

const tenant: TenantId = "1:test";
/** 12:00 in Seoul. */
const startMs = Date.UTC(2026, 2, 2, 3);
const dayMs = 24 * 3_600_000;
const payoutDate = dayInSeoul(startMs);
const account = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };
const payee = { type: "MERCHANT" } as const;

function setUp(faults?: FaultSchedule<BankOperation>) {
  const clock = fakeClock(startMs);
  const bank = sandboxPayoutBank({ clock, ids: sequentialIds(), ...(faults && { faults }) });
  const asking = () => ({ tenant, deadline: clock.now() + 10_000 });
  const register = (key: string, holderName = account.holderName) =>
    bank.registerSeller({
      ...asking(),
      key,
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account: { ...account, holderName },
    });
  const payout = (key: string, change: Partial<PayoutRequest> = {}): PayoutRequest => {
    return { ...asking(), key, payee, payoutDate, amount: 5_000, account, ...change };
  };
  const found = () => bank.lookUp({ ...asking(), payee, payoutDate });
  const foundSeller = (key: string) => bank.lookUpSeller({ ...asking(), key });
  const statement = () => bank.statement({ ...asking(), day: payoutDate });
  return { clock, bank, register, payout, found, foundSeller, statement };
}

const notFound = { outcome: "not-found" };

describe("a faulty payout", () => {
  const done = (key: string, amount = 5_000) => ({ outcome: "done", value: { key, amount } });
  // fault → what the caller gets; what a look-up gets right after; won paid a day later
  test.each<{ fault: FaultKind; answer: string | object; found: object; paid: number }>([
    { fault: "refused-connection", answer: "refused-connection", found: notFound, paid: 0 },
    { fault: "answer-lost", answer: "answer-lost", found: done("p"), paid: 5_000 },
    { fault: "arrives-late", answer: "arrives-late", found: notFound, paid: 5_000 },
    { fault: "wrong-amount", answer: done("p", 5_001), found: done("p"), paid: 5_000 },
    { fault: "wrong-key", answer: done("p-other"), found: done("p"), paid: 5_000 },
    { fault: "duplicate-delivery", answer: done("p"), found: done("p"), paid: 5_000 },
  ])("$fault", async ({ fault, answer, found: expected, paid }) => {
    const { clock, bank, payout, found } = setUp();
    bank.faults.next("submit", fault);
    const call = bank.submit(payout("p"));
    if (typeof answer === "string") await expect(call).rejects.toThrow(answer);
    else expect(await call).toMatchObject(answer);
    expect(await found()).toMatchObject(expected);
    expect(await bank.deliverDelayed()).toBe(fault === "arrives-late" ? 1 : 0);
    await clock.advance(dayMs);
    expect(bank.paid(tenant)).toBe(paid);
  });

  test("late: takes effect at once, and answers only after the deadline", async () => {
    const { clock, bank, payout, found } = setUp();
    bank.faults.next("submit", { kind: "late", ms: 500 });
    let answeredAt = 0;
    const call = bank.submit(payout("p")).then(() => (answeredAt = clock.now()));
    await clock.advance(1_000);
    expect([answeredAt, (await found()).outcome]).toEqual([0, "done"]);
    await clock.advance(10_000);
    await call;
    expect(answeredAt).toBe(startMs + 10_500);
  });

  test("arrives-late after the cut-off: is refused, and so it is found", async () => {
    const { clock, bank, payout, found } = setUp();
    bank.faults.next("submit", { kind: "arrives-late", ms: 4 * 3_600_000 });
    await expect(bank.submit(payout("p"))).rejects.toThrow("arrives-late");
    await clock.advance(4 * 3_600_000 - 1);
    expect(await found()).toEqual(notFound);
    await clock.advance(1);
    expect(await found()).toEqual({ outcome: "refused", code: "PAYOUT_REJECTED" });
    await clock.advance(dayMs);
    expect(bank.paid(tenant)).toBe(0);
  });

  test("arrives also if the process ended that sent it, by the bank's clock, without its account's number", async () => {
    const clock = fakeClock(startMs);
    const journal = memoryJournal();
    const open = () => sandboxPayoutBank({ clock, journal });
    const [asking, payment] = [
      { tenant, deadline: startMs + 10_000 },
      { payee, payoutDate, amount: 5_000, account },
    ];
    const sender = open();
    for (const operation of ["submit", "registerSeller"] as const) {
      sender.faults.next(operation, { kind: "arrives-late", ms: 1_000 });
    }
    const seller = {
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account,
    } as const;
    await expect(sender.submit({ ...asking, key: "p", ...payment })).rejects.toThrow("arrives-late");
    await expect(sender.registerSeller({ ...asking, key: "s", ...seller })).rejects.toThrow("arrives-late");
    await sender.close();
    await clock.advance(999);
    expect(await open().lookUp({ ...asking, payee, payoutDate })).toEqual(notFound);
    await clock.advance(60_000);
    const found = await open().lookUp({ ...asking, payee, payoutDate });
    expect(found).toMatchObject({ outcome: "done", value: { key: "p", at: startMs + 1_000 } });
    expect(await open().lookUpSeller({ ...asking, key: "s" })).toMatchObject({ outcome: "done" });
    expect(JSON.stringify(journal.replay())).not.toContain(account.accountNumber);
  });
});

describe("a faulty call of another kind", () => {
  test("a registration whose answer is lost, that never arrives, that arrives late, answered for another key", async () => {
    const { bank, register, foundSeller } = setUp();
    const outcomes: unknown[] = [];
    for (const fault of ["answer-lost", "refused-connection", "arrives-late"] as const) {
      bank.faults.next("registerSeller", fault);
      await expect(register(fault)).rejects.toThrow(fault);
      outcomes.push((await foundSeller(fault)).outcome);
    }
    expect(outcomes).toEqual(["done", "not-found", "not-found"]);
    await bank.deliverDelayed();
    expect(await foundSeller("arrives-late")).toMatchObject({ outcome: "done" });
    bank.faults.next("registerSeller", "wrong-key");
    expect(await register("s")).toMatchObject({ value: { key: "s-other" } });
    bank.faults.next("lookUpSeller", "wrong-key");
    expect(await foundSeller("s")).toMatchObject({ value: { key: "s-other" } });
    expect(await foundSeller("s")).toMatchObject({ value: { key: "s" } });
  });

  test("a look-up and a statement that do not come, or name something else", async () => {
    const { clock, bank, payout, found, foundSeller, statement } = setUp();
    await bank.submit(payout("p"));
    for (const [fault, value] of [
      ["wrong-amount", { key: "p", amount: 5_001 }],
      ["wrong-key", { key: "p-other", amount: 5_000 }],
    ] as const) {
      bank.faults.next("lookUp", fault);
      expect(await found()).toMatchObject({ value });
    }
    await clock.advance(dayMs);
    const asked = { lookUp: found, lookUpSeller: () => foundSeller("s"), statement } as const;
    for (const operation of ["lookUp", "lookUpSeller", "statement"] as const) {
      bank.faults.next(operation, "refused-connection");
      await expect(asked[operation]()).rejects.toThrow("refused-connection");
      expect((await asked[operation]()).outcome).toBe(operation === "lookUpSeller" ? "not-found" : "done");
    }
  });
});

describe("asking for faults", () => {
  test("next goes before the schedule, and that before a magic value's own", async () => {
    const seen: unknown[] = [];
    const { bank, payout, register, found, foundSeller, statement } = setUp((call) => {
      seen.push(call);
      return call.operation === "submit" ? "refused-connection" : undefined;
    });
    bank.faults.next("submit", "wrong-key");
    expect(await bank.submit(payout("p", { amount: 1_101 }))).toMatchObject({ value: { key: "p-other" } });
    await expect(bank.submit(payout("q", { amount: 1_101 }))).rejects.toThrow("refused-connection");
    await register("s");
    await foundSeller("s");
    await found();
    await statement();
    expect(seen).toEqual([
      { operation: "submit", tenant, key: "q", nth: 2 },
      { operation: "registerSeller", tenant, key: "s", nth: 3 },
      { operation: "lookUpSeller", tenant, key: "s", nth: 4 },
      { operation: "lookUp", tenant, key: null, nth: 5 },
      { operation: "statement", tenant, key: null, nth: 6 },
    ]);
    bank.faults.schedule();
    await expect(register("t", "Answer Lost")).rejects.toThrow("answer-lost");
  });

  test("a magic value's own happens once under a key: the same call again is answered", async () => {
    const { bank, payout, register } = setUp();
    await expect(bank.submit(payout("p", { amount: 1_101 }))).rejects.toThrow("answer-lost");
    expect(await bank.submit(payout("p", { amount: 1_101 }))).toMatchObject({ outcome: "done" });
    await expect(register("s", "응답 유실")).rejects.toThrow("answer-lost");
    expect(await register("s", "응답 유실")).toMatchObject({ outcome: "done" });
    await expect(bank.submit(payout("q", { amount: 1_102 }))).rejects.toThrow("refused-connection");
    await expect(bank.submit(payout("q", { amount: 1_102 }))).rejects.toThrow("refused-connection");
  });

  test.each<readonly [BankOperation, FaultKind]>([
    ["registerSeller", "wrong-amount"],
    ["lookUpSeller", "wrong-amount"],
    ["lookUpSeller", "arrives-late"],
    ["lookUp", "duplicate-delivery"],
    ["statement", "wrong-amount"],
    ["statement", "wrong-key"],
  ])("%s can't have %s", (operation, fault) => {
    const { bank } = setUp();
    expect(() => bank.faults.next(operation, fault)).toThrow(RangeError);
  });
});
