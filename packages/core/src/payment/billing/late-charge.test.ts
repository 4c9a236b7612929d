import { expect, test } from "vitest";

import { chargeInput, createBillingWorld } from "../../../test/billing-world.ts";
import { codeOf, shop, valueOf, type World } from "../../../test/world.ts";

test("a second card whose time has passed when the first is approved is neither asked nor reversed", async () => {
  let pass = async (): Promise<unknown> => undefined;
  const asked: string[] = [];
  const world = await createBillingWorld({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        const result = await store.commit(changeSet);
        if (changeSet.writes.some(({ body }) => body?.["kind"] === "approval" && body["status"] === "DONE"))
          await pass();
        return result;
      },
    }),
    gateways: (gateway: World["gateway"]) => ({
      ...gateway,
      approve(request) {
        asked.push(`approve ${request.key}`);
        return gateway.approve(request);
      },
      reverse(request) {
        asked.push(`reverse ${request.approvalKey}`);
        return gateway.reverse(request);
      },
    }),
  });
  const charge = chargeInput([await world.billkey("kb"), await world.billkey("shinhan")]);
  pass = () => world.clock.advance(60_000);
  expect(codeOf(await world.charge(charge))).toBe("UNKNOWN_PAYMENT_ERROR");
  pass = async () => undefined;
  await world.pass(120);
  const { intentKey, status } = valueOf(await world.payments.intents.lookUp(shop, { orderId: charge.orderId }));
  expect(status).toBe("ABORTED");
  expect(asked).toEqual([`approve approval-${intentKey}`, `reverse approval-${intentKey}`]);
  expect(world.held()).toBe(0);
});
