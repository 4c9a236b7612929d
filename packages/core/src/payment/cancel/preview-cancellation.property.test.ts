import fc from "fast-check";
import { expect, test } from "vitest";
import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { codeOf, shop, valueOf } from "../../../test/world.ts";
import type { Balances } from "../../engine/posting/posting.ts";
import { earningRecord, returnKey } from "../../ledger/earning/earning.ts";
import { cancellationRecord } from "./cancellation-attempt.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import { intentRecord } from "../intent/intent.ts";

type BillingWorld = Awaited<ReturnType<typeof createBillingWorld>>;

interface Step {
  /** A share of what remains, more than the whole now and then; 1 is asked for without an amount. */
  readonly share: number;
  /** The tax-free share of the canceled amount; null leaves it out. */
  readonly taxFree: number | null;
  /** Whole days to wait before it. */
  readonly days: number;
}

const steps = fc.array(
  fc.record({
    share: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1.1, noNaN: true })),
    taxFree: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    days: fc.constantFrom(0, 0, 1, 5),
  }),
  { minLength: 1, maxLength: 6 },
);

const paid = fc.record({
  feeRate: fc.integer({ min: 0, max: 100_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4)),
  amounts: fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 3 }),
  taxFree: fc.double({ min: 0, max: 1, noNaN: true }),
  steps,
});

interface Charged {
  /** Won of each card. */
  readonly amounts: readonly number[];
  /** A share of the whole. */
  readonly taxFree: number;
}

async function charged(world: BillingWorld, { amounts, taxFree }: Charged): Promise<string> {
  const keys: string[] = [];
  for (const [index] of amounts.entries()) keys.push(await world.billkey(index === 0 ? "kb" : "shinhan"));
  const instruments = amounts.map((amount, index) => ({ billing: keys[index] ?? "", amount }));
  const totalAmount = amounts.reduce((sum, amount) => sum + amount, 0);
  const taxFreeAmount = Math.floor(totalAmount * taxFree);
  return valueOf(await world.charge(chargeInput([], { instruments, totalAmount, taxFreeAmount }))).intentKey;
}

/** A payment's cancellations by its records, from the number `after` on. */
async function recorded({ memory }: BillingWorld, intentKey: string, after: number) {
  const read = async <Body>({
    schema,
    kind,
    id,
  }: {
    schema: { parse(body: unknown): Body };
    kind: string;
    id: string;
  }) => {
    const [record] = (await memory.read("7:test", { keys: [{ kind, id }] })).records;
    return record && schema.parse(record.body);
  };
  const intent = await read(intentRecord.ref(intentKey));
  const earning = await read(earningRecord.ref(intentKey));
  if (intent === undefined || earning === undefined) throw new Error("nothing was paid");
  const numbers = Array.from({ length: intent.cancellations - after }, (_, index) => after + 1 + index);
  const attempts = await Promise.all(
    cancellationKeys(intent)
      .slice(after)
      .map((key) => read(cancellationRecord.ref(key))),
  );
  const returns = await Promise.all(numbers.map((number) => read(earningRecord.ref(returnKey(intentKey, number)))));
  return {
    intent,
    earning,
    attempts: attempts.filter((each) => each !== undefined),
    returns: returns.filter((each) => each !== undefined),
  };
}

function changes(before: Balances, after: Balances): Partial<Balances> {
  const all = Object.entries(after).map(([account, balance]) => [account, balance - before[account as keyof Balances]]);
  return Object.fromEntries(all.filter(([, change]) => change !== 0)) as Partial<Balances>;
}

/** Asks for a preview and then cancels: the one must be what the other books, or the same refusal. */
async function stepThrough(world: BillingWorld, intentKey: string, step: Step): Promise<void> {
  await world.clock.advance(step.days * 24 * 60 * 60 * 1000);
  await world.payments.work.runDue(100);
  await world.payments.work.runDue(100);
  const { intent } = await recorded(world, intentKey, 0);
  const remaining = intent.totalAmount - intent.canceledAmount;
  const cancelAmount = step.share === 1 ? undefined : Math.max(1, Math.floor(remaining * step.share));
  const taxFreeAmount = step.taxFree === null ? undefined : Math.floor((cancelAmount ?? remaining) * step.taxFree);
  const asked = { cancelAmount, taxFreeAmount };
  const before = await world.balances();
  const held = world.held();
  const preview = await world.payments.intents.previewCancellation(shop, { intentKey }, asked);
  expect([await world.balances(), world.held()]).toEqual([before, held]);
  const canceled = await world.payments.intents.cancel(shop, { intentKey }, { cancelReason: "sent back", ...asked });
  expect([codeOf(preview), preview.ok ? [] : preview.error.details]).toEqual([
    codeOf(canceled),
    canceled.ok ? [] : canceled.error.details,
  ]);
  if (!preview.ok || !canceled.ok) return;
  const shown = preview.value;
  expect(shown.fee + shown.vat + shown.net).toBe(shown.cancelAmount);
  const booked = { receivable: -shown.cancelAmount, fee: -shown.fee, vat: -shown.vat, [shown.takenFrom]: -shown.net };
  const expected = Object.fromEntries(Object.entries(booked).filter(([, change]) => change !== 0));
  expect(changes(before, await world.balances())).toEqual(expected);
  expect(held - world.held()).toBe(shown.cancelAmount);
  expect(canceled.value.cancel).toMatchObject({ remainingAmount: shown.remainingAmount });
  const after = await recorded(world, intentKey, intent.cancellations);
  expect(after.intent.canceledTaxFreeAmount - intent.canceledTaxFreeAmount).toBe(shown.taxFreeAmount);
  expect(
    after.attempts.map(({ method, amount }) => ({ number: intent.methods[method]?.maskedNumber, amount })),
  ).toEqual(shown.perMethod);
  const days = shown.takenFrom === "pending" ? [after.earning.dueDay] : after.returns.map(({ dueDay }) => dueDay);
  expect(new Set(days)).toEqual(new Set([shown.settlesOn]));
}

