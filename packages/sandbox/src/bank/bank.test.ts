import type { BankAccount, PayoutRequest, RegistrationRequest, TenantId } from "@wonflow/core";
import { fakeClock, sequentialIds } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { JournalError, memoryJournal } from "../journal/journal.ts";
import { sandboxPayoutBank, type SandboxPayoutBankOptions } from "./bank.ts";

const tenant = "1:test";
const minuteMs = 60_000;
const account: BankAccount = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };
const merchant = { type: "MERCHANT" } as const;

/** A moment in Seoul: `2026-03-02T12:00`. */
const inSeoul = (time: string) => Date.parse(`${time}:00+09:00`);

function setUp(options: Partial<SandboxPayoutBankOptions> = {}, startsAt = "2026-03-02T12:00") {
  const clock = fakeClock(inSeoul(startsAt));
  const bank = sandboxPayoutBank({ clock, ids: sequentialIds(), ...options });
  const asking = (who: TenantId = tenant) => ({ tenant: who, deadline: clock.now() + 10_000 });
  const register = (key: string, change: Partial<RegistrationRequest> = {}) =>
    bank.registerSeller({
      ...asking(),
      key,
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account,
      ...change,
    });
  const transfer = (key: string, payoutDate: string, change: Partial<PayoutRequest> = {}) =>
    bank.submit({ ...asking(), key, payee: merchant, payoutDate, amount: 5_000, account, ...change });
  const found = (payoutDate: string) => bank.lookUp({ ...asking(), payee: merchant, payoutDate });
  const statement = (day: string, who?: TenantId) => bank.statement({ ...asking(who), day });
  const until = (time: string) => clock.advance(inSeoul(time) - clock.now());
  return { clock, bank, asking, register, transfer, found, statement, until };
}

const refused = { outcome: "refused", code: "PAYOUT_REJECTED" };

describe("when a payout is paid", () => {
  // asked for at; its payout date; paid at
  test.each([
    ["2026-03-02T12:00", "2026-03-02", "2026-03-02T12:30"],
    ["2026-03-02T15:59", "2026-03-02", "2026-03-02T16:29"],
    ["2026-03-02T08:00", "2026-03-02", "2026-03-02T09:00"],
    ["2026-03-02T08:31", "2026-03-02", "2026-03-02T09:01"],
    ["2026-03-02T23:00", "2026-03-03", "2026-03-03T09:00"],
    ["2026-03-02T12:00", "2026-03-05", "2026-03-05T09:00"],
  ])("asked for at %s for %s: at %s", async (askedAt, payoutDate, paidAt) => {
    const { clock, bank, transfer, found, until } = setUp({}, askedAt);
    const accepted = { outcome: "done", value: { status: "ACCEPTED", at: clock.now(), reason: null } };
    expect(await transfer("p", payoutDate)).toMatchObject(accepted);
    await until(paidAt);
    await clock.advance(0);
    expect(await found(payoutDate)).toMatchObject({ value: { status: "PAID", at: inSeoul(paidAt), reason: null } });
    expect(bank.paid(tenant)).toBe(5_000);
    const [steps] = bank.records().map((record) => record.steps.map(({ status, at }) => [status, at]));
    expect(steps).toEqual([
      ["ACCEPTED", inSeoul(askedAt)],
      ["PAID", inSeoul(paidAt)],
    ]);
  });

  test("not a millisecond before", async () => {
    const { clock, bank, transfer, found } = setUp();
    await transfer("p", "2026-03-02");
    await clock.advance(30 * minuteMs - 1);
    expect(await found("2026-03-02")).toMatchObject({ value: { status: "ACCEPTED" } });
    expect(bank.paid(tenant)).toBe(0);
    await clock.advance(1);
    expect(await found("2026-03-02")).toMatchObject({ value: { status: "PAID" } });
  });

  // option; requested at; outcome of a payout of 2 March
  test.each([
    [{}, "2026-03-02T16:00", refused],
    [{}, "2026-03-03T01:00", refused],
    [{ cutOff: "18:30" }, "2026-03-02T18:29", { value: { status: "ACCEPTED" } }],
    [{ cutOff: "18:30" }, "2026-03-02T18:30", refused],
    [{ cutOff: "24:00" }, "2026-03-02T23:59", { value: { status: "ACCEPTED" } }],
    [{ cutOff: "24:00" }, "2026-03-03T00:00", refused],
    [{ payAfterMs: 0 }, "2026-03-02T12:00", { value: { status: "PAID", at: inSeoul("2026-03-02T12:00") } }],
  ])("with %o, at %s: %o", async (options, askedAt, answer) => {
    const { transfer, found } = setUp(options, askedAt);
    expect(await transfer("p", "2026-03-02")).toMatchObject(answer);
    expect(await found("2026-03-02")).toMatchObject(answer);
  });

  test("on its payout date, however long it takes", async () => {
    const { transfer, found, until, statement } = setUp({ payAfterMs: 24 * 60 * minuteMs, cutOff: "24:00" });
    await transfer("p", "2026-03-02");
    await until("2026-03-03T00:00");
    expect(await found("2026-03-02")).toMatchObject({ value: { at: inSeoul("2026-03-03T00:00") - 1 } });
    expect(await statement("2026-03-02")).toMatchObject({ value: [{ key: "p" }] });
  });

  test.each([
    { cutOff: "4 pm" },
    { cutOff: "24:01" },
    { cutOff: "9:00" },
    { payAfterMs: -1 },
    { payAfterMs: 0.5 },
    { payAfterMs: Infinity },
  ])("no bank has %o", (options) => {
    expect(() => setUp(options)).toThrow(RangeError);
  });
});

