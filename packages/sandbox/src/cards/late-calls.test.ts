import type { Clock } from "@wonflow/core";
import { cardCaller, fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { storedCard } from "../../test/card-fixture.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway } from "./gateway.ts";
import { leastPromises, mostPromises, type SandboxPromises } from "./promises.ts";

const startMs = Date.UTC(2026, 2, 2, 3);
const tenant = "1:test";
const deadline = startMs + 10_000;
const cardToken = "sbx_kb_1:test_0000000000000001";
const done = { outcome: "done" };

/** Any number of processes of a gateway, none of which has a timer that elapses, as if each were killed after its call. */
function setUp(promises: SandboxPromises) {
  const time = fakeClock(startMs);
  const clock: Clock = { now: time.now, after: () => fakeClock(0).after(1) };
  const journal = memoryJournal();
  const open = () => cardCaller(sandboxGateway({ clock, journal, promises }), clock.now);
  const late = async (operation: "approve" | "cancel" | "reverse" | "issueToken" | "releaseToken", ms: number) => {
    const gateway = open();
    gateway.faults.next(operation, { kind: "arrives-late", ms });
    const rest = { tenant, deadline } as const;
    const terms = { cardToken, amount: 10_000, installmentPlanMonths: 0, orderName: "Tea" };
    const calls = {
      approve: () => gateway.approve({ ...rest, key: "a", ...terms }),
      cancel: () => gateway.cancel({ ...rest, key: "c", approvalKey: "a", amount: 3_000 }),
      reverse: () => gateway.reverse({ ...rest, key: "r", approvalKey: "a" }),
      issueToken: () => gateway.issueToken({ ...rest, key: "t", card: storedCard }),
      releaseToken: () => gateway.releaseToken({ ...rest, key: "x", tokenKey: "t" }),
    };
    await expect(calls[operation]()).rejects.toThrow("arrives-late");
  };
  /** What a new process knows, once it was asked. */
  const asked = async () => {
    const gateway = open();
    const found = await gateway.lookUpApproval({ tenant, key: "a", deadline });
    return { gateway, found, held: gateway.held(tenant), states: gateway.tokens(tenant).map(({ state }) => state) };
  };
  return { time, journal, late, asked, open };
}

describe.each([
  ["the most", mostPromises],
  ["the least", leastPromises],
] as const)("a late call of a gateway that promises %s", (_what, promises) => {
  test("arrives once, at its time, whichever process calls then", async () => {
    const { time, late, asked } = setUp(promises);
    await late("approve", 60_000);
    await time.advance(59_999);
    expect((await asked()).found).toEqual({ outcome: "not-found" });
    await time.advance(3_600_000);
    const { found, held } = await asked();
    expect(found).toMatchObject({ outcome: "done", value: { approvedAt: startMs + 60_000 } });
    expect([held, (await asked()).held]).toEqual([10_000, 10_000]);
  });

  test("of any kind takes effect, in the order of arrival", async () => {
    const { time, late, asked } = setUp(promises);
    await late("reverse", 4_000);
    await late("releaseToken", 3_000);
    await late("issueToken", 2_000);
    await late("approve", 1_000);
    await time.advance(3_999);
    expect(await asked()).toMatchObject({ held: 10_000, states: ["RELEASED"] });
    await time.advance(1);
    expect(await asked()).toMatchObject({ held: 0, found: { code: "ALREADY_CANCELED_PAYMENT" } });
  });

  test("that cancels refunds when it arrives", async () => {
    const { time, late, asked, open } = setUp(promises);
    const gateway = open();
    const terms = { cardToken, amount: 10_000, installmentPlanMonths: 0, orderName: "Tea" };
    expect(await gateway.approve({ tenant, deadline, key: "a", ...terms })).toMatchObject(done);
    await late("cancel", 1_000);
    await time.advance(1_000);
    expect(await asked()).toMatchObject({ held: 7_000, found: { value: { remainingAmount: 7_000 } } });
  });

  test("that stores a card records only its name and last month", async () => {
    const { time, late, asked, journal } = setUp(promises);
    await late("issueToken", 1_000);
    await time.advance(1_000);
    expect((await asked()).states).toEqual(["ISSUED"]);
    const recorded = JSON.stringify(journal.replay());
    for (const secret of [storedCard.number, storedCard.cvc, storedCard.ownerName, storedCard.ownerPhoneNumber]) {
      expect(recorded).not.toContain(`"${secret}"`);
    }
    expect(recorded).not.toContain(storedCard.registNo);
  });
});

// the promises; what a reversal is answered before the approval arrives; won held once it has
test.each([
  ["the most", mostPromises, done, 0],
  ["the least", leastPromises, { outcome: "not-found" }, 10_000],
] as const)("with %s promised, a reversal before a late approval", async (_what, promises, answer, held) => {
  const { time, late, asked, open } = setUp(promises);
  await late("approve", 60_000);
  expect(await open().reverse({ tenant, key: "r", approvalKey: "a", deadline })).toMatchObject(answer);
  await time.advance(60_000);
  expect((await asked()).held).toBe(held);
});

test("a token that was released before a late approval refuses it", async () => {
  const { time, asked, open } = setUp(mostPromises);
  const gateway = open();
  const issued = await gateway.issueToken({ tenant, key: "t", deadline, card: storedCard });
  const token = issued.outcome === "done" ? issued.value.token : "";
  gateway.faults.next("approve", { kind: "arrives-late", ms: 1_000 });
  const terms = { cardToken: token, amount: 10_000, installmentPlanMonths: 0, orderName: "Tea" };
  await expect(gateway.approve({ tenant, key: "a", deadline, ...terms })).rejects.toThrow("arrives-late");
  await open().releaseToken({ tenant, key: "x", tokenKey: "t", deadline });
  await time.advance(1_000);
  expect((await asked()).found).toEqual({ outcome: "refused", code: "INVALID_REJECT_CARD" });
});
