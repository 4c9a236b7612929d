import { storedCard } from "../../test/stored-card.ts";
import type { ApprovalRequest } from "@wonflow/core";
import { cardCaller, fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import type { FaultKind, FaultSchedule } from "../calls/faults.ts";
import { sandboxCardNetwork, type CardOperation } from "./network.ts";
import { mostPromises } from "./promises.ts";

const tenant = "1:test";
const startMs = Date.UTC(2026, 2, 2, 3);
const deadline = startMs + 10_000;
const cardToken = "sbx_kb_1:test_0000000000000001";

function approval(key: string, amount = 10_000): ApprovalRequest {
  const terms = { cardToken, amount, taxFreeAmount: 0, installmentPlanMonths: 0, orderName: "Tea" };
  return { tenant, key, askedAt: startMs, credentials: null, deadline, ...terms };
}

function setUp(faults?: FaultSchedule) {
  const clock = fakeClock(startMs);
  const options = { clock, promises: mostPromises, ...(faults && { faults }) };
  const network = cardCaller(sandboxCardNetwork(options), clock.now);
  const found = (key: string) => network.lookUpApproval({ tenant, key, deadline });
  const cancel = (key: string, amount: number) => network.cancel({ tenant, key, deadline, approvalKey: "a", amount });
  const reverse = (key: string) => network.reverse({ tenant, key, deadline, approvalKey: "a" });
  return { clock, network, found, cancel, reverse };
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
    const { network, found } = setUp();
    network.faults.next("approve", fault);
    const call = network.approve(approval("a"));
    if (typeof answer === "string") await expect(call).rejects.toThrow(answer);
    else expect(await call).toMatchObject(answer);
    expect(await found("a")).toMatchObject(expected);
    expect(await network.deliverDelayed()).toBe(fault === "arrives-late" ? 1 : 0);
    expect(network.held(tenant)).toBe(held);
    expect(await network.approve(approval("b"))).toMatchObject(done("b"));
  });

  test("late: takes effect at once, and answers only after the deadline", async () => {
    const { clock, network, found } = setUp();
    network.faults.next("approve", { kind: "late", ms: 500 });
    let answeredAt = 0;
    const call = network.approve(approval("a")).then((answer) => {
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
    const { clock, network, found } = setUp();
    network.faults.next("approve", { kind: "arrives-late", ms: 3_000 });
    await expect(network.approve(approval("a"))).rejects.toThrow("arrives-late");
    await clock.advance(2_999);
    expect(await found("a")).toEqual({ outcome: "not-found" });
    await clock.advance(1);
    expect(await found("a")).toMatchObject(done("a"));
    expect(await network.deliverDelayed()).toBe(0);
    expect(await network.approve(approval("a"))).toMatchObject({ value: { approvedAt: startMs + 3_000 } });
    expect(network.held(tenant)).toBe(10_000);
  });

  test("arrives-late after a tombstone: is refused", async () => {
    const { network, found, reverse } = setUp();
    network.faults.next("approve", "arrives-late");
    await expect(network.approve(approval("a"))).rejects.toThrow();
    expect(await reverse("r")).toMatchObject({ outcome: "done" });
    expect(await network.deliverDelayed()).toBe(1);
    expect(await found("a")).toEqual({ outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" });
    expect(network.record(tenant, "a")).toMatchObject({ state: "TOMBSTONED", reversedAt: startMs, arrivedAt: null });
  });

  test("held up calls arrive in the order they were sent", async () => {
    const { network } = setUp(() => "arrives-late");
    for (const key of ["a", "b", "c"]) await network.approve(approval(key)).catch(() => undefined);
    expect(await network.deliverDelayed()).toBe(3);
    expect(network.records().map(({ key }) => key)).toEqual(["a", "b", "c"]);
  });
});

describe("a faulty cancellation, reversal, look-up or authentication", () => {
  test("a cancellation whose answer is lost, or that arrives twice, gives back once", async () => {
    const { network, cancel } = setUp();
    await network.approve(approval("a"));
    network.faults.next("cancel", "answer-lost");
    await expect(cancel("c1", 3_000)).rejects.toThrow("answer-lost");
    expect(await cancel("c1", 3_000)).toMatchObject(done("c1", 3_000));
    network.faults.next("cancel", "duplicate-delivery");
    expect(await cancel("c2", 3_000)).toMatchObject(done("c2", 3_000));
    expect(network.held(tenant)).toBe(4_000);
  });

  test("a cancellation that never arrives gives nothing back", async () => {
    const { network, cancel } = setUp();
    await network.approve(approval("a"));
    network.faults.next("cancel", "refused-connection");
    await expect(cancel("c1", 3_000)).rejects.toThrow("refused-connection");
    expect(await network.lookUpCancellation({ tenant, key: "c1", deadline })).toEqual({ outcome: "not-found" });
    expect(network.held(tenant)).toBe(10_000);
  });

  test("a cancellation answered with a wrong amount is recorded with the right one", async () => {
    const { network, cancel } = setUp();
    await network.approve(approval("a"));
    network.faults.next("cancel", "wrong-amount");
    expect(await cancel("c1", 3_000)).toMatchObject(done("c1", 3_001));
    expect(network.record(tenant, "a")).toMatchObject({
      canceledAmount: 3_000,
      cancellations: [{ key: "c1", reference: "sbx.cancel.2", amount: 3_000, canceledAt: startMs }],
    });
  });

  test("a reversal whose answer is lost is acknowledged when repeated", async () => {
    const { network, reverse } = setUp();
    await network.approve(approval("a"));
    network.faults.next("reverse", "answer-lost");
    await expect(reverse("r")).rejects.toThrow("answer-lost");
    expect(network.held(tenant)).toBe(0);
    expect(await reverse("r")).toEqual({ outcome: "done", value: { approvalKey: "a" } });
  });

  test("a reversal answered for another key", async () => {
    const { network, reverse } = setUp();
    network.faults.next("reverse", "wrong-key");
    expect(await reverse("r")).toEqual({ outcome: "done", value: { approvalKey: "a-other" } });
  });

  test.each([
    { fault: "wrong-amount", expected: done("a", 10_001) },
    { fault: "wrong-key", expected: done("a-other") },
  ] as const)("a look-up with $fault", async ({ fault, expected }) => {
    const { network, found } = setUp();
    network.faults.next("lookUp", fault);
    expect(await found("a")).toEqual({ outcome: "not-found" });
    await network.approve(approval("a"));
    network.faults.next("lookUp", fault);
    expect(await found("a")).toMatchObject(expected);
    expect(await found("a")).toMatchObject(done("a"));
  });

  test("an authentication whose answer is lost", async () => {
    const { network } = setUp();
    network.faults.next("authenticate", "answer-lost");
    const card = {
      number: "4000000000110009",
      expiryMonth: "12",
      expiryYear: "30",
      registNo: "900101",
      passwordFront2: "12",
    };
    await expect(network.authenticate({ tenant, card, deadline })).rejects.toThrow("answer-lost");
    expect(await network.authenticate({ tenant, card, deadline })).toMatchObject({ outcome: "done" });
  });
});

describe("a faulty issuing or release of a token", () => {
  function setUpTokens() {
    const { network } = setUp();
    const issue = () => network.issueToken({ tenant, key: "t", deadline, card: storedCard });
    const release = () => network.releaseToken({ tenant, key: "r", tokenKey: "t", deadline });
    const states = () => network.tokens(tenant).map(({ state }) => state);
    return { network, issue, release, states };
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
    const { network, issue, states } = setUpTokens();
    network.faults.next("issueToken", fault);
    if (typeof answer === "string") await expect(issue()).rejects.toThrow(answer);
    else expect(await issue()).toMatchObject(answer);
    expect(states()).toEqual(after);
    expect(await network.deliverDelayed()).toBe(fault === "arrives-late" ? 1 : 0);
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
    const { network, issue, release, states } = setUpTokens();
    await issue();
    network.faults.next("releaseToken", fault);
    if (typeof answer === "string") await expect(release()).rejects.toThrow(answer);
    else expect(await release()).toMatchObject(answer);
    expect(states()).toEqual(after);
    await network.deliverDelayed();
    expect(await release()).toEqual({ outcome: "done", value: { tokenKey: "t" } });
    expect(states()).toEqual(["RELEASED"]);
  });

  test("an issuing that arrives after its release is refused", async () => {
    const { network, issue, release, states } = setUpTokens();
    network.faults.next("issueToken", "arrives-late");
    await expect(issue()).rejects.toThrow("arrives-late");
    await release();
    expect(await network.deliverDelayed()).toBe(1);
    expect(states()).toEqual(["TOMBSTONED"]);
  });
});

describe("asking for faults", () => {
  test("next goes before the schedule, in the order asked, for its operation only", async () => {
    const seen: unknown[] = [];
    const { network, found } = setUp((call) => {
      seen.push(call);
      return call.operation === "approve" ? "refused-connection" : undefined;
    });
    network.faults.next("approve", "wrong-key");
    network.faults.next("approve", "wrong-amount");
    expect(await found("x")).toEqual({ outcome: "not-found" });
    expect(await network.approve(approval("a"))).toMatchObject(done("a-other"));
    expect(await network.approve(approval("b"))).toMatchObject(done("b", 10_001));
    await expect(network.approve(approval("c"))).rejects.toThrow("refused-connection");
    expect(seen).toEqual([
      { operation: "lookUp", tenant, key: "x", nth: 1 },
      { operation: "approve", tenant, key: "c", nth: 4 },
    ]);
    network.faults.schedule();
    expect(await network.approve(approval("d"))).toMatchObject(done("d"));
  });

  test("a fault asked for goes before the card's own, which stays for the next key", async () => {
    const { network } = setUp();
    const neverArrives = { cardToken: "sbx_never-arrives_1:test_0000000000000001" };
    network.faults.next("approve", "duplicate-delivery");
    expect(await network.approve({ ...approval("a"), ...neverArrives })).toMatchObject(done("a"));
    await expect(network.approve({ ...approval("b"), ...neverArrives })).rejects.toThrow("refused-connection");
  });

  test("a card's own fault happens once under a key: the same call again is answered", async () => {
    const { network } = setUp();
    const request = { ...approval("a"), cardToken: "sbx_answer-lost_1:test_0000000000000001" };
    await expect(network.approve(request)).rejects.toThrow("answer-lost");
    expect(await network.approve(request)).toMatchObject(done("a"));
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
    expect(() => setUp().network.faults.next(operation, fault)).toThrow(RangeError);
  });
});
