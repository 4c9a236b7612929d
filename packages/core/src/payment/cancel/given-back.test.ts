import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import type { AttemptEvidenceInput } from "../../index.ts";

const at = "2026-11-20T14:03:07+09:00";
const chargeBack = { outcome: "charged-back", amount: 3_000, at, note: "letter of 20 November" } as const;
const { amount: _, ...ofTheRest } = chargeBack;

let world: World;
let intentKey: string;

beforeEach(async () => {
  world = await createWorld();
  ({ intentKey } = await world.paid());
  await world.clock.advance(8 * 60 * 60 * 1000);
});

const enter = (
  evidence: AttemptEvidenceInput,
  { key = `approval-${intentKey}`, by = world, idempotencyKey = "" } = {},
) => by.payments.attempts.resolve(shop, key, evidence, idempotencyKey === "" ? {} : { idempotencyKey });

const entered = async (...given: Parameters<typeof enter>) => valueOf(await enter(...given)).entered;

async function canceled() {
  const payment = valueOf(await world.payments.intents.lookUp(shop, { intentKey }));
  const [{ receivable }, audit] = [await world.payments.ledger.balances(shop), await world.payments.ledger.audit(shop)];
  expect(audit.differences).toEqual([]);
  expect(receivable).toBe(10_000 - (payment.cancel?.canceledAmount ?? 0));
  return payment.cancel?.canceledAmount ?? 0;
}

const booked = {
  outcome: "charged-back",
  amount: 3_000,
  at: Date.parse(at),
  enteredAt: Date.UTC(2026, 10, 20, 9),
  excessAmount: 0,
  isRepeat: false,
};

describe("the same approval, outcome, amount and Seoul day is booked once", () => {
  test("one after the other, also with another note and another time of that day", async () => {
    expect(await entered(chargeBack)).toEqual(booked);
    await world.clock.advance(60_000);
    expect(await entered(chargeBack)).toEqual({ ...booked, isRepeat: true });
    const other = { ...chargeBack, at: "2026-11-20T11:00+09:00", note: "the gateway's list" };
    expect(await entered(other)).toEqual({ ...booked, isRepeat: true });
    expect(await canceled()).toBe(3_000);
  });

  test("by two owners at once, in one process and in two", async () => {
    const other = await createWorld({ sharing: world });
    const all = await Promise.all([enter(chargeBack), enter(chargeBack), enter(chargeBack, { by: other })]);
    expect(all.filter((one) => valueOf(one).entered?.isRepeat === false)).toHaveLength(1);
    expect(await canceled()).toBe(3_000);
  });

  test("after a crash behind the commit", async () => {
    const crashing = await createWorld({
      sharing: world,
      store: (store) => ({
        ...store,
        async commit(changeSet) {
          await store.commit(changeSet);
          throw new RangeError("the process has stopped");
        },
      }),
    });
    await expect(enter(chargeBack, { by: crashing })).rejects.toThrow("has stopped");
    expect(await entered(chargeBack)).toMatchObject({ isRepeat: true });
    expect(await canceled()).toBe(3_000);
  });

  test("while a cancellation is in progress", async () => {
    await enter(chargeBack);
    world.gateway.faults.next("cancel", "answer-lost");
    await world.cancel(intentKey, 1_000);
    expect(await entered(chargeBack)).toMatchObject({ isRepeat: true });
    expect(codeOf(await enter({ ...chargeBack, amount: 2_000 }))).toBe("FORBIDDEN_CONSECUTIVE_REQUEST");
  });

  test("without an amount, where the rest was taken with one or without", async () => {
    expect(await entered(ofTheRest)).toMatchObject({ amount: 10_000, isRepeat: false });
    expect(await entered(ofTheRest)).toMatchObject({ amount: 10_000, isRepeat: true });
    expect(await entered({ ...ofTheRest, amount: 10_000 })).toMatchObject({ isRepeat: true });
    expect(await canceled()).toBe(10_000);
  });

  test("without an amount, after parts", async () => {
    await enter(chargeBack);
    expect(await entered(ofTheRest)).toMatchObject({ amount: 7_000, isRepeat: false });
    expect(await entered(ofTheRest)).toMatchObject({ amount: 7_000, isRepeat: true });
    expect(await entered(chargeBack)).toMatchObject({ amount: 3_000, isRepeat: true });
    expect(await canceled()).toBe(10_000);
  });

  test("without an amount, refused after the rest was canceled here", async () => {
    await enter(chargeBack);
    valueOf(await world.cancel(intentKey));
    expect(codeOf(await enter(ofTheRest))).toBe("ALREADY_CONCLUDED_ATTEMPT");
    expect(await canceled()).toBe(10_000);
  });

  test.each<[string, Partial<typeof chargeBack>]>([
    ["another amount", { amount: 2_999 as 3_000 }],
    ["another day in Seoul", { at: "2026-11-21T00:00:01+09:00" as typeof at }],
  ])("%s is another fact", async (_what, change) => {
    await world.clock.advance(24 * 60 * 60 * 1000);
    await enter(chargeBack);
    expect(await entered({ ...chargeBack, ...change })).toMatchObject({ isRepeat: false });
    expect(await canceled()).toBeGreaterThan(5_000);
  });

  test("also where a release before this one has booked it, which kept the outcome in the reason alone", async () => {
    await enter(chargeBack, { by: await earlierRelease() });
    expect(await entered(chargeBack)).toMatchObject({ isRepeat: true });
    expect(await canceled()).toBe(3_000);
  });
});

