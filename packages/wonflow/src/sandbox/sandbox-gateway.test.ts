import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { newDatabase, newFolder } from "../../test/sandbox-places.ts";
import { createPayments, memoryStore, sandboxGateway, testCards, type Store } from "../index.ts";

type Place = Parameters<typeof sandboxGateway>[0];

const tenant = { mId: 7, mode: "test" } as const;

async function open(store: Store, place: Place) {
  const gateway = await sandboxGateway(place);
  onTestFinished(() => gateway.close());
  const parts = { store, gateways: { test: gateway }, ...(place?.clock && { clock: place.clock }) };
  return { gateway, payments: createPayments({ ...parts, secret: "s".repeat(32) }) };
}

/** A payment of 10,000 won, in a store that outlives the process, and a gateway that keeps its record in a place. */
async function paid(place: Place) {
  const store = memoryStore();
  const { gateway, payments } = await open(store, place);
  await payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const order = { customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Tea", ...urls };
  const session = await payments.sessions.create(tenant, { ...order, amount: { value: 10_000 } });
  const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const next = await payments.checkout.authenticate(session.ok ? session.value.token : "", card);
  const intentKey = new URL(next.ok ? next.value.redirectUrl : "").searchParams.get("intentKey") ?? "";
  await payments.intents.confirm(tenant, { intentKey, orderId: order.orderId, amount: 10_000 });
  await gateway.close();
  return { store, intentKey };
}

interface Taken {
  readonly store: Store;
  readonly intentKey: string;
}

async function givenBack({ store, intentKey }: Taken, place: Place, cancelAmount: number): Promise<string> {
  const { payments } = await open(store, place);
  const canceled = await payments.intents.cancel(tenant, { intentKey }, { cancelReason: "restart", cancelAmount });
  return canceled.ok ? canceled.value.status : canceled.error.code;
}

test("a payment can be refunded after a restart if the record is durable, and not if it is in memory", async () => {
  const [dataDir, url] = [await newFolder(), await newDatabase()];
  // where the record was; where it is after a restart; the outcome of a full refund
  const rows: readonly (readonly [Place, Place, string])[] = [
    [{ dataDir }, { dataDir }, "CANCELED"],
    [{ url }, { url }, "CANCELED"],
    [{ url }, { url, dataDir: await newFolder() }, "CANCELED"],
    [{}, {}, "REFUND_REJECTED"],
    [{ dataDir }, { url }, "REFUND_REJECTED"],
  ];
  for (const [before, after, answer] of rows) {
    expect([before, after, await givenBack(await paid(before), after, 10_000)]).toEqual([before, after, answer]);
  }
});

test("two gateways of one place have records of their own by their names", async () => {
  for (const place of [{ url: await newDatabase() }, { dataDir: await newFolder() }]) {
    const taken = await paid({ ...place, name: "second-one" });
    expect(await givenBack(taken, place, 4_000)).toBe("REFUND_REJECTED");
    expect(await givenBack(taken, { ...place, name: "second-two" }, 4_000)).toBe("REFUND_REJECTED");
    expect(await givenBack(taken, { ...place, name: "second-one" }, 10_000)).toBe("CANCELED");
  }
  await expect(sandboxGateway({ name: 'x"; drop' })).rejects.toThrow("a sandbox can't be called");
});

test("its list of a day, which it has on demand, is there after a restart, and is reconciled", async () => {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 3));
  const place = { dataDir: await newFolder(), clock };
  const { intentKey } = await paid(place);
  await clock.advance(24 * 3_600_000);
  // The store of another service: the gateway alone has the payment.
  const reconciled = async (dayList: boolean) => {
    const { gateway, payments } = await open(memoryStore(), { ...place, promises: { dayList } });
    await payments.merchants.register({ ...tenant, name: "Corner Shop", feeRate: "3.3" });
    const answer = await payments.reconcile(tenant, "2026-11-20");
    await gateway.close();
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.differences.map(({ kind, reference }) => [kind, reference]);
  };
  expect(await reconciled(false)).toEqual([]);
  expect(await reconciled(true)).toEqual([["only-theirs", `approval-${intentKey}`]]);
});
