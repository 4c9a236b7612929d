import fc from "fast-check";
import type { SandboxGateway } from "@wonflow/sandbox";
import { expect, test } from "vitest";
import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { CashierLimits } from "../../settings.ts";
import type { OperatorRole } from "../../merchant/operator/operator.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { cancellationRecord } from "./cancellation-attempt.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import { intentRecord } from "../intent/intent.ts";

const cancelReason = "out of stock";
const minute = 60_000;

async function counter(cashierLimits: CashierLimits = { perCancellation: 5_000, perDay: 8_000 }) {
  // A cancellation that the gateway never got is refused, and not sent again.
  const gateways = (gateway: SandboxGateway) => ({ ...gateway, repeatsCancellations: false });
  const world = await createWorld({ settings: { cashierLimits }, gateways });
  const { payments, memory } = world;
  let orders = 0;
  /** A payment of 10,000 won. */
  const paid = async (card = "kb") => {
    orders += 1;
    const { intentKey } = await world.paid({ orderId: `order-20261120-${String(orders).padStart(4, "0")}`, card });
    return { intentKey };
  };
  const cancel = (
    name: { readonly intentKey: string },
    cancelAmount?: number,
    { operator = "kim", role = "cashier", key }: Partial<Asking> = {},
  ) =>
    payments.intents.cancel(
      shop,
      name,
      { cancelReason, cancelAmount },
      { by: { operator, role }, ...(key !== undefined && { idempotencyKey: key }) },
    );
  const taken = async (cashier = "kim") => {
    const { records } = await memory.read("7:test", { keys: [{ kind: "cashierAllowance", id: cashier }] });
    return records[0]?.body["taken"];
  };
  return { ...world, paid, cancel, taken };
}

interface Asking {
  readonly operator: string | null;
  readonly role: OperatorRole;
  readonly key: string;
}

test("a cashier refunds up to the limit of a cancellation; the refusal above it names the limit", async () => {
  const { paid, cancel } = await counter();
  const payment = await paid();
  const code = "CASHIER_LIMIT_EXCEEDED";
  const problem = "must be at most 5000 won in one cancellation of a cashier";
  const refused = { ok: false, error: { code, details: [{ field: "cancelAmount", code, problem }] } };
  expect(await cancel(payment, 5_001)).toEqual(refused);
  expect(await cancel(payment)).toEqual(refused);
  expect(codeOf(await cancel(payment, 5_000))).toBe("ok");
});

test("all cancellations of a day count together, and the next day in Seoul starts at zero", async () => {
  const { paid, cancel, clock, taken } = await counter();
  const [one, two] = [await paid(), await paid()];
  expect(codeOf(await cancel(one, 5_000))).toBe("ok");
  expect(await cancel(two, 3_001)).toMatchObject({
    error: { code: "CASHIER_LIMIT_EXCEEDED", details: [{ problem: expect.stringContaining("at most 3000 won") }] },
  });
  expect(codeOf(await cancel(two, 3_000))).toBe("ok");
  expect(codeOf(await cancel(two, 1))).toBe("CASHIER_LIMIT_EXCEEDED");
  expect(await taken()).toBe(8_000);
  await clock.advance(Date.parse("2026-11-21T00:00:00+09:00") - 1 - clock.now());
  expect(codeOf(await cancel(two, 1))).toBe("CASHIER_LIMIT_EXCEEDED");
  await clock.advance(1);
  expect(codeOf(await cancel(two, 4_000))).toBe("ok");
  expect(await taken()).toBe(4_000);
});

test.each<[string, Partial<Asking>, string]>([
  ["the cashier again", {}, "CASHIER_LIMIT_EXCEEDED"],
  ["another cashier", { operator: "lee" }, "ok"],
  ["an owner of the same name", { role: "owner" }, "ok"],
])("after a cashier's day is used up: %s", async (_what, asking, code) => {
  const { paid, cancel } = await counter({ perDay: 8_000 });
  expect(codeOf(await cancel(await paid(), 8_000))).toBe("ok");
  expect(codeOf(await cancel(await paid(), 8_000, asking))).toBe(code);
});

