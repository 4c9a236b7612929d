import { leastPromises } from "@wonflow/sandbox";
import { beforeEach, describe, expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import type { AttemptEvidenceInput, Store } from "../../index.ts";

// A gateway whose calls may arrive an hour late: what it did is found by a reconciliation, and by the final look-up a
// day after the conclusion.

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

let world: World;
let intentKey: string;

beforeEach(async () => {
  world = await createWorld({ promises: leastPromises });
});

async function wait(ms: number, { by = world, step = hourMs } = {}): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await world.clock.advance(Math.min(step, ms - passed));
    for (let again = 0; again < 4; again += 1) await by.payments.work.runDue(100);
  }
}

/** A cancellation that reaches the gateway an hour late; here it has ended as refused. */
async function arrivedLate(amount?: number) {
  world.gateway.faults.next("cancel", { kind: "arrives-late", ms: hourMs });
  await world.cancel(intentKey, amount);
  await wait(2 * hourMs, { step: 600_000 });
}

const enter = (change: Partial<AttemptEvidenceInput> & { readonly amount: number }, by = world) => {
  const at = new Date(world.clock.now()).toISOString();
  const evidence = { outcome: "canceled", at, note: "the gateway's list", ...change } as const;
  return by.payments.attempts.resolve(shop, `approval-${intentKey}`, evidence);
};

const entered = async (...given: Parameters<typeof enter>) => valueOf(await enter(...given)).entered;

const held = () => world.gateway.held("7:test");

/** What the books say that remains of the payment; they agree with their postings and counters. */
async function remains() {
  const { ledger, overview, intents } = world.payments;
  const { balances, differences } = await ledger.audit(shop);
  expect(differences).toEqual([]);
  expect((await overview.recount(shop)).differences).toEqual([]);
  const { cancel, totalAmount } = valueOf(await intents.lookUp(shop, { intentKey }));
  expect(balances.receivable).toBe(totalAmount - (cancel?.canceledAmount ?? 0) - (cancel?.excessAmount ?? 0));
  return balances.receivable;
}

const flags = (by = world) => by.notices.filter(({ kind }) => kind === "attempt-flagged");

/** As an operator does it at the gateway's console. */
async function refundByHand(amount: number) {
  const now = world.clock.now();
  const call = { tenant: "7:test", key: `by-hand.${now}`, askedAt: now, credentials: null, deadline: now + 1 } as const;
  const approvalKey = `approval-${intentKey}`;
  const approval = { authentication: null, approvalKey, approvalReference: null, approvalAskedAt: now };
  const wanted = { amount, taxFreeAmount: 0, remainingAmount: held(), reason: "by hand" };
  expect(await world.gateway.cancel({ ...call, ...approval, ...wanted })).toMatchObject({ outcome: "done" });
}

/** Does something else before the next commit. */
function interrupted(memory: Store, meanwhile: (() => Promise<unknown>)[]): Store {
  return {
    ...memory,
    async commit(changeSet) {
      await meanwhile.pop()?.();
      return memory.commit(changeSet);
    },
  };
}

/** As an earlier release, which booked what the final look-up found even if it had been entered. */
function withoutEntries(memory: Store): Store {
  return {
    ...memory,
    async read(owner, asking) {
      const { records, ...rest } = await memory.read(owner, asking);
      const unmarked = records.map((record) => {
        if (record?.body["entered"] === undefined || record.body["entered"] === null) return record;
        return { ...record, body: { ...record.body, entered: null, reason: "x" } };
      });
      return { ...rest, records: unmarked };
    },
  };
}

/** No look-up is waiting any more. */
const isRest = () => world.memory.listDue("attempt", 100).then((due) => due.length === 0);

