import { dayInSeoul } from "@wonflow/core";
import { startNiceEmulator, type NiceEmulator } from "@wonflow/nice-emulator";
import { expect, onTestFinished, test, vi } from "vitest";

import type { Payments, Result, Tenant } from "../src/index.ts";
import { silentLogger } from "../src/index.ts";
import { readEnvironment } from "../src/settings/environment.ts";
import { serve } from "../src/serve/serve.ts";
import { Command, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const shared = { clientKey: "S2_service", secretKey: "0123456789abcdef0123456789abcdef", merchant: "service" };
const old = { clientKey: "S2_service_old", secretKey: "fedcba9876543210fedcba9876543210", merchant: "service" };
const own = { clientKey: "S2_shop", secretKey: "00112233445566778899aabbccddeeff", merchant: "shop" };
/** Settings with a real key, which no call ever uses here. */
const real = { WONFLOW_NICE_CLIENT_KEY: "R2_service", WONFLOW_NICE_SECRET_KEY: shared.secretKey };

const shop: Tenant = { mId: 7, mode: "live" };

function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

async function newEmulator(): Promise<NiceEmulator> {
  const emulator = await startNiceEmulator({ accounts: [shared, old, own] });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** A service in production, as `wonflow start` runs it, with a registered merchant. */
async function start(emulator: NiceEmulator, settings: Readonly<Record<string, string>>): Promise<Payments> {
  const environment = readEnvironment(
    {
      PORT: "0",
      WONFLOW_URL: "https://pay.example",
      WONFLOW_SECRET: "s".repeat(32),
      WONFLOW_NICE_URL: emulator.url,
      DATABASE_URL: await newDatabase(),
      ...settings,
    },
    "production",
  );
  const service = await serve(environment, silentLogger);
  onTestFinished(() => service.stop());
  const { payments } = service;
  valueOf(
    await payments.merchants.register({
      ...shop,
      name: "Corner Shop",
      feeRate: "3.3",
      contracts: { installmentFeeds: ["PG_B"] },
    }),
  );
  return payments;
}

let orders = 0;

async function authenticated(payments: Payments, number = "9410110000000001") {
  orders += 1;
  const order = { orderId: `live-order-20261125-${1_000 + orders}`, orderName: "녹차", amount: { value: 10_000 } };
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const created = await payments.sessions.create(shop, { customerId: "c_live_buyer", ...order, ...urls });
  if (!created.ok) return created;
  const { token } = created.value;
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const checked = await payments.checkout.authenticate(token, card);
  if (!checked.ok) return checked;
  const intentKey = new URL(checked.value.redirectUrl).searchParams.get("intentKey") ?? "";
  return { ok: true, value: { intentKey, orderId: order.orderId, amount: 10_000 } } as const;
}

async function paid(payments: Payments): Promise<string> {
  const confirmation = valueOf(await authenticated(payments));
  valueOf(await payments.intents.confirm(shop, confirmation));
  return confirmation.intentKey;
}

const keysOf = (...accounts: readonly (typeof shared)[]) => ({
  WONFLOW_NICE_CLIENT_KEY: accounts.map(({ clientKey }) => clientKey).join(","),
  WONFLOW_NICE_SECRET_KEY: accounts.map(({ secretKey }) => secretKey).join(","),
});

test("wonflow start takes live payments with the service's keys, and refunds in part and in full", async () => {
  const emulator = await newEmulator();
  const payments = await start(emulator, keysOf(shared));
  const intentKey = await paid(payments);
  valueOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "한 개 품절", cancelAmount: 3_000 }));
  expect(emulator.book().approvals).toMatchObject([
    { account: "S2_service", amount: 10_000, held: 7_000, cancellations: [{ amount: 3_000 }] },
  ]);
  valueOf(await payments.intents.cancel(shop, { intentKey }, { cancelReason: "모두 취소" }));
  expect(emulator.book().approvals).toMatchObject([{ held: 0 }]);
  const refused = valueOf(await authenticated(payments, "9490000000000101"));
  expect(await payments.intents.confirm(shop, refused)).toMatchObject({ error: { code: "REJECT_CARD_PAYMENT" } });
  const wrong = await authenticated(payments, "9490000000000013");
  expect(wrong).toMatchObject({ error: { code: "INVALID_CARD_PASSWORD" } });
});

