import type { ErrorCode, Result } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { openedWithCore, shop } from "../test/core-world.ts";
import { card } from "../test/fixture.ts";

async function opened(seed: number) {
  const world = await openedWithCore();
  await world.payments.merchants.register({ ...shop, name: "찻집", feeRate: "3.3" });
  world.emulator.drawFaults({ rate: 0.3, seed });
  return world;
}

type World = Awaited<ReturnType<typeof opened>>;

function okOf<Value>(result: Result<Value, ErrorCode>): Value | undefined {
  return result.ok ? result.value : undefined;
}

/** A buyer who tries until a card is taken, a confirm, and for every third payment a part back; none is repeated. */
async function buy({ payments }: World, number: number): Promise<string | undefined> {
  const orderId = `order-20261125-${String(number).padStart(4, "0")}`;
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "c0a8-11e9-buyer", orderId, orderName: "우롱차", amount: { value: 10_000 }, ...urls };
  const session = okOf(await payments.sessions.create(shop, order));
  const { cvc: _cvc, ownerName: _name, ownerPhoneNumber: _phone, ...typed } = card;
  let redirectUrl: string | undefined;
  for (let time = 0; time < 4 && redirectUrl === undefined; time += 1) {
    redirectUrl = okOf(await payments.checkout.authenticate(session?.token ?? "", typed))?.redirectUrl;
  }
  const intentKey = redirectUrl === undefined ? null : new URL(redirectUrl).searchParams.get("intentKey");
  if (intentKey === null) return undefined;
  await payments.intents.confirm(shop, { intentKey, orderId, amount: 10_000 });
  if (number % 3 === 0) {
    await payments.intents.cancel(shop, { intentKey }, { cancelReason: "변심", cancelAmount: 4_000 });
  }
  return intentKey;
}

// Some thousand calls over HTTP take long on a busy machine.
describe.each([1, 2, 3])("chance %i", { timeout: 60_000 }, (seed) => {
  test("with 3 of 10 calls broken, the provider's records and the ledger agree in the end", async () => {
    const world = await opened(seed);
    const { emulator, payments, pass } = world;
    const intentKeys: string[] = [];
    for (let number = 1; number <= 40; number += 1) {
      const intentKey = await buy(world, number);
      if (intentKey !== undefined) intentKeys.push(intentKey);
      await pass(1, 1);
    }
    emulator.drawFaults({ rate: 0 });
    await pass(120, 1);
    await pass(30 * 60, 30);

    const { approvals, bids } = emulator.book();
    const held = new Map(approvals.map((each) => [each.orderId, each.held]));
    const statuses = new Map<string, number>();
    for (const intentKey of intentKeys) {
      const intent = okOf(await payments.intents.lookUp(shop, { intentKey }));
      const isOver = intent?.status === "ABORTED" || intent?.status === "EXPIRED";
      const ours = isOver ? 0 : 10_000 - (intent?.cancel?.canceledAmount ?? 0);
      expect([intentKey, intent?.status, held.get(`approval-${intentKey}`) ?? 0]).toEqual([
        intentKey,
        intent?.status,
        ours,
      ]);
      expect(["DONE", "PARTIAL_CANCELED", "CANCELED", "ABORTED", "EXPIRED"]).toContain(intent?.status);
      statuses.set(intent?.status ?? "", (statuses.get(intent?.status ?? "") ?? 0) + 1);
    }
    expect(statuses.get("DONE")).toBeGreaterThan(10);
    expect(statuses.get("PARTIAL_CANCELED")).toBeGreaterThan(2);
    // Nothing is charged without a payment, and nothing twice.
    expect(approvals.filter(({ orderId }) => !intentKeys.includes(orderId.replace("approval-", "")))).toEqual([]);
    expect(held.size).toBe(approvals.length);
    // A card stays stored only if its token was lost with the answer. Each of them is flagged, and nothing else.
    const flagged = okOf(await payments.attempts.flagged(shop, { limit: 1_000 }))?.items.map(({ key }) => key) ?? [];
    const left = bids.filter(({ expired }) => !expired).map(({ orderId }) => `release-${orderId}`);
    expect(left.filter((key) => !flagged.includes(key))).toEqual([]);
    expect(flagged.filter((key) => !key.startsWith("release-card-"))).toEqual([]);
  });
});