describe("a cancellation that arrived late is booked once", () => {
  beforeEach(async () => {
    ({ intentKey } = await world.paid());
  });

  test("if an operator has entered it before the final look-up, which reports that", async () => {
    await arrivedLate(3_000);
    await wait(16 * hourMs);
    const { differences } = valueOf(await world.payments.reconcile(shop, "2026-11-20"));
    expect(differences).toMatchObject([{ kind: "given-back", attempt: { givenBack: 3_000 } }]);
    expect(await entered({ amount: 3_000 })).toMatchObject({ isRepeat: false });
    expect(flags()).toEqual([]);
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([7_000, 7_000]);
    const reason = expect.stringContaining("it is entered already, as");
    expect(flags()).toMatchObject([{ attempt: `cancellation-${intentKey}-1`, reason }]);
    expect(await isRest()).toBe(true);
    expect(await world.payments.intents.enteredTwice(shop)).toEqual([]);
    expect(valueOf(await world.payments.reconcile(shop, "2026-11-20")).differences).toEqual([]);
  });

  test("if an operator enters it after the final look-up, on a page opened before", async () => {
    await arrivedLate(3_000);
    await wait(dayMs);
    expect(await remains()).toBe(7_000);
    expect(await entered({ amount: 3_000 })).toMatchObject({ amount: 3_000, isRepeat: true });
    expect([held(), await remains()]).toEqual([7_000, 7_000]);
  });

  test("in full, by evidence of all that remains", async () => {
    await arrivedLate();
    const at = new Date(world.clock.now()).toISOString();
    const rest = { outcome: "canceled", at, note: "the gateway's list" } as const;
    valueOf(await world.payments.attempts.resolve(shop, `approval-${intentKey}`, rest));
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([0, 0]);
    expect(flags()).toMatchObject([{ reason: expect.stringContaining("entered already") }]);
    expect(valueOf(await world.payments.attempts.resolve(shop, `approval-${intentKey}`, rest)).entered).toMatchObject({
      isRepeat: true,
    });
  });

  test("in full, by the final look-up alone", async () => {
    await arrivedLate();
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([0, 0]);
    expect(flags()).toMatchObject([{ reason: expect.stringContaining("it is booked now") }]);
    expect(await isRest()).toBe(true);
  });

  test("and one that never arrived is not booked; the final look-up ends without a flag", async () => {
    world.gateway.faults.next("cancel", { kind: "refused-connection" });
    await world.cancel(intentKey, 3_000);
    await wait(2 * hourMs, { step: 600_000 });
    expect(await isRest()).toBe(false);
    await wait(2 * dayMs);
    expect([held(), await remains(), flags()]).toEqual([10_000, 10_000, []]);
    expect(await isRest()).toBe(true);
  });

  test("where it was entered as a chargeback of that day", async () => {
    await arrivedLate(3_000);
    valueOf(await enter({ outcome: "charged-back", amount: 3_000 }));
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([7_000, 7_000]);
  });

  test("if an operator and the final look-up commit at the same time", async () => {
    for (const [first, second] of [
      ["operator", "final look-up"],
      ["final look-up", "operator"],
    ] as const) {
      world = await createWorld({ promises: leastPromises });
      ({ intentKey } = await world.paid());
      await arrivedLate(3_000);
      await world.clock.advance(dayMs);
      const meanwhile: (() => Promise<unknown>)[] = [];
      const slow = await createWorld({ sharing: world, store: (memory) => interrupted(memory, meanwhile) });
      const act = {
        operator: (by: World) => enter({ amount: 3_000 }, by),
        "final look-up": async (by: World) => Promise.all(await by.payments.work.start("attempt", 100)),
      };
      meanwhile.push(() => act[second](world));
      await act[first](slow);
      expect([held(), await remains()]).toEqual([7_000, 7_000]);
      expect([...flags(), ...flags(slow)]).toHaveLength(1);
    }
  });

  test("with another refund of its amount that the gateway made by itself", async () => {
    await arrivedLate(3_000);
    await wait(dayMs);
    await refundByHand(3_000);
    expect(await entered({ amount: 3_000 })).toMatchObject({ isRepeat: true });
    expect(await entered({ amount: 3_000, separate: true })).toMatchObject({ isRepeat: false });
    expect(await entered({ amount: 3_000 })).toMatchObject({ isRepeat: true });
    expect([held(), await remains()]).toEqual([4_000, 4_000]);
    expect(await world.payments.intents.enteredTwice(shop)).toEqual([]);
  });

  test("of another amount, or of days later, it is another fact", async () => {
    await arrivedLate(3_000);
    await wait(dayMs);
    await refundByHand(2_000);
    expect(await entered({ amount: 2_000 })).toMatchObject({ isRepeat: false });
    await wait(3 * dayMs);
    await refundByHand(3_000);
    expect(await entered({ amount: 3_000 })).toMatchObject({ isRepeat: false });
    expect([held(), await remains()]).toEqual([2_000, 2_000]);
  });

  test("an entry of before it was asked for is another fact", async () => {
    await refundByHand(3_000);
    valueOf(await enter({ amount: 3_000 }));
    await arrivedLate(3_000);
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([4_000, 4_000]);
  });

  test("two of one amount: each entry is of one of them", async () => {
    await arrivedLate(3_000);
    // Otherwise the first one is booked before the second is sent.
    world.gateway.faults.next("lookUp", "refused-connection");
    await arrivedLate(3_000);
    expect(held()).toBe(4_000);
    valueOf(await enter({ amount: 3_000 }));
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([4_000, 4_000]);
    expect(flags()).toHaveLength(2);
    for (const what of ["booked now", "entered already"]) {
      expect(flags()).toContainEqual(expect.objectContaining({ reason: expect.stringContaining(what) }));
    }
  });

  test("two of one amount, both entered, one of them as separate", async () => {
    await arrivedLate(3_000);
    await arrivedLate(3_000);
    valueOf(await enter({ amount: 3_000 }));
    await world.clock.advance(60_000);
    expect(await entered({ amount: 3_000, separate: true })).toMatchObject({ isRepeat: false });
    await wait(2 * dayMs);
    expect([held(), await remains()]).toEqual([4_000, 4_000]);
  });

  test("what an earlier release has booked twice is listed", async () => {
    await arrivedLate(3_000);
    const at = world.clock.now();
    valueOf(await enter({ amount: 3_000 }));
    // Its final look-up did not know of entries: as if this one was not there.
    const unaware = await createWorld({ sharing: world, store: (memory) => withoutEntries(memory) });
    await wait(2 * dayMs, { by: unaware });
    expect([held(), await remains()]).toEqual([7_000, 4_000]);
    const [first] = await world.payments.intents.enteredTwice(shop);
    expect(first).toMatchObject({ outcomes: ["canceled"], amount: 3_000, day: "2026-11-20" });
    expect(first?.times).toContain(at);
    expect(first?.times).toHaveLength(2);
  });
});

