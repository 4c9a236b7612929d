import type { SandboxGateway } from "@wonflow/sandbox";
import fc from "fast-check";
import { expect, test } from "vitest";

import { codeOf, createWorld, shop } from "../../../test/world.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import { cancellationRecord } from "./cancellation-attempt.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import { intentRecord } from "../intent/intent.ts";

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