describe("a slot", () => {
  test("belongs to the first request that arrived, also when it was refused", async () => {
    const { bank, transfer, found } = setUp();
    expect(await transfer("p", "2026-03-02", { amount: 1_201 })).toEqual(refused);
    expect(await transfer("q", "2026-03-02")).toEqual(refused);
    expect(await found("2026-03-02")).toEqual(refused);
    expect(bank.record(tenant, { payee: merchant, payoutDate: "2026-03-02" })).toMatchObject({
      key: "p",
      status: "REFUSED",
      refused: "PAYOUT_REJECTED",
      steps: [],
    });
    expect(bank.records().map(({ key, status }) => [key, status])).toEqual([
      ["p", "REFUSED"],
      ["q", "REFUSED"],
    ]);
  });

  test("of a seller that has the name of something else is its own", async () => {
    const { asking, bank, transfer } = setUp();
    const payee = { type: "SELLER", externalSellerId: "MERCHANT" } as const;
    const { tenant: who, deadline } = asking();
    const request = { tenant: who, deadline, key: "s", payee, payoutDate: "2026-03-02", amount: 5_000 };
    expect(await bank.submit(request)).toEqual(refused);
    expect(await transfer("p", "2026-03-02")).toMatchObject({ outcome: "done" });
  });
});

