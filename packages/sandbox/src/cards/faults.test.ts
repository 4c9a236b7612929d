import { storedCard } from "../../test/card-fixture.ts";
import type { CardApprovalRequest } from "@wonflow/core";
import { cardCaller, fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import type { FaultKind, FaultSchedule } from "../calls/faults.ts";
import { sandboxGateway } from "./gateway.ts";
import type { CardOperation } from "./records.ts";
import { mostPromises } from "./promises.ts";

const tenant = "1:test";
const startMs = Date.UTC(2026, 2, 2, 3);
const deadline = startMs + 10_000;
const cardToken = "sbx_kb_1:test_0000000000000001";

function approval(key: string, amount = 10_000): CardApprovalRequest {
  const terms = {
    authentication: null,
    cardToken,
    amount,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "Tea",
  };
  return { tenant, key, askedAt: startMs, credentials: null, deadline, ...terms };
}

function setUp(faults?: FaultSchedule) {
  const clock = fakeClock(startMs);
  const options = { clock, promises: mostPromises, ...(faults && { faults }) };
  const gateway = cardCaller(sandboxGateway(options), clock.now);
  const found = (key: string) => gateway.lookUpApproval({ tenant, key, deadline });
  const cancel = (key: string, amount: number) => gateway.cancel({ tenant, key, deadline, approvalKey: "a", amount });
  const reverse = (key: string) => gateway.reverse({ tenant, key, deadline, approvalKey: "a" });
  return { clock, gateway, found, cancel, reverse };
}

const done = (key: string, amount = 10_000) => ({ outcome: "done", value: { key, amount } });

describe("a faulty approval", () => {
  // fault → what the caller gets; what a look-up gets right after; won held in the end
  const rows: readonly { fault: FaultKind; answer: string | object; found: object; held: number }[] = [
    { fault: "refused-connection", answer: "refused-connection", found: { outcome: "not-found" }, held: 0 },
    { fault: "answer-lost", answer: "answer-lost", found: done("a"), held: 10_000 },
    { fault: "arrives-late", answer: "arrives-late", found: { outcome: "not-found" }, held: 10_000 },
    { fault: "wrong-amount", answer: done("a", 10_001), found: done("a"), held: 10_000 },
    { fault: "wrong-key", answer: done("a-other"), found: done("a"), held: 10_000 },
    { fault: "duplicate-delivery", answer: done("a"), found: done("a"), held: 10_000 },
  ];
  test.each(rows)("$fault", async ({ fault, answer, found: expected, held }) => {
    const { gateway, found } = setUp();
    gateway.faults.next("approve", fault);
    const call = gateway.approve(approval("a"));
    if (typeof answer === "string") await expect(call).rejects.toThrow(answer);
    else expect(await call).toMatchObject(answer);
    expect(await found("a")).toMatchObject(expected);
    expect(await gateway.deliverDelayed()).toBe(fault === "arrives-late" ? 1 : 0);
    expect(gateway.held(tenant)).toBe(held);
    expect(await gateway.approve(approval("b"))).toMatchObject(done("b"));
  });

  test("late: takes effect at once, and answers only after the deadline", async () => {
    const { clock, gateway, found } = setUp();
    gateway.faults.next("approve", { kind: "late", ms: 500 });
    let answeredAt = 0;
    const call = gateway.approve(approval("a")).then((answer) => {
      answeredAt = clock.now();
      return answer;
    });
    await clock.advance(1_000);
    expect(await found("a")).toMatchObject(done("a"));
    expect(answeredAt).toBe(0);
    await clock.advance(20_000);
    expect(await call).toMatchObject(done("a"));
    expect(answeredAt).toBe(deadline + 500);
  });

  test("arrives-late with a delay: arrives by the clock, once, also after repeated calls", async () => {
    const { clock, gateway, found } = setUp();
    gateway.faults.next("approve", { kind: "arrives-late", ms: 3_000 });
    await expect(gateway.approve(approval("a"))).rejects.toThrow("arrives-late");
    await clock.advance(2_999);
    expect(await found("a")).toEqual({ outcome: "not-found" });
    await clock.advance(1);
    expect(await found("a")).toMatchObject(done("a"));
    expect(await gateway.deliverDelayed()).toBe(0);
    expect(await gateway.approve(approval("a"))).toMatchObject({ value: { approvedAt: startMs + 3_000 } });
    expect(gateway.held(tenant)).toBe(10_000);
  });

  test("arrives-late after a tombstone: is refused", async () => {
    const { gateway, found, reverse } = setUp();
    gateway.faults.next("approve", "arrives-late");
    await expect(gateway.approve(approval("a"))).rejects.toThrow();
    expect(await reverse("r")).toMatchObject({ outcome: "done" });
    expect(await gateway.deliverDelayed()).toBe(1);
    expect(await found("a")).toEqual({ outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" });
    expect(gateway.record(tenant, "a")).toMatchObject({ state: "TOMBSTONED", reversedAt: startMs, arrivedAt: null });
  });

  test("held up calls arrive in the order they were sent", async () => {
    const { gateway } = setUp(() => "arrives-late");
    for (const key of ["a", "b", "c"]) await gateway.approve(approval(key)).catch(() => undefined);
    expect(await gateway.deliverDelayed()).toBe(3);
    expect(gateway.records().map(({ key }) => key)).toEqual(["a", "b", "c"]);
  });
});

describe("a faulty cancellation, reversal, look-up or authentication", () => {
  test("a cancellation whose answer is lost, or that arrives twice, refunds once", async () => {
    const { gateway, cancel } = setUp();
    await gateway.approve(approval("a"));
    gateway.faults.next("cancel", "answer-lost");
    await expect(cancel("c1", 3_000)).rejects.toThrow("answer-lost");
    expect(await cancel("c1", 3_000)).toMatchObject(done("c1", 3_000));
    gateway.faults.next("cancel", "duplicate-delivery");
    expect(await cancel("c2", 3_000)).toMatchObject(done("c2", 3_000));
    expect(gateway.held(tenant)).toBe(4_000);
  });

  test("a cancellation that never arrives refunds nothing", async () => {
    const { gateway, cancel } = setUp();
    await gateway.approve(approval("a"));
    gateway.faults.next("cancel", "refused-connection");
    await expect(cancel("c1", 3_000)).rejects.toThrow("refused-connection");
    expect(await gateway.lookUpCancellation({ tenant, key: "c1", deadline })).toEqual({ outcome: "not-found" });
    expect(gateway.held(tenant)).toBe(10_000);
  });

  test("a cancellation answered with a wrong amount is recorded with the right one", async () => {
    const { gateway, cancel } = setUp();
    await gateway.approve(approval("a"));
    gateway.faults.next("cancel", "wrong-amount");
    expect(await cancel("c1", 3_000)).toMatchObject(done("c1", 3_001));
    expect(gateway.record(tenant, "a")).toMatchObject({
      canceledAmount: 3_000,
      cancellations: [{ key: "c1", reference: "sbx.cancel.2", amount: 3_000, canceledAt: startMs }],
    });
  });

  test("a reversal whose answer is lost is acknowledged when repeated", async () => {
    const { gateway, reverse } = setUp();
    await gateway.approve(approval("a"));
    gateway.faults.next("reverse", "answer-lost");
    await expect(reverse("r")).rejects.toThrow("answer-lost");
    expect(gateway.held(tenant)).toBe(0);
    expect(await reverse("r")).toEqual({ outcome: "done", value: { approvalKey: "a" } });
  });

  test("a reversal answered for another key", async () => {
    const { gateway, reverse } = setUp();
    gateway.faults.next("reverse", "wrong-key");
    expect(await reverse("r")).toEqual({ outcome: "done", value: { approvalKey: "a-other" } });
  });

  test.each([
    { fault: "wrong-amount", expected: done("a", 10_001) },
    { fault: "wrong-key", expected: done("a-other") },
  ] as const)("a look-up with $fault", async ({ fault, expected }) => {
    const { gateway, found } = setUp();
    gateway.faults.next("lookUp", fault);
    expect(await found("a")).toEqual({ outcome: "not-found" });
    await gateway.approve(approval("a"));
    gateway.faults.next("lookUp", fault);
    expect(await found("a")).toMatchObject(expected);
    expect(await found("a")).toMatchObject(done("a"));
  });

  test("an authentication whose answer is lost", async () => {
    const { gateway } = setUp();
    gateway.faults.next("authenticate", "answer-lost");
    const card = {
      number: "4000000000110009",
      expiryMonth: "12",
      expiryYear: "30",
      registNo: "900101",
      passwordFront2: "12",
    };
    await expect(gateway.authenticate({ tenant, card, deadline })).rejects.toThrow("answer-lost");
    expect(await gateway.authenticate({ tenant, card, deadline })).toMatchObject({ outcome: "done" });
  });
});

describe("a faulty issuing or release of a token", () => {
  function setUpTokens() {
    const { gateway } = setUp();
    const issue = () => gateway.issueToken({ tenant, key: "t", deadline, card: storedCard });
    const release = () => gateway.releaseToken({ tenant, key: "r", tokenKey: "t", deadline });
    const states = () => gateway.tokens(tenant).map(({ state }) => state);
    return { gateway, issue, release, states };
  }

  // fault → what the caller gets; the state of the token after that
  const rows: readonly { fault: FaultKind; answer: string | object; after: readonly string[] }[] = [
    { fault: "refused-connection", answer: "refused-connection", after: [] },
    { fault: "answer-lost", answer: "answer-lost", after: ["ISSUED"] },
    { fault: "arrives-late", answer: "arrives-late", after: [] },
    { fault: "wrong-key", answer: { outcome: "done", value: { key: "t-other" } }, after: ["ISSUED"] },
    { fault: "duplicate-delivery", answer: { outcome: "done", value: { key: "t" } }, after: ["ISSUED"] },
  ];
  test.each(rows)("issueToken: $fault", async ({ fault, answer, after }) => {
    const { gateway, issue, states } = setUpTokens();
    gateway.faults.next("issueToken", fault);
    if (typeof answer === "string") await expect(issue()).rejects.toThrow(answer);
    else expect(await issue()).toMatchObject(answer);
    expect(states()).toEqual(after);
    expect(await gateway.deliverDelayed()).toBe(fault === "arrives-late" ? 1 : 0);
    expect(await issue()).toMatchObject({ outcome: "done", value: { key: "t" } });
    expect(states()).toEqual(["ISSUED"]);
  });

  const releases: readonly { fault: FaultKind; answer: string | object; after: readonly string[] }[] = [
    { fault: "refused-connection", answer: "refused-connection", after: ["ISSUED"] },
    { fault: "answer-lost", answer: "answer-lost", after: ["RELEASED"] },
    { fault: "arrives-late", answer: "arrives-late", after: ["ISSUED"] },
    { fault: "wrong-key", answer: { outcome: "done", value: { tokenKey: "t-other" } }, after: ["RELEASED"] },
    { fault: "duplicate-delivery", answer: { outcome: "done", value: { tokenKey: "t" } }, after: ["RELEASED"] },
  ];
  test.each(releases)("releaseToken: $fault", async ({ fault, answer, after }) => {
    const { gateway, issue, release, states } = setUpTokens();
    await issue();
    gateway.faults.next("releaseToken", fault);
    if (typeof answer === "string") await expect(release()).rejects.toThrow(answer);
    else expect(await release()).toMatchObject(answer);
    expect(states()).toEqual(after);
    await gateway.deliverDelayed();
    expect(await release()).toEqual({ outcome: "done", value: { tokenKey: "t" } });
    expect(states()).toEqual(["RELEASED"]);
  });

  test("an issuing that arrives after its release is refused", async () => {
    const { gateway, issue, release, states } = setUpTokens();
    gateway.faults.next("issueToken", "arrives-late");
    await expect(issue()).rejects.toThrow("arrives-late");
    await release();
    expect(await gateway.deliverDelayed()).toBe(1);
    expect(states()).toEqual(["TOMBSTONED"]);
  });
});

describe("asking for faults", () => {
  test("next goes before the schedule, in the order asked, for its operation only", async () => {
    const seen: unknown[] = [];
    const { gateway, found } = setUp((call) => {
      seen.push(call);
      return call.operation === "approve" ? "refused-connection" : undefined;
    });
    gateway.faults.next("approve", "wrong-key");
    gateway.faults.next("approve", "wrong-amount");
    expect(await found("x")).toEqual({ outcome: "not-found" });
    expect(await gateway.approve(approval("a"))).toMatchObject(done("a-other"));
    expect(await gateway.approve(approval("b"))).toMatchObject(done("b", 10_001));
    await expect(gateway.approve(approval("c"))).rejects.toThrow("refused-connection");
    expect(seen).toEqual([
      { operation: "lookUp", tenant, key: "x", nth: 1 },
      { operation: "approve", tenant, key: "c", nth: 4 },
    ]);
    gateway.faults.schedule();
    expect(await gateway.approve(approval("d"))).toMatchObject(done("d"));
  });

  test("a fault asked for goes before the card's own, which stays for the next key", async () => {
    const { gateway } = setUp();
    const neverArrives = { cardToken: "sbx_never-arrives_1:test_0000000000000001" };
    gateway.faults.next("approve", "duplicate-delivery");
    expect(await gateway.approve({ ...approval("a"), ...neverArrives })).toMatchObject(done("a"));
    await expect(gateway.approve({ ...approval("b"), ...neverArrives })).rejects.toThrow("refused-connection");
  });

  test("a card's own fault happens once under a key: the same call again is answered", async () => {
    const { gateway } = setUp();
    const request = { ...approval("a"), cardToken: "sbx_answer-lost_1:test_0000000000000001" };
    await expect(gateway.approve(request)).rejects.toThrow("answer-lost");
    expect(await gateway.approve(request)).toMatchObject(done("a"));
  });

  const impossible: readonly (readonly [CardOperation, FaultKind])[] = [
    ["authenticate", "wrong-amount"],
    ["authenticate", "arrives-late"],
    ["reverse", "wrong-amount"],
    ["issueToken", "wrong-amount"],
    ["releaseToken", "wrong-amount"],
    ["lookUp", "duplicate-delivery"],
  ];
  test.each(impossible)("%s can't have %s", (operation, fault) => {
    expect(() => setUp().gateway.faults.next(operation, fault)).toThrow(RangeError);
  });
});