test("cashiers whom a host does not name count together", async () => {
  const { paid, cancel } = await counter({ perDay: 8_000 });
  expect(codeOf(await cancel(await paid(), 8_000, { operator: null }))).toBe("ok");
  expect(codeOf(await cancel(await paid(), 1, { operator: null }))).toBe("CASHIER_LIMIT_EXCEEDED");
});

test("a name that no database takes is counted all the same", async () => {
  const { paid, cancel } = await counter({ perDay: 8_000 });
  const operator = `\0${"x".repeat(198)}😀`;
  expect(codeOf(await cancel(await paid(), 8_000, { operator }))).toBe("ok");
  expect(codeOf(await cancel(await paid(), 1, { operator }))).toBe("CASHIER_LIMIT_EXCEEDED");
});

test("a merchant's server has no limits, and without limits nothing is counted", async () => {
  const { paid, payments, taken } = await counter();
  expect(codeOf(await payments.intents.cancel(shop, await paid(), { cancelReason }))).toBe("ok");
  const free = await counter({});
  expect(codeOf(await free.cancel(await free.paid()))).toBe("ok");
  expect([await taken(), await free.taken()]).toEqual([undefined, undefined]);
});

test("canceling a payment that was not charged takes nothing from the allowance", async () => {
  const { authenticated, cancel, taken } = await counter();
  const { intentKey } = await authenticated();
  expect(valueOf(await cancel({ intentKey })).status).toBe("CANCELED");
  expect(await taken()).toBeUndefined();
});

test("a limit of 0 lets a cashier cancel nothing that was charged", async () => {
  for (const limits of [{ perDay: 0 }, { perCancellation: 0 }]) {
    const { paid, cancel } = await counter(limits);
    expect(codeOf(await cancel(await paid(), 1))).toBe("CASHIER_LIMIT_EXCEEDED");
  }
});

test("a double press takes once, and gets the same answer also where the day is used up", async () => {
  const { paid, cancel, taken } = await counter({ perDay: 8_000 });
  const payment = await paid();
  const press = () => cancel(payment, 5_000, { key: "press-1" });
  const [first, second] = await Promise.all([press(), press()]);
  expect([codeOf(first), codeOf(second)].toSorted()).toEqual(["IDEMPOTENT_REQUEST_PROCESSING", "ok"]);
  expect(await taken()).toBe(5_000);
  expect(codeOf(await cancel(await paid(), 3_000))).toBe("ok");
  expect(valueOf(await press()).status).toBe("PARTIAL_CANCELED");
  expect(await taken()).toBe(8_000);
});

test("concurrent cancellations never exceed the limit", async () => {
  const { paid, cancel, taken } = await counter({ perDay: 8_000 });
  const payments = await Promise.all(Array.from({ length: 6 }, () => paid()));
  const codes = (await Promise.all(payments.map((payment) => cancel(payment, 3_000)))).map(codeOf);
  expect(codes.filter((code) => code === "ok")).toHaveLength(2);
  expect(codes.filter((code) => code === "CASHIER_LIMIT_EXCEEDED")).toHaveLength(4);
  expect(await taken()).toBe(6_000);
});

test("the commit that records a cancellation as refused returns its allowance", async () => {
  const { paid, cancel, taken } = await counter();
  await cancel(await paid(), 1_000);
  expect(codeOf(await cancel(await paid("no-refund"), 5_000))).toBe("REFUND_REJECTED");
  expect(await taken()).toBe(1_000);
  expect(codeOf(await cancel(await paid(), 5_000))).toBe("ok");
});

test("an unknown outcome keeps it until it is refused for certain", async () => {
  const { paid, cancel, taken, gateway, pass } = await counter({ perDay: 8_000 });
  const payment = await paid();
  gateway.faults.next("cancel", "refused-connection");
  expect(codeOf(await cancel(payment, 5_000))).toBe("FAILED_PARTIAL_REFUND");
  expect(await taken()).toBe(5_000);
  expect(codeOf(await cancel(await paid(), 5_000))).toBe("CASHIER_LIMIT_EXCEEDED");
  await pass(20 * 60);
  expect(await taken()).toBe(0);
});

