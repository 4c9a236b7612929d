import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayInSeoul } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { newDatabase } from "../test/new-database.ts";
import {
  createPayments,
  memoryStore,
  sandboxGateway,
  sandboxPayoutBank,
  testCards,
  type SandboxBankOptions,
  type Store,
} from "./index.ts";

/** A folder that does not exist yet, for a sandbox to keep its record in. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wonflow-sandbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "made by us");
}

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

const bankTenant = "7:test";
/** 12:00 in Seoul. */
const startMs = Date.UTC(2026, 10, 20, 3);
const payoutDate = dayInSeoul(startMs);

/** A bank over the record of a place, by a clock that every bank of a test begins with. */
async function openBank(place: SandboxBankOptions) {
  const clock = fakeClock(startMs);
  const bank = await sandboxPayoutBank({ clock, ...place });
  onTestFinished(() => bank.close());
  const asking = { tenant: bankTenant, deadline: startMs + 10_000 } as const;
  const account = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };
  const register = (key: string) =>
    bank.registerSeller({
      ...asking,
      key,
      name: "Tea House",
      businessType: "INDIVIDUAL",
      businessRegistrationNumber: null,
      account,
    });
  const found = (key: string) => bank.lookUpSeller({ ...asking, key });
  const pay = (key: string) =>
    bank.submit({ ...asking, key, payee: { type: "MERCHANT" }, payoutDate, amount: 5_000, account });
  return { clock, bank, register, found, pay };
}

test("sellers and payouts are there after a restart if the record is durable, and not if it is in memory", async () => {
  const [dataDir, url] = [await newFolder(), await newDatabase()];
  // where the record was; where it is after a restart; whether it is known there
  const rows = [
    [{ dataDir }, { dataDir }, true],
    [{ url }, { url }, true],
    [{ url }, { url, dataDir: await newFolder() }, true],
    [{}, {}, false],
    [{ dataDir }, { url: await newDatabase() }, false],
  ] as const;
  for (const [before, after, isKnown] of rows) {
    const first = await openBank(before);
    const [seller] = [await first.register("s"), await first.pay("p")];
    await first.bank.close();
    const second = await openBank(after);
    expect([before, after, await second.found("s")]).toEqual([
      before,
      after,
      isKnown ? seller : { outcome: "not-found" },
    ]);
    await second.clock.advance(3_600_000);
    expect(second.bank.paid(bankTenant)).toBe(isKnown ? 5_000 : 0);
    await second.bank.close();
  }
});

test("a record that can't be read is refused by its place", async () => {
  const dataDir = await newFolder();
  await (await openBank({ dataDir })).bank.close();
  const file = join(dataDir, "sandbox-payouts.jsonl");
  await appendFile(file, '{"op":"submit"}\n');
  const refused = `${file}:1: this entry was not written by the sandbox payout bank`;
  await expect(openBank({ dataDir })).rejects.toThrow(refused);
});

test("without a place, a clock or options it is a bank of this machine", async () => {
  const bank = await sandboxPayoutBank();
  onTestFinished(() => bank.close());
  const seller = (key: string) =>
    bank.registerSeller({
      tenant: bankTenant,
      deadline: Date.now() + 10_000,
      key,
      name: "Tea House",
      businessType: "CORPORATE",
      businessRegistrationNumber: "1234567890",
      account: { bankCode: "004", accountNumber: "110123456789", holderName: "차집" },
    });
  const ids = [await seller("a"), await seller("b")].map((answer) =>
    answer.outcome === "done" ? answer.value.externalSellerId : "",
  );
  const random = ids.map((id) => /^sbx-\d{6}-(.{16})$/.exec(id)?.[1]);
  expect(random).not.toContain(undefined);
  expect(new Set(random).size).toBe(2);
});