test("a preview is what the cancellation then books, before and after settlement, in part and in full", async () => {
  await fc.assert(
    fc.asyncProperty(paid, async ({ feeRate, steps: all, ...payment }) => {
      const world = await createBillingWorld({ merchant: { feeRate, contracts: { taxFree: true } } });
      const intentKey = await charged(world, payment);
      for (const step of all) await stepThrough(world, intentKey, step);
    }),
    { numRuns: 50 },
  );
});

test("after one of several cards was not refunded, the rest is shown as it is booked", async () => {
  const world = await createBillingWorld({ merchant: { contracts: { taxFree: true } } });
  const intentKey = await charged(world, { amounts: [3_000, 5_000, 7_000], taxFree: 0.4 });
  const { cancel } = world.gateway;
  Object.assign(world.gateway, {
    cancel: (request: Parameters<typeof cancel>[0]) =>
      request.key.endsWith("-2") ? { outcome: "refused", code: "REFUND_REJECTED" } : cancel(request),
  });
  expect(codeOf(await world.cancel(intentKey))).toBe("FAILED_REFUND_PROCESS");
  Object.assign(world.gateway, { cancel });
  const shown = valueOf(await world.payments.intents.previewCancellation(shop, { intentKey }));
  expect(shown).toMatchObject({ cancelAmount: 5_000, remainingAmount: 0, perMethod: [{ amount: 5_000 }] });
  await stepThrough(world, intentKey, { share: 1, taxFree: null, days: 0 });
});

test("an unpaid payment has nothing to refund, and a preview leaves it open", async () => {
  const world = await createBillingWorld();
  const { intentKey } = await world.authenticated();
  const { previewCancellation } = world.payments.intents;
  const nothing = { fee: 0, vat: 0, net: 0, takenFrom: "none", settlesOn: null, perMethod: [] };
  expect(valueOf(await previewCancellation(shop, { intentKey }))).toEqual({
    cancelAmount: 10_000,
    taxFreeAmount: 0,
    remainingAmount: 0,
    ...nothing,
  });
  expect(codeOf(await previewCancellation(shop, { intentKey }, { cancelAmount: 1 }))).toBe("NOT_CANCELABLE_AMOUNT");
  expect(await world.status(intentKey)).toBe("IN_PROGRESS");
});

test("the settlement's day moves with a bank holiday that was announced late", async () => {
  const world = await createBillingWorld();
  const { intentKey } = await world.paid();
  const day = async () => valueOf(await world.payments.intents.previewCancellation(shop, { intentKey })).settlesOn;
  expect(await day()).toBe("2026-11-25");
  valueOf(await world.payments.calendar.close("2026-11-25"));
  expect(await day()).toBe("2026-11-26");
});

test.each([
  [{ cancelAmount: 0 }, "INVALID_AMOUNT", "cancelAmount"],
  [{ cancelAmount: 0.5 }, "INVALID_AMOUNT", "cancelAmount"],
  [{ taxFreeAmount: -1 }, "INVALID_REQUEST", "taxFreeAmount"],
  [{ taxFreeAmount: 1 }, "INVALID_REQUEST", "taxFreeAmount"],
  [{ amount: 1_000 }, "INVALID_REQUEST", "amount"],
])("%j is refused by its field", async (input, code, field) => {
  const world = await createBillingWorld();
  const { intentKey } = await world.paid();
  const answer = await world.payments.intents.previewCancellation(shop, { intentKey }, input as object);
  expect(answer).toMatchObject({ error: { code, details: [{ field }] } });
});

test("an unknown order is not found", async () => {
  const { payments } = await createBillingWorld();
  const name = { orderId: "order-that-was-never-made" };
  expect(codeOf(await payments.intents.previewCancellation(shop, name))).toBe("NOT_FOUND_PAYMENT");
});
