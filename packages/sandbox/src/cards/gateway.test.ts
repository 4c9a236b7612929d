import type { CardApprovalRequest, CardDetails, TenantId } from "@wonflow/core";
import { cardCaller, fakeClock, sequentialIds } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { JournalError, memoryJournal, type Journal } from "../journal/journal.ts";
import { sandboxGateway, type SandboxGatewayOptions } from "./gateway.ts";
import { mostPromises } from "./promises.ts";

const startMs = Date.UTC(2026, 2, 2, 3);
const tenant = "1:test";
const deadline = startMs + 10_000;
const kb = {
  number: "4000000000110009",
  expiryMonth: "12",
  expiryYear: "30",
  registNo: "900101",
  passwordFront2: "12",
};
const cardToken = "sbx_kb_1:test_0000000000000001";

function approval(key: string, change: Partial<CardApprovalRequest> = {}): CardApprovalRequest {
  const terms = {
    authentication: null,
    cardToken,
    amount: 10_000,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "Tea",
  };
  return { tenant, key, askedAt: startMs, credentials: null, deadline, ...terms, ...change };
}

/** A gateway that promises the most, called as core calls it. */
function openGateway(options: SandboxGatewayOptions) {
  return cardCaller(sandboxGateway({ promises: mostPromises, ...options }), options.clock.now);
}

test("a payment from authentication to cancellation", async () => {
  const clock = fakeClock(startMs);
  const gateway = openGateway({ clock, ids: sequentialIds() });

  expect(await gateway.authenticate({ tenant, key: "check", card: kb, deadline })).toEqual({
    outcome: "done",
    value: { key: "check", token: cardToken, maskedNumber: "400000******0009", issuerCode: "11" },
  });
  const about = { key: "a1", reference: "sbx.approval.00000001" };
  const approved = {
    outcome: "done",
    value: { ...about, amount: 10_000, remainingAmount: 10_000, approvalNumber: "00000001", approvedAt: startMs },
  };
  expect(await gateway.approve(approval("a1"))).toEqual(approved);
  expect(await gateway.lookUpApproval({ tenant, key: "a1", deadline })).toEqual(approved);

  await clock.advance(1_000);
  const canceled = { key: "c1", reference: "sbx.cancel.2", amount: 4_000, canceledAt: startMs + 1_000 };
  expect(await gateway.cancel({ tenant, key: "c1", approvalKey: "a1", amount: 4_000, deadline })).toEqual({
    outcome: "done",
    value: canceled,
  });
  expect(gateway.held(tenant)).toBe(6_000);
  expect(gateway.record(tenant, "a1")).toEqual({
    tenant,
    key: "a1",
    state: "APPROVED",
    amount: 10_000,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    canceledAmount: 4_000,
    refused: null,
    cardToken,
    openingKey: null,
    approvalNumber: "00000001",
    arrivedAt: startMs,
    reversedAt: null,
    cancellations: [{ ...canceled, taxFreeAmount: 0, reason: "Contract of the card port" }],
  });
});

describe("authenticate", () => {
  // March 2026 in Korea; the card's details; the outcome
  const rows: readonly (readonly [string, Partial<CardDetails>, string])[] = [
    ["this month", { expiryMonth: "03", expiryYear: "26" }, "done"],
    ["last month", { expiryMonth: "02", expiryYear: "26" }, "INVALID_CARD_EXPIRATION"],
    ["last year", { expiryMonth: "12", expiryYear: "25" }, "INVALID_CARD_EXPIRATION"],
    ["no month", { expiryMonth: "00" }, "INVALID_CARD_EXPIRATION"],
    ["month 13", { expiryMonth: "13" }, "INVALID_CARD_EXPIRATION"],
    ["a year of four digits", { expiryYear: "2030" }, "INVALID_CARD_EXPIRATION"],
    ["password 99", { passwordFront2: "99" }, "INVALID_CARD_PASSWORD"],
    ["born on 991231", { registNo: "991231" }, "INVALID_CARD_IDENTITY"],
    ["of the business 9999999999", { registNo: "9999999999" }, "INVALID_CARD_IDENTITY"],
    ["a number like a real one", { number: "4111111111111111" }, "INVALID_CARD_NUMBER"],
    ["no number", { number: "" }, "INVALID_CARD_NUMBER"],
    ["an American Express card", { number: "340000000071000" }, "done"],
  ];
  test.each(rows)("%s", async (_what, change, expected) => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    const answer = await gateway.authenticate({ tenant, card: { ...kb, ...change }, deadline });
    expect(answer.outcome === "refused" ? answer.code : answer.outcome).toBe(expected);
  });

  test("a card ends with its month in Korea, nine hours before it does in Greenwich", async () => {
    const lastMoment = Date.UTC(2026, 2, 31, 14, 59, 59, 999);
    const card = { ...kb, expiryMonth: "03", expiryYear: "26" };
    const at = (ms: number) => openGateway({ clock: fakeClock(ms) }).authenticate({ tenant, card, deadline });
    expect(await at(lastMoment)).toMatchObject({ outcome: "done" });
    expect(await at(lastMoment + 1)).toEqual({ outcome: "refused", code: "INVALID_CARD_EXPIRATION" });
  });

  test("tokens differ from one authentication to the next, also without ids", async () => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    const first = await gateway.authenticate({ tenant, card: kb, deadline });
    expect(await gateway.authenticate({ tenant, card: kb, deadline })).not.toEqual(first);
  });
});