describe("what no caller of the port may ask for", () => {
  test.each([
    { amount: 0 },
    { amount: 1.5 },
    { amount: Number.MAX_SAFE_INTEGER + 1 },
    { key: "" },
    { key: "k".repeat(101) },
    { payoutDate: "2026-02-31" },
    { payoutDate: "tomorrow" },
    { payee: { type: "SELLER", externalSellerId: "sbx-1" } },
  ] satisfies Partial<PayoutRequest>[])("a payout with %o is refused, and leaves no trace", async (change) => {
    const { bank, transfer } = setUp();
    expect(await transfer("p", "2026-03-02", change)).toEqual(refused);
    expect(bank.records()).toEqual([]);
    expect(await transfer("p", "2026-03-02")).toMatchObject({ outcome: "done" });
  });

  test("a transfer to the merchant without an account is refused", async () => {
    const { bank, asking } = setUp();
    const request = { ...asking(), key: "p", payee: merchant, payoutDate: "2026-03-02", amount: 5_000 };
    expect(await bank.submit(request)).toEqual(refused);
  });

  test("a registration without a key is refused; a key of something else stands for that", async () => {
    const { bank, asking, register, transfer } = setUp();
    expect(await register("")).toEqual({ outcome: "refused", code: "PROVIDER_ERROR" });
    await transfer("p", "2026-03-02");
    const unknown = { outcome: "unknown", reason: expect.stringContaining("p was already used") };
    expect(await register("p")).toEqual(unknown);
    expect(await bank.lookUpSeller({ ...asking(), key: "p" })).toEqual(unknown);
    await register("s");
    expect(await transfer("s", "2026-03-03")).toEqual({
      outcome: "unknown",
      reason: expect.stringContaining("s was already used"),
    });
  });

  test.each([
    { name: "Coffee House" },
    { businessType: "CORPORATE" },
    { businessRegistrationNumber: "1234567890" },
    { account: { ...account, holderName: "박상인" } },
    { account: { ...account, bankCode: "088" } },
  ] as const)("a registration again, with %o: neither done nor refused", async (change) => {
    const { register } = setUp();
    const first = await register("s");
    expect((await register("s", change)).outcome).toBe("unknown");
    expect(await register("s")).toEqual(first);
  });

  test("a transfer to the merchant again, to another account: neither done nor refused", async () => {
    const { bank, transfer } = setUp();
    await transfer("p", "2026-03-02");
    const again = transfer("p", "2026-03-02", { account: { ...account, bankCode: "088" } });
    expect((await again).outcome).toBe("unknown");
    expect(bank.records()).toHaveLength(1);
  });

  test.each(["2026-03-02", "2026-03-03", "2026-13-01", "", "yesterday"])(
    "a statement of %j is unknown",
    async (day) => {
      const { statement } = setUp();
      expect((await statement(day)).outcome).toBe("unknown");
    },
  );
});

describe("sellers", () => {
  test("have ids that can't be guessed, also when the bank's count restarts", async () => {
    const journal = memoryJournal();
    const ids = ["0123456789abcdef", "0123456789abcdef"];
    const bank = setUp({ journal, ids: { random: () => ids[0] ?? "" } });
    const first = await bank.register("a");
    expect(first).toMatchObject({ value: { externalSellerId: "sbx-000001-0123456789abcdef" } });
    const again = setUp({ journal, ids: { random: () => ids[1] ?? "" } });
    const second = await again.register("b");
    expect(second).toMatchObject({ value: { externalSellerId: "sbx-000002-0123456789abcdef" } });
  });

  test("that were refused are not paid", async () => {
    const { bank, asking, register } = setUp();
    await register("s", { account: { ...account, holderName: "Owner Mismatch" } });
    const payee = { type: "SELLER", externalSellerId: "sbx-000001-0000000000000001" } as const;
    const answer = await bank.submit({ ...asking(), key: "p", payee, payoutDate: "2026-03-02", amount: 5_000 });
    expect(answer).toEqual(refused);
  });
});

describe("the statement", () => {
  test("has what moved on a day in Seoul, of one merchant, in the order of time", async () => {
    const { clock, register, bank, asking, transfer, statement, until } = setUp({}, "2026-03-02T15:50");
    const seller = await register("s");
    if (seller.outcome !== "done") throw new Error("not registered");
    const payee = { type: "SELLER", externalSellerId: seller.value.externalSellerId } as const;
    await transfer("late", "2026-03-02", { amount: 1_501 });
    await transfer("ahead", "2026-03-03");
    await transfer("other", "2026-03-02", { tenant: "2:test" });
    await clock.advance(minuteMs);
    await bank.submit({ ...asking(), key: "seller", payee, payoutDate: "2026-03-02", amount: 700 });
    expect((await statement("2026-03-02")).outcome).toBe("unknown");
    await until("2026-03-02T23:59");
    expect((await statement("2026-03-02")).outcome).toBe("unknown");
    await until("2026-03-03T00:00");
    const line = (key: string, amount: number, time: string) => ({ key, amount, at: inSeoul(time) });
    const own = { payee: merchant, payoutDate: "2026-03-02" };
    expect(await statement("2026-03-02")).toEqual({
      outcome: "done",
      value: [
        { ...own, kind: "PAID", ...line("late", 1_501, "2026-03-02T16:20") },
        { payee, payoutDate: "2026-03-02", kind: "PAID", ...line("seller", 700, "2026-03-02T16:21") },
        { ...own, kind: "RETURNED", ...line("late", 1_501, "2026-03-02T18:20") },
      ],
    });
    expect(await statement("2026-03-01")).toEqual({ outcome: "done", value: [] });
    expect(await statement("2026-03-02", "2:test")).toMatchObject({ value: [{ key: "other" }] });
    await until("2026-03-04T00:00");
    expect(await statement("2026-03-03")).toMatchObject({ value: [{ key: "ahead", amount: 5_000 }] });
    expect([bank.paid(tenant), bank.paid("2:test"), bank.paid("3:test")]).toEqual([5_700, 5_000, 0]);
  });
});