/** Another process, of a release that did not mark entries. */
function earlierRelease() {
  return createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      commit(changeSet) {
        const writes = changeSet.writes.map((write) => {
          const { entered: _entered, ...body } = write.body ?? {};
          return write.body === null ? write : { ...write, body };
        });
        return store.commit({ ...changeSet, writes });
      },
    }),
  });
}

test("what a release before this one has booked twice is listed, and named where the gateway holds more", async () => {
  const by = await earlierRelease();
  await enter(chargeBack, { by });
  await enter({ ...chargeBack, separate: true, at: "2026-11-20T15:30:00+09:00" }, { by });
  await enter({ ...chargeBack, separate: true, at: "2026-11-20T15:45:00+09:00" });
  const twice = { approvalKey: `approval-${intentKey}`, outcomes: ["charged-back"], amount: 3_000, day: "2026-11-20" };
  const times = ["14:03:07", "15:30:00", "15:45:00"].map((time) => Date.parse(`2026-11-20T${time}+09:00`));
  const found = { ...twice, intentKey, orderId: "order-20261120-0001", times };
  expect(await world.payments.intents.enteredTwice(shop)).toEqual([found]);
  await world.clock.advance(24 * 60 * 60 * 1000);
  const { differences } = valueOf(await world.payments.reconcile(shop, "2026-11-20"));
  const action =
    "Ask the gateway how often it refunded 3000 won on 2026-11-20: 3 are booked (charged-back), maybe one of them twice.";
  expect(differences).toMatchObject([{ kind: "amount", ledger: 1_000, provider: 10_000, action }]);
});

test("separate ones are not listed", async () => {
  await enter(chargeBack);
  await enter({ ...chargeBack, separate: true, at: "2026-11-20T15:30:00+09:00" });
  await enter({ ...chargeBack, amount: 2_000 });
  expect(await world.payments.intents.enteredTwice(shop)).toEqual([]);
});

describe("another one of that day is separate", () => {
  const separate = { ...chargeBack, separate: true, at: "2026-11-20T15:30+09:00" };

  test("it is booked once by its minute, and a third one at its own", async () => {
    await enter(chargeBack);
    expect(await entered(separate)).toMatchObject({ isRepeat: false });
    expect(await entered(separate)).toMatchObject({ at: Date.parse(separate.at), isRepeat: true });
    expect(await entered({ ...separate, at: "2026-11-20T15:30:59.9+09:00" })).toMatchObject({ isRepeat: true });
    const { separate: _separate, ...plain } = separate;
    expect(await entered(plain)).toMatchObject({ at: Date.parse(separate.at), isRepeat: true });
    expect(await entered({ ...separate, at: "2026-11-20T15:31+09:00" })).toMatchObject({ isRepeat: false });
    expect(await canceled()).toBe(9_000);
  });

  test("by two owners at once it is booked once", async () => {
    await enter(chargeBack);
    const all = await Promise.all([enter(separate), enter(separate)]);
    expect(all.filter((one) => valueOf(one).entered?.isRepeat === false)).toHaveLength(1);
    expect(await canceled()).toBe(6_000);
  });

  test("of the rest too", async () => {
    await enter({ ...chargeBack, amount: 5_000 });
    expect(await entered(ofTheRest)).toMatchObject({ isRepeat: true });
    const rest = { ...ofTheRest, separate: true, at: separate.at };
    expect(await entered(rest)).toMatchObject({ amount: 5_000, isRepeat: false });
    expect(await entered(rest)).toMatchObject({ amount: 5_000, isRepeat: true });
    expect(await canceled()).toBe(10_000);
  });

  test("not where none is booked, and not at the minute of the one that is", async () => {
    const refused = await enter(separate);
    const problem = "must be left out: no other charged-back of 3000 won is booked on 2026-11-20";
    expect(refused).toMatchObject({ error: { code: "INVALID_REQUEST", details: [{ field: "separate", problem }] } });
    await enter(chargeBack);
    expect(await enter({ ...separate, at: "2026-11-20T14:03+09:00" })).toMatchObject({
      error: {
        code: "INVALID_REQUEST",
        details: [{ field: "at", problem: expect.stringContaining("another minute") }],
      },
    });
    expect(await canceled()).toBe(3_000);
  });

  test("not of what was done", async () => {
    const done = { outcome: "done", at, note: "x", separate: true } as const;
    expect(await enter(done)).toMatchObject({ error: { details: [{ field: "separate" }] } });
  });
});