test.each([Date.UTC(2036, 0, 2), Number.NaN])(
  "a cancellation that the final look-up finds with a time of %j is not booked, and is flagged",
  async (canceledAt) => {
    ({ intentKey } = await world.paid());
    await arrivedLate(3_000);
    const lookUpCancellation: typeof world.gateway.lookUpCancellation = async (question) => {
      const found = await world.gateway.lookUpCancellation(question);
      return found.outcome === "done" ? { ...found, value: { ...found.value, canceledAt } } : found;
    };
    const by = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
    await wait(2 * dayMs, { by });
    expect(await remains()).toBe(10_000);
    const reason = "the gateway's answer names another amount, another key or a time that cannot be";
    expect(flags(by)).toEqual([expect.objectContaining({ attempt: `cancellation-${intentKey}-1`, reason })]);
    expect(await isRest()).toBe(true);
  },
);

test("a cancellation about which the final look-up answers with another one is asked about again, and booked", async () => {
  ({ intentKey } = await world.paid());
  await arrivedLate(3_000);
  const lookUpCancellation: typeof world.gateway.lookUpCancellation = async (question) => {
    const found = await world.gateway.lookUpCancellation(question);
    return found.outcome === "done" ? { ...found, value: { ...found.value, key: "another" } } : found;
  };
  const by = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpCancellation } } });
  await wait(2 * dayMs, { by });
  expect(await remains()).toBe(10_000);
  const reason = "the gateway's answer names another amount, another key or a time that cannot be";
  expect(flags(by)[0]).toMatchObject({ attempt: `cancellation-${intentKey}-1`, reason });
  await wait(2 * hourMs);
  expect([held(), await remains(), await isRest()]).toEqual([7_000, 7_000, true]);
});