describe("approve", () => {
  const noInstallments = { cardToken: "sbx_no-installments_1:test_0000000000000001" };
  // the request; the outcome
  const rows: readonly (readonly [string, Partial<CardApprovalRequest>, string])[] = [
    ["one month below 50,000 won", { installmentPlanMonths: 1, amount: 49_999 }, "done"],
    ["two months below 50,000 won", { installmentPlanMonths: 2, amount: 49_999 }, "INVALID_CARD_INSTALLMENT_PLAN"],
    ["two months from 50,000 won", { installmentPlanMonths: 2, amount: 50_000 }, "done"],
    ["12 months", { installmentPlanMonths: 12, amount: 50_000 }, "done"],
    ["13 months", { installmentPlanMonths: 13, amount: 50_000 }, "EXCEED_MAX_CARD_INSTALLMENT_PLAN"],
    ["half a month", { installmentPlanMonths: 0.5 }, "INVALID_CARD_INSTALLMENT_PLAN"],
    ["one month, no installments", { ...noInstallments, installmentPlanMonths: 1, amount: 50_000 }, "done"],
    [
      "two months, no installments",
      { ...noInstallments, installmentPlanMonths: 2, amount: 50_000 },
      "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
    ],
    ["no won", { amount: 0 }, "PROVIDER_ERROR"],
    ["half a won", { amount: 0.5 }, "PROVIDER_ERROR"],
    ["a token of no card", { cardToken: "sbx_nobody_1:test_0000000000000001" }, "INVALID_REJECT_CARD"],
    ["a token of another tenant", { cardToken: "sbx_kb_2:test_0000000000000001" }, "INVALID_REJECT_CARD"],
    ["a token of another mode", { cardToken: "sbx_kb_1:live_0000000000000001" }, "INVALID_REJECT_CARD"],
    ["a card number", { cardToken: kb.number }, "INVALID_REJECT_CARD"],
    ["a key of 101 characters", { key: "k".repeat(101) }, "PROVIDER_ERROR"],
    ["no key", { key: "" }, "PROVIDER_ERROR"],
  ];
  test.each(rows)("%s", async (_what, change, expected) => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    const answer = await gateway.approve(approval("a", change));
    expect(answer.outcome === "refused" ? answer.code : answer.outcome).toBe(expected);
    expect(gateway.held(tenant)).toBe(expected === "done" ? approval("a", change).amount : 0);
  });

  const changes: readonly Partial<CardApprovalRequest>[] = [
    { amount: 20_000 },
    { orderName: "Coffee" },
    { installmentPlanMonths: 1 },
    { cardToken: "sbx_kb_1:test_0000000000000002" },
  ];
  test.each(changes)("the same key with %o is unknown, and says why", async (change) => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    await gateway.approve(approval("a"));
    expect(await gateway.approve(approval("a", change))).toEqual({
      outcome: "unknown",
      reason: "Key a was already used for another call: approve with other content.",
    });
    expect(gateway.held(tenant)).toBe(10_000);
    expect(await gateway.approve(approval("a", { deadline: deadline + 1 }))).toMatchObject({ outcome: "done" });
  });

  test("one key is one call, of any kind", async () => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    await gateway.approve(approval("a"));
    const unknown = { outcome: "unknown" };
    expect(await gateway.cancel({ tenant, key: "a", approvalKey: "a", amount: 1, deadline })).toMatchObject(unknown);
    expect(await gateway.reverse({ tenant, key: "a", approvalKey: "a", deadline })).toMatchObject(unknown);
    expect(await gateway.reverse({ tenant, key: "b", approvalKey: "b", deadline })).toMatchObject(unknown);
    expect(await gateway.lookUpCancellation({ tenant, key: "a", deadline })).toMatchObject(unknown);
    expect(gateway.held(tenant)).toBe(10_000);
  });
});