describe("an idempotency key", () => {
  const idempotencyKey = "evidence-1";

  test("answers as it did the first time", async () => {
    const first = await entered(chargeBack, { idempotencyKey });
    expect(first).toMatchObject({ isRepeat: false });
    expect(await entered(chargeBack, { idempotencyKey })).toEqual(first);
    expect(await entered(chargeBack, { idempotencyKey: "evidence-2" })).toMatchObject({ isRepeat: true });
    expect(await entered(chargeBack, { idempotencyKey: "evidence-2" })).toMatchObject({ isRepeat: true });
    expect(await canceled()).toBe(3_000);
  });

  test("of other evidence, or of another call, is refused", async () => {
    await enter(chargeBack, { idempotencyKey });
    for (const change of [{ amount: 2_000 }, { note: "another" }, { at: "2026-11-20T14:04:00+09:00" }]) {
      expect(codeOf(await enter({ ...chargeBack, ...change }, { idempotencyKey }))).toBe("IDEMPOTENCY_KEY_REUSED");
    }
    expect(codeOf(await enter(chargeBack, { idempotencyKey: "가" }))).toBe("INVALID_IDEMPOTENCY_KEY");
    expect(await canceled()).toBe(3_000);
  });

  test("sent twice at once books once", async () => {
    const all = await Promise.all([enter(chargeBack, { idempotencyKey }), enter(chargeBack, { idempotencyKey })]);
    expect(all.map((one) => valueOf(one).entered?.isRepeat)).toEqual([false, false]);
    expect(await canceled()).toBe(3_000);
  });
});

describe("its time", () => {
  const approvedAt = "2026-11-20T10:00:00+09:00";

  test.each([
    ["2026-11-20T09:54:59+09:00", "before the approval"],
    ["2020-01-02T10:00:00+09:00", "years before it"],
    ["2026-11-20T18:05:01+09:00", "in the future"],
  ])("%s is refused: %s", async (time) => {
    const range = `must be between ${approvedAt}, when it was approved, and now, 2026-11-20T18:00:00+09:00`;
    expect(await enter({ ...chargeBack, at: time })).toMatchObject({
      error: { code: "INVALID_REQUEST", details: [{ field: "at", problem: range }] },
    });
    expect(await canceled()).toBe(0);
  });

  test.each(["2026-11-20T09:55+09:00", "2026-11-20T10:00+09:00", "2026-11-20T18:05+09:00", "2026-11-20T09:00:00Z"])(
    "%s is possible",
    async (time) => {
      expect(codeOf(await enter({ ...chargeBack, at: time }))).toBe("ok");
    },
  );
});

test.each([Date.UTC(2020, 0, 2), Date.UTC(2036, 0, 2), Number.NaN])(
  "our cancellation with a gateway time of %j is not booked, and is flagged",
  async (canceledAt) => {
    const { cancel } = world.gateway;
    const misdated = {
      ...world.gateway,
      cancel: async (request: Parameters<typeof cancel>[0]) => {
        const answer = await cancel(request);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, canceledAt } } : answer;
      },
    };
    const other = await createWorld({ sharing: { ...world, gateway: misdated } });
    expect(codeOf(await other.cancel(intentKey, 3_000))).toBe("FAILED_PARTIAL_REFUND");
    expect(await canceled()).toBe(0);
    const { items } = valueOf(await world.payments.attempts.flagged(shop));
    expect(items).toMatchObject([{ key: `cancellation-${intentKey}-1` }]);
  },
);