describe("an approval that arrived late", () => {
  beforeEach(async () => {
    // It stores no card: one that was released would refuse what arrives later.
    world = await createWorld({ promises: { ...leastPromises, storesCheckedCards: false } });
    const payment = await world.authenticated();
    ({ intentKey } = payment);
    world.gateway.faults.next("approve", { kind: "arrives-late", ms: hourMs });
    await world.payments.intents.confirm(shop, payment);
    await wait(3 * hourMs, { step: 600_000 });
    expect([await world.status(intentKey), held()]).toEqual(["ABORTED", 10_000]);
  });

  const enterDone = () =>
    world.payments.attempts.resolve(shop, `approval-${intentKey}`, {
      outcome: "done",
      at: new Date(world.clock.now()).toISOString(),
      note: "the gateway's list",
    });

  test("is undone when an operator enters it, and the final look-up ends", async () => {
    await wait(16 * hourMs);
    const { differences } = valueOf(await world.payments.reconcile(shop, "2026-11-20"));
    expect(differences).toMatchObject([{ kind: "only-theirs" }]);
    valueOf(await enterDone());
    await wait(2 * dayMs);
    expect([await world.status(intentKey), held(), await remainsOfNone()]).toEqual(["ABORTED", 0, 0]);
    expect(await isRest()).toBe(true);
  });

  test("is already being undone for an operator when the final look-up finds it", async () => {
    valueOf(await enterDone());
    world.gateway.faults.schedule(({ operation }) =>
      operation === "reverse" || operation === "cancel" ? "refused-connection" : undefined,
    );
    await wait(2 * dayMs);
    const waiting = await world.memory.listDue("attempt", 100);
    expect(waiting.map(({ key }) => key)).toEqual([{ kind: "attempt", id: `reversal-${intentKey}-again` }]);
  });

  test("with an answer of another approval is reported and asked about again, until an answer is about it", async () => {
    const lookUpApproval: typeof world.gateway.lookUpApproval = async (question) => {
      const found = await world.gateway.lookUpApproval(question);
      return found.outcome === "done" ? { ...found, value: { ...found.value, key: "another" } } : found;
    };
    const by = await createWorld({ sharing: { ...world, gateway: { ...world.gateway, lookUpApproval } } });
    await wait(2 * dayMs, { by });
    const reason = expect.stringContaining("names another approval");
    expect(flags(by)[0]).toMatchObject({ attempt: `reversal-${intentKey}`, reason });
    expect([held(), await isRest()]).toEqual([10_000, false]);
    await wait(2 * hourMs);
    expect([held(), await isRest()]).toEqual([0, true]);
  });

  const remainsOfNone = async () => (await world.payments.ledger.balances(shop)).receivable;
});

describe("one fact under two outcomes", () => {
  beforeEach(async () => {
    ({ intentKey } = await world.paid());
    await world.clock.advance(8 * hourMs);
  });

  const at = "2026-11-20T14:03:07+09:00";

  test.each([
    ["canceled", "charged-back"],
    ["charged-back", "canceled"],
  ] as const)("%s, then %s: the second owner learns of the first entry", async (first, outcome) => {
    valueOf(await enter({ outcome: first, amount: 3_000, at }));
    const problem = `must be true if both happened: ${first} of 3000 won is entered already, at 2026-11-20T14:03:07+09:00`;
    for (const time of [at, "2026-11-20T16:30+09:00"]) {
      expect(await enter({ outcome, amount: 3_000, at: time })).toMatchObject({
        error: { code: "INVALID_REQUEST", details: [{ field: "separate", problem }] },
      });
    }
    expect(await remains()).toBe(7_000);
    const separate = { outcome, amount: 3_000, at, separate: true };
    expect(await entered(separate)).toMatchObject({ isRepeat: false });
    expect(await entered(separate)).toMatchObject({ isRepeat: true });
    expect(await entered({ outcome, amount: 3_000, at })).toMatchObject({ isRepeat: true });
    expect(await entered({ outcome: first, amount: 3_000, at })).toMatchObject({ isRepeat: true });
    expect(await remains()).toBe(4_000);
    expect(await world.payments.intents.enteredTwice(shop)).toEqual([]);
  });

  test("in full, so that no excess is booked by mistake", async () => {
    valueOf(await enter({ amount: 10_000, at }));
    expect(codeOf(await enter({ outcome: "charged-back", amount: 10_000, at }))).toBe("INVALID_REQUEST");
    expect(await remains()).toBe(0);
    expect(codeOf(await enter({ outcome: "charged-back", amount: 10_000, at, separate: true }))).toBe("ok");
    expect(await remains()).toBe(-10_000);
  });

  test("of another amount or day, or of a cancellation that was asked for here, is another fact", async () => {
    valueOf(await world.cancel(intentKey, 2_000));
    await enter({ amount: 3_000, at });
    expect(await entered({ outcome: "charged-back", amount: 2_000, at })).toMatchObject({ isRepeat: false });
    await world.clock.advance(dayMs);
    const later = "2026-11-21T14:03:07+09:00";
    expect(await entered({ outcome: "charged-back", amount: 3_000, at: later })).toMatchObject({ isRepeat: false });
    expect(await remains()).toBe(0);
  });

  test("by two owners at once, one is booked", async () => {
    const both = ["canceled", "charged-back"] as const;
    const codes = (await Promise.all(both.map((outcome) => enter({ outcome, amount: 3_000, at })))).map(codeOf);
    expect(codes.toSorted()).toEqual(["INVALID_REQUEST", "ok"]);
    expect(await remains()).toBe(7_000);
  });
});