test("the same reversal key for another approval is unknown, and reverses nothing", async () => {
  const gateway = openGateway({ clock: fakeClock(startMs) });
  await gateway.approve(approval("a"));
  await gateway.reverse({ tenant, key: "r", approvalKey: "b", deadline });
  expect(await gateway.reverse({ tenant, key: "r", approvalKey: "a", deadline })).toEqual({
    outcome: "unknown",
    reason: "Key r was already used for another call: reverse with other content.",
  });
  expect(gateway.held(tenant)).toBe(10_000);
});

describe("cancel and reverse refuse with the code that fits", () => {
  test("more than is left, of nothing, and of what was reversed", async () => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    await gateway.approve(approval("a"));
    const cancel = (approvalKey: string, amount: number) =>
      gateway.cancel({ tenant, key: `${approvalKey}-${amount}`, approvalKey, amount, deadline });
    const refused = (code: string) => ({ outcome: "refused", code });
    expect(await cancel("a", 10_001)).toEqual(refused("NOT_MATCHES_REFUNDABLE_AMOUNT"));
    expect(await cancel("none", 1)).toEqual(refused("REFUND_REJECTED"));
    expect(await cancel("a", 1.5)).toEqual(refused("PROVIDER_ERROR"));
    const keyless = { tenant, key: "", approvalKey: "a", deadline } as const;
    expect(await gateway.cancel({ ...keyless, amount: 1 })).toEqual(refused("PROVIDER_ERROR"));
    expect(await gateway.reverse(keyless)).toEqual(refused("PROVIDER_ERROR"));
    await gateway.reverse({ tenant, key: "r", approvalKey: "a", deadline });
    expect(await cancel("a", 1)).toEqual(refused("REFUND_REJECTED"));
    await gateway.approve(approval("b"));
    await cancel("b", 1);
    const reversed = await gateway.reverse({ tenant, key: "r2", approvalKey: "b", deadline });
    expect(reversed).toEqual(refused("NOT_CANCELABLE_PAYMENT"));
  });

  test("a reversal more than an hour after the approval", async () => {
    const clock = fakeClock(startMs);
    const gateway = openGateway({ clock });
    const reverse = (approvalKey: string, key: string) =>
      gateway.reverse({ tenant, key, approvalKey, deadline: clock.now() + 1_000 });
    for (const key of ["a", "b", "c"]) await gateway.approve(approval(key));
    await clock.advance(60 * 60_000);
    expect(await reverse("a", "ra")).toMatchObject({ outcome: "done" });
    await clock.advance(1);
    const tooLate = { outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" };
    expect(await reverse("b", "rb")).toEqual(tooLate);
    expect(await reverse("b", "rb")).toEqual(tooLate);
    // An approval that was reversed or never arrived can be reversed without a time limit.
    expect(await reverse("a", "ra2")).toMatchObject({ outcome: "done" });
    expect(await reverse("none", "rn")).toMatchObject({ outcome: "done" });
    const deadlineNow = clock.now() + 1_000;
    expect(
      await gateway.cancel({ tenant, key: "cb", approvalKey: "b", amount: 10_000, deadline: deadlineNow }),
    ).toMatchObject({ outcome: "done" });
    expect(gateway.held(tenant)).toBe(10_000);
  });

  test("a refused approval is acknowledged when reversed, and stays refused for its reason", async () => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    const request = approval("a", { cardToken: "sbx_no-funds_1:test_0000000000000001" });
    const refused = { outcome: "refused", code: "REJECT_CARD_PAYMENT" };
    expect(await gateway.approve(request)).toEqual(refused);
    expect(await gateway.reverse({ tenant, key: "r", approvalKey: "a", deadline })).toMatchObject({ outcome: "done" });
    expect(await gateway.approve(request)).toEqual(refused);
    expect(gateway.record(tenant, "a")).toMatchObject({ state: "REFUSED", refused: "REJECT_CARD_PAYMENT" });
  });
});