describe("the record", () => {
  test("banks over one are one bank: the same sellers, slots and times, with any options", async () => {
    const journal = memoryJournal();
    const one = setUp({ journal });
    const other = setUp({ journal, payAfterMs: 0, cutOff: "10:00" });
    const registered = await one.register("s");
    expect(await other.register("s")).toEqual(registered);
    await one.transfer("p", "2026-03-02");
    expect(await other.transfer("q", "2026-03-02")).toEqual(refused);
    expect(await other.found("2026-03-02")).toMatchObject({ value: { key: "p", status: "ACCEPTED" } });
    await other.clock.advance(30 * minuteMs);
    expect(await other.found("2026-03-02")).toMatchObject({ value: { key: "p", status: "PAID" } });
    expect([one.bank.paid(tenant), other.bank.paid(tenant)]).toEqual([0, 5_000]);
    expect(sandboxPayoutBank({ clock: other.clock, journal }).records()).toEqual(other.bank.records());
  });

  test("two banks over one, asked for the same slot at once: one of them takes it", async () => {
    const journal = memoryJournal();
    const [one, other] = [setUp({ journal }), setUp({ journal })];
    const answers = await Promise.all([one.transfer("p", "2026-03-02"), other.transfer("q", "2026-03-02")]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["done", "refused"]);
  });

  test("is as of the last call", async () => {
    const journal = memoryJournal();
    const [one, other] = [setUp({ journal }), setUp({ journal })];
    await one.transfer("p", "2026-03-02");
    expect(other.bank.records()).toEqual([]);
    await other.found("2026-03-05");
    const slot = { payee: merchant, payoutDate: "2026-03-02" };
    expect(other.bank.record(tenant, slot)).toMatchObject({ key: "p", status: "ACCEPTED" });
    await other.clock.advance(30 * minuteMs);
    expect(other.bank.record(tenant, slot)).toMatchObject({ key: "p", status: "PAID" });
    expect(other.bank.record(tenant, { payee: merchant, payoutDate: "2026-03-05" })).toBeUndefined();
  });

  test("has no account number", async () => {
    const journal = memoryJournal();
    const { register, transfer } = setUp({ journal });
    await register("s");
    await transfer("p", "2026-03-02");
    expect(journal.replay()).toHaveLength(2);
    expect(JSON.stringify(journal.replay())).not.toContain("110123456");
  });

  test("with something else in it is refused by its place", async () => {
    const journal = memoryJournal();
    await journal.turn(0, () => [{ op: "approve", tenant, key: "a", at: 0 }]);
    expect(() => setUp({ journal })).toThrow(JournalError);
    expect(() => setUp({ journal })).toThrow(
      /^memory journal:1: this entry was not written by the sandbox payout bank/,
    );
  });

  test("that fails makes its calls reject: unknown", async () => {
    const { bank, transfer } = setUp({
      journal: { ...memoryJournal(), turn: () => Promise.reject(new Error("full")) },
    });
    await expect(transfer("p", "2026-03-02")).rejects.toThrow("full");
    expect(bank.records()).toEqual([]);
  });
});