test("a new key of the service is used at once, and payments of the old one are refunded", async () => {
  const emulator = await newEmulator();
  const DATABASE_URL = await newDatabase();
  const before = await start(emulator, { ...keysOf(old), DATABASE_URL });
  const intentKey = await paid(before);
  const after = await start(emulator, { ...keysOf(shared, old), DATABASE_URL });
  await paid(after);
  valueOf(await after.intents.cancel(shop, { intentKey }, { cancelReason: "품절" }));
  expect(emulator.book().approvals).toMatchObject([
    { account: "S2_service_old", held: 0 },
    { account: "S2_service", held: 10_000 },
  ]);
});

test("a merchant with a contract of its own pays with its own keys; earlier payments stay with the service's", async () => {
  const emulator = await newEmulator();
  const payments = await start(emulator, keysOf(shared));
  const intentKey = await paid(payments);
  const key = { name: own.clientKey, secret: own.secretKey };
  valueOf(await payments.providerKeys.set(shop, { gateway: "own", keys: [key] }));
  const merchant = valueOf(await payments.merchants.get(shop));
  valueOf(await payments.merchants.register({ ...merchant, gateway: "own" }));
  const ofItsOwn = await paid(payments);
  for (const each of [intentKey, ofItsOwn]) {
    valueOf(await payments.intents.cancel(shop, { intentKey: each }, { cancelReason: "품절", cancelAmount: 1_000 }));
  }
  expect(emulator.book().approvals).toMatchObject([
    { account: "S2_service", held: 9_000 },
    { account: "S2_shop", held: 9_000 },
  ]);
});

test("without the service's keys a merchant needs its own, and the error names them", async () => {
  const emulator = await newEmulator();
  const payments = await start(emulator, {});
  const refused = await authenticated(payments);
  expect(refused).toMatchObject({ error: { code: "FORBIDDEN_REQUEST", details: [{ field: "gateway" }] } });
  expect(JSON.stringify(refused)).toContain("wonflow merchants provider-keys");
  const key = { name: own.clientKey, secret: own.secretKey };
  valueOf(await payments.providerKeys.set(shop, { gateway: "own", keys: [key] }));
  await paid(payments);
  expect(emulator.book().approvals).toMatchObject([{ account: "S2_shop", held: 10_000 }]);
});

test("a payment in 12 months has them at the gateway and for the merchant; 13 are refused", async () => {
  const emulator = await newEmulator();
  const payments = await start(emulator, keysOf(shared));
  const order = { orderId: "live-order-of-12-months", orderName: "다구 세트", amount: { value: 300_000 } };
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const { token } = valueOf(await payments.sessions.create(shop, { customerId: "c_live_buyer", ...order, ...urls }));
  const card = { number: "9410110000000001", expiryMonth: "12", expiryYear: "39", registNo: "900101" };
  const typed = { ...card, passwordFront2: "12" };
  const refused = await payments.checkout.authenticate(token, { ...typed, installmentPlanMonths: 13 });
  expect(refused).toMatchObject({ error: { details: [{ field: "installmentPlanMonths" }] } });
  const { redirectUrl } = valueOf(await payments.checkout.authenticate(token, { ...typed, installmentPlanMonths: 12 }));
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  const confirmation = { intentKey, orderId: order.orderId, amount: 300_000 };
  const { methods } = valueOf(await payments.intents.confirm(shop, confirmation));
  expect(methods).toMatchObject([{ keyin: { installmentPlanMonths: 12 } }]);
  expect(emulator.book().approvals).toMatchObject([{ amount: 300_000, cardQuota: 12 }]);
});