describe("the record", () => {
  test("lists every approval of every tenant, oldest first, and sums what is held by tenant", async () => {
    const gateway = openGateway({ clock: fakeClock(startMs) });
    const second: TenantId = "2:test";
    await gateway.approve(approval("a"));
    await gateway.approve(approval("a", { tenant: second, cardToken: cardToken.replace("1:", "2:"), amount: 700 }));
    await gateway.reverse({ tenant, key: "r", approvalKey: "b", deadline });
    await gateway.approve(approval("c", { amount: 5_000 }));
    await gateway.reverse({ tenant, key: "r2", approvalKey: "c", deadline });
    expect(gateway.records().map((each) => [each.tenant, each.key, each.state, each.amount])).toEqual([
      [tenant, "a", "APPROVED", 10_000],
      [second, "a", "APPROVED", 700],
      [tenant, "b", "TOMBSTONED", 0],
      [tenant, "c", "REVERSED", 5_000],
    ]);
    expect([gateway.held(tenant), gateway.held(second)]).toEqual([10_000, 700]);
    expect(gateway.record(tenant, "nothing")).toBeUndefined();
  });

  test("is the same after a restart", async () => {
    const clock = fakeClock(startMs);
    const journal = memoryJournal();
    const gateway = openGateway({ clock, journal });
    await gateway.approve(approval("a"));
    await gateway.cancel({ tenant, key: "c", approvalKey: "a", amount: 1_000, deadline });
    await gateway.cancel({ tenant, key: "c2", approvalKey: "a", amount: 99_000, deadline });
    await gateway.reverse({ tenant, key: "r", approvalKey: "b", deadline });
    expect(openGateway({ clock, journal }).records()).toEqual(gateway.records());
  });
});