test("an unknown outcome that is found done stays taken", async () => {
  const { paid, cancel, taken, gateway, pass, status } = await counter({ perDay: 8_000 });
  const payment = await paid();
  gateway.faults.next("cancel", "answer-lost");
  expect(codeOf(await cancel(payment, 5_000))).toBe("FAILED_PARTIAL_REFUND");
  await pass(20 * 60);
  expect(await status(payment.intentKey)).toBe("PARTIAL_CANCELED");
  expect(await taken()).toBe(5_000);
});

test("a refusal on a later day returns nothing to that day's allowance", async () => {
  const { paid, cancel, taken, gateway, clock, pass } = await counter({ perDay: 8_000 });
  await clock.advance(Date.parse("2026-11-20T23:59:00+09:00") - clock.now());
  const payment = await paid();
  gateway.faults.next("cancel", "refused-connection");
  await cancel(payment, 5_000);
  await clock.advance(2 * minute);
  expect(codeOf(await cancel(await paid(), 6_000))).toBe("ok");
  await pass(20 * 60);
  expect(await taken()).toBe(6_000);
});

test.each([{ perDay: -1 }, { perDay: 1.5 }, { perCancellation: Number.NaN }, { perCancellation: "5" as never }])(
  "limits of %j are invalid",
  async (cashierLimits) => {
    await expect(createWorld({ settings: { cashierLimits } })).rejects.toThrow(/^settings\.cashierLimits\.per/);
  },
);

const perDay = 12_000;

const stepArbitrary = fc.oneof(
  fc.record({
    what: fc.constant("cancel" as const),
    payment: fc.nat(2),
    amount: fc.integer({ min: 1, max: 6_000 }),
    fault: fc.constantFrom(undefined, undefined, "answer-lost" as const, "refused-connection" as const),
    key: fc.constantFrom(undefined, "press-1", "press-2"),
  }),
  fc.record({ what: fc.constant("wait" as const), minutes: fc.constantFrom(1, 20, 7 * 60) }),
);

test("a cashier's daily sum counts the cancellations that are not refused, and never exceeds the limit", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 14 }), async (steps) => {
      const gateways = (gateway: SandboxGateway) => ({ ...gateway, repeatsCancellations: false });
      const world = await createWorld({ settings: { cashierLimits: { perDay } }, gateways });
      const { payments, memory, clock, gateway } = world;
      // The third one is of a card whose payments its gateway never refunds.
      const paid = [
        await world.paid({ orderId: "order-20261120-0001" }),
        await world.paid({ orderId: "order-20261120-0002" }),
        await world.paid({ orderId: "order-20261120-0003", card: "no-refund" }),
      ];
      const read = async (kind: string, id: string) =>
        (await memory.read("7:test", { keys: [{ kind, id }] })).records[0]?.body;
      const check = async () => {
        const today = dayInSeoul(clock.now());
        let counted = 0;
        for (const { intentKey } of paid) {
          const intent = intentRecord.schema.parse(await read("intent", intentKey));
          for (const key of cancellationKeys(intent)) {
            const body = await read("attempt", key);
            const { amount, status, allowance } = cancellationRecord.schema.parse(body);
            expect(allowance?.cashier).toBe("kim");
            if (allowance?.day === today && status !== "REFUSED") counted += amount;
          }
        }
        const sum = await read("cashierAllowance", "kim");
        expect(sum?.["day"] === today ? sum["taken"] : 0).toBe(counted);
        expect(counted).toBeLessThanOrEqual(perDay);
      };
      for (const step of steps) {
        if (step.what === "wait") {
          await clock.advance(step.minutes * 60_000);
          await payments.work.runDue(100);
        } else {
          const { intentKey = "" } = paid[step.payment] ?? {};
          if (step.fault !== undefined) gateway.faults.next("cancel", step.fault);
          const { amount: cancelAmount, key: idempotencyKey } = step;
          const options = { by: { operator: "kim", role: "cashier" } as const, idempotencyKey };
          codeOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "x", cancelAmount }, options));
        }
        await check();
      }
    }),
    { numRuns: 60 },
  );
});