test("months without interest come from the gateway", async () => {
  const emulator = await newEmulator();
  const payments = await start(emulator, keysOf(shared));
  const months = () => payments.installments.interestFreeMonths(shop, { pg: "PG_B" });
  // An answer that is late on a busy machine is asked for again.
  await expect
    .poll(async () => {
      await payments.work.runDue();
      return (await months()).ok;
    })
    .toBe(true);
  const { interestFreeInstallmentCards } = valueOf(await months());
  expect(interestFreeInstallmentCards).toContainEqual({
    issuer: "41",
    minimumAmount: 200_000,
    installmentMonth: { min: 14, max: 14 },
  });
});

test("wonflow reconcile compares a live day with the gateway, and reports a refund that a person made there", async () => {
  const emulator = await newEmulator();
  const DATABASE_URL = await newDatabase();
  const settings = { ...keysOf(shared), DATABASE_URL };
  const payments = await start(emulator, settings);
  await paid(payments);
  const [approval] = emulator.book().approvals;
  const day = dayInSeoul(approval?.paidAt ?? 0);
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
  const environment = { ...settings, WONFLOW_SECRET: "s".repeat(32), WONFLOW_NICE_URL: emulator.url };
  const shown = async (...more: string[]) => {
    vi.useFakeTimers({ now: tomorrow, toFake: ["Date"] });
    const shop = ["--mid", "7", "--mode", "live"];
    const [exitCode, output] = await run(["reconcile", ...shop, "--day", day, ...more], environment);
    vi.useRealTimers();
    return [exitCode, output] as const;
  };
  const reconcile = async () => {
    const [exitCode, output] = await shown("--json");
    return [exitCode, JSON.parse(output)];
  };
  expect(await reconcile()).toMatchObject([0, { payments: 1, differences: [], unanswered: [] }]);
  emulator.refundByHand(approval?.orderId ?? "", 4_000);
  expect(await reconcile()).toMatchObject([1, { differences: [{ ledger: 10_000, provider: 6_000 }] }]);
  const [, text] = await shown();
  const key = /payments\.attempts\.resolve\(tenant, "([^"]+)"/.exec(text)?.[1] ?? "";
  expect(text).toContain(`, or wonflow attempts resolve --mid 7 --mode live --key ${key} --outcome …`);
});

test("wonflow reconcile takes the settings of wonflow start, without a mode", async () => {
  const environment = {
    ...real,
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_NICE_URL: "https://gateway.example",
    WONFLOW_NICE_METHODS: "CARD",
    WONFLOW_WINDOW_URL: "https://window.example",
    DATABASE_URL: await newDatabase(),
  };
  const args = ["--mid", "7", "--mode", "live"];
  await run(["merchants", "set", ...args, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  expect(await run(["reconcile", ...args, "--day", "2026-11-24"], environment)).toEqual([
    0,
    "2026-11-24: 0 payments and 0 payouts compared. All records agree.\n",
  ]);
});

test("wonflow reconcile says where there is no live gateway", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const args = ["reconcile", "--mid", "7", "--mode", "live", "--day", "2026-11-24"];
  expect(await run(args, environment)).toEqual([2, expect.stringContaining("no live gateway is set")]);
});

test("wonflow start and work say where live cards go, and warn no more; wonflow dev refuses the real gateway", async () => {
  const settings = {
    ...real,
    WONFLOW_URL: "https://pay.example",
    WONFLOW_NICE_METHODS: "CARD,KAKAOPAY",
    WONFLOW_WINDOW_URL: "https://window.example",
    WONFLOW_SECRET: "s".repeat(32),
    DATABASE_URL: await newDatabase(),
  };
  const production = new Command(["start"], settings);
  await production.url();
  expect(production.output).toContain(
    "  Live cards  NICE Payments, https://api.nicepay.co.kr\n  Its window  CARD, KAKAOPAY\n",
  );
  expect(production.output).not.toContain("No live payments");
  production.child.kill("SIGTERM");
  expect(await production.exitCode()).toBe(0);
  const work = new Command(["work"], settings);
  await work.url();
  expect(work.output).toContain("  Live cards  NICE Payments");
  work.child.kill("SIGTERM");
  expect(await work.exitCode()).toBe(0);
  const development = new Command(["dev"], { ...settings, DATABASE_URL: "" });
  expect(await development.exitCode()).toBe(1);
  expect(development.output).toContain("live payments need WONFLOW_MODE=production");
});