describe("the journal", () => {
  /** A journal in memory whose turns end as told: what they decide is recorded before. */
  function endingTurns(end: () => Promise<void>): Journal {
    const journal = memoryJournal();
    return { ...journal, turn: (known, decide) => journal.turn(known, decide).then(end) };
  }

  test("nothing is answered before it is on record, not even by a look-up or the same call again", async () => {
    const { promise: written, resolve: finish } = Promise.withResolvers<void>();
    let turns = 0;
    const journal = endingTurns(() => ((turns += 1) === 1 ? Promise.resolve() : written));
    const gateway = openGateway({ clock: fakeClock(startMs), journal });
    let answered = 0;
    const calls = [
      gateway.approve(approval("a")),
      gateway.approve(approval("a")),
      gateway.lookUpApproval({ tenant, key: "a", deadline }),
    ].map((call) => call.then(() => (answered += 1)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(0);
    finish();
    await Promise.all(calls);
    expect(answered).toBe(3);
  });

  test("calls that come while a turn is on its way share the next one", async () => {
    let turns = 0;
    const journal = endingTurns(async () => void (turns += 1));
    const gateway = openGateway({ clock: fakeClock(startMs), journal });
    const reverse = (key: string) => gateway.reverse({ tenant, key, approvalKey: `of ${key}`, deadline });
    await Promise.all([reverse("1"), reverse("2"), reverse("3"), reverse("4")]);
    expect(turns).toBe(2);
    expect(gateway.records().map(({ key }) => key)).toEqual(["of 1", "of 2", "of 3", "of 4"]);
  });

  test("is closed when all that was asked for before is on record", async () => {
    const order: string[] = [];
    const turns = endingTurns(async () => void order.push("turn"));
    const journal = { ...turns, close: async () => void order.push("closed") };
    const gateway = openGateway({ clock: fakeClock(startMs), journal });
    const reverse = (key: string) => gateway.reverse({ tenant, key, approvalKey: `of ${key}`, deadline });
    const calls = [reverse("1"), reverse("2"), reverse("3")];
    await gateway.close();
    await Promise.all(calls);
    expect(order).toEqual(["turn", "turn", "closed"]);
  });

  /** Whether the turn that fails has recorded what was decided. */
  test.each([true, false])("a turn that fails makes its calls reject: unknown (recorded: %s)", async (recorded) => {
    const journal = memoryJournal();
    let failing = false;
    const told: number[] = [];
    const turn: Journal["turn"] = async (known, decide) => {
      told.push(known);
      await journal.turn(known, (news) => {
        const values = decide(news);
        return failing && !recorded ? [] : values;
      });
      if (failing) throw new Error("connection lost");
    };
    const gateway = openGateway({ clock: fakeClock(startMs), journal: { ...journal, turn } });
    await gateway.approve(approval("before"));
    failing = true;
    const cancel = () => gateway.cancel({ tenant, key: "c", approvalKey: "before", amount: 4_000, deadline });
    gateway.faults.next("cancel", "duplicate-delivery");
    await expect(cancel()).rejects.toThrow("connection lost");
    failing = false;
    told.length = 0;
    const found = await gateway.lookUpCancellation({ tenant, key: "c", deadline });
    expect(found.outcome).toBe(recorded ? "done" : "not-found");
    // What is on record was read before the turn, in which others wait.
    expect(told).toEqual([recorded ? 2 : 1]);
    expect(gateway.held(tenant)).toBe(recorded ? 6_000 : 10_000);
    expect(await cancel()).toMatchObject({ outcome: "done" });
    expect(gateway.held(tenant)).toBe(6_000);
  });

  test("with something else in it is refused by its place", async () => {
    const journal = memoryJournal();
    await journal.turn(0, () => [{ op: "approve", tenant: "unknown" }]);
    const open = () => openGateway({ clock: fakeClock(startMs), journal });
    expect(open).toThrow(JournalError);
    expect(open).toThrow(/^memory journal:1: this entry was not written by the sandbox gateway/);
  });
});

describe("gateways over one journal are one gateway", () => {
  function twoGateways() {
    const options = { clock: fakeClock(startMs), journal: memoryJournal() };
    return [openGateway(options), openGateway(options)] as const;
  }

  test("what one of them did the others know at their next call", async () => {
    const [one, other] = twoGateways();
    const approved = await one.approve(approval("a"));
    expect(await other.lookUpApproval({ tenant, key: "a", deadline })).toEqual(approved);
    expect(await other.approve(approval("a"))).toEqual(approved);
    const cancel = { tenant, key: "c", approvalKey: "a", amount: 4_000, deadline } as const;
    const canceled = await other.cancel(cancel);
    expect(canceled).toMatchObject({ outcome: "done" });
    expect(one.held(tenant)).toBe(10_000);
    expect(await one.cancel(cancel)).toEqual(canceled);
    expect([one.held(tenant), other.held(tenant)]).toEqual([6_000, 6_000]);
  });

  test("an approval that one of them reversed does not arrive at the others", async () => {
    const [one, other] = twoGateways();
    one.faults.next("approve", "arrives-late");
    await expect(one.approve(approval("a"))).rejects.toThrow("arrives-late");
    await other.reverse({ tenant, key: "r", approvalKey: "a", deadline });
    await one.deliverDelayed();
    expect(one.record(tenant, "a")).toMatchObject({ state: "TOMBSTONED", arrivedAt: null });
  });

  test("no two approvals have the same number, and no more is refunded than was charged", async () => {
    const [one, other] = twoGateways();
    const keys = ["a", "b", "c", "d"];
    await Promise.all(keys.map((key, index) => (index % 2 === 0 ? one : other).approve(approval(key))));
    await other.lookUpApproval({ tenant, key: "a", deadline });
    expect(new Set(other.records().map(({ approvalNumber }) => approvalNumber)).size).toBe(4);
    const cancel = (gateway: typeof one, key: string) =>
      gateway.cancel({ tenant, key, approvalKey: "a", amount: 6_000, deadline });
    const outcomes = await Promise.all([cancel(one, "c1"), cancel(other, "c2")]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "refused"]);
  });

  test("a card's own fault happens once under a key, at whichever it was", async () => {
    const [one, other] = twoGateways();
    const answerLost = approval("a", { cardToken: "sbx_answer-lost_1:test_0000000000000001" });
    await expect(one.approve(answerLost)).rejects.toThrow("answer-lost");
    expect(await other.approve(answerLost)).toMatchObject({ outcome: "done" });
    await one.approve(approval("b", { cardToken: "sbx_refund-answer-lost_1:test_0000000000000001" }));
    const cancel = { tenant, key: "c", approvalKey: "b", amount: 4_000, deadline } as const;
    await expect(other.cancel(cancel)).rejects.toThrow("answer-lost");
    expect(await one.cancel(cancel)).toMatchObject({ outcome: "done" });
    expect(one.held(tenant)).toBe(16_000);
  });
});
