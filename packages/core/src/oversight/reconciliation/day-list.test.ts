import { leastPromises, type SandboxPromises } from "@wonflow/sandbox";
import { cardCaller } from "@wonflow/testkit";
import { expect, test } from "vitest";

import { cardEntry, createWorld, sessionInput, shop, valueOf } from "../../../test/world.ts";

const day = "2026-11-20";
const untilTomorrow = 24 * 3_600_000;

/** A day of a gateway that promises this: a payment, one canceled in part, one in full, one that came to nothing. */
async function aDay(promises: Partial<SandboxPromises>) {
  const world = await createWorld({ promises: { ...leastPromises, ...promises } });
  const paid = (number: number) => world.paid({ ...sessionInput, orderId: `order-20261120-000${number}` });
  await paid(1);
  const [inPart, inFull] = [await paid(2), await paid(3)];
  valueOf(await world.cancel(inPart.intentKey, 3_000));
  valueOf(await world.cancel(inPart.intentKey, 3_000));
  valueOf(await world.cancel(inFull.intentKey));
  const confirmation = await world.authenticated({ ...sessionInput, orderId: "order-20261120-0004" });
  world.gateway.faults.next("approve", { kind: "arrives-late", ms: 60_000 });
  expect((await world.payments.intents.confirm(shop, confirmation)).ok).toBe(false);
  await world.pass(300);
  const caller = cardCaller(world.gateway, world.clock.now);
  const byConsole = async (key = "console-1") => {
    const asking = { tenant: "7:test", deadline: world.clock.now() + 10_000 } as const;
    const checked = await caller.authenticate({ ...asking, key: "console-check", card: cardEntry("kb") });
    const cardToken = checked.outcome === "done" ? checked.value.token : "";
    const terms = { cardToken, amount: 5_000, installmentPlanMonths: 0, orderName: "By hand" };
    expect(await caller.approve({ ...asking, key, ...terms })).toMatchObject({ outcome: "done" });
  };
  const givenBack = async (approvalKey: string, amount: number) => {
    const asking = { tenant: "7:test", deadline: world.clock.now() + 10_000 } as const;
    const answer = await caller.cancel({ ...asking, key: `back-${amount}`, approvalKey, amount });
    expect(answer).toMatchObject({ outcome: "done" });
  };
  const reconciled = async () => {
    await world.clock.advance(untilTomorrow);
    const { differences, unanswered } = valueOf(await world.payments.reconcile(shop, day));
    return { told: differences.map(({ kind, reference, statement }) => [kind, reference, statement]), unanswered };
  };
  return { ...world, byConsole, givenBack, reconciled };
}

const agrees = { told: [], unanswered: [] };

test.each([true, false])("a day agrees with a gateway whose list of it is there: %s", async (dayList) => {
  const { reconciled } = await aDay({ dayList });
  expect(await reconciled()).toEqual(agrees);
});

test.each([
  [true, [["only-theirs", "console-1", 5_000]]],
  [false, []],
])("a payment that only the gateway has is found by its list alone: %s", async (dayList, told) => {
  const { byConsole, reconciled } = await aDay({ dayList });
  await byConsole();
  expect(await reconciled()).toEqual({ told, unanswered: [] });
});

test.each(["refused-connection", "answer-lost"] as const)(
  "a list whose call breaks is unanswered: %s",
  async (fault) => {
    const { gateway, reconciled } = await aDay({ dayList: true });
    gateway.faults.next("statement", fault);
    expect(await reconciled()).toEqual({ told: [], unanswered: [`card-statement-default-${day}`] });
    expect(await reconciled()).toEqual(agrees);
  },
);

test("what is left of a payment that only the gateway has is reported, and nothing once all was refunded", async () => {
  const inPart = await aDay({ dayList: true });
  await inPart.byConsole();
  await inPart.givenBack("console-1", 2_000);
  expect(await inPart.reconciled()).toEqual({ told: [["only-theirs", "console-1", 3_000]], unanswered: [] });
  const whole = await aDay({ dayList: true });
  await whole.byConsole();
  await whole.givenBack("console-1", 5_000);
  expect(await whole.reconciled()).toEqual(agrees);
});

test("an approval that our records have lost is reported with its merchant and payment", async () => {
  const { byConsole, clock, payments } = await aDay({ dayList: true });
  const intentKey = "k".repeat(21);
  await byConsole(`approval-${intentKey}`);
  await clock.advance(untilTomorrow);
  const { differences } = valueOf(await payments.reconcile(shop, day));
  expect(differences).toMatchObject([{ kind: "only-theirs", reference: `approval-${intentKey}`, statement: 5_000 }]);
  expect(differences[0]?.action).toContain(`notify merchant 7 (test) that payment ${intentKey} was refunded`);
});
