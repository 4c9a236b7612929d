import { fork, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

import { bindPayments, type Payments, type PayoutView } from "@wonflow/core";
import { sandboxPayoutBank, type SandboxPayoutBank } from "@wonflow/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { systemClock, type Store } from "../src/index.ts";
import { randomIds, webCryptoVault } from "../src/ports.ts";
import { newDatabase } from "./new-database.ts";
import { patientJournal, patientStore } from "./patient-database.ts";
import { program } from "./program.ts";
import { serviceSecret, weekendsOnly } from "./settlement-to-kill.ts";

const shop = { mId: 7, mode: "test" } as const;
const tenant = "7:test";
const available = 100_000_000;
const minuteMs = 60_000;
const ownAccount = { bankCode: "088", accountNumber: "110987654321", holderName: "Payout test" };

/** What is waited for comes soon, save on a machine that is held up. */
const heldUp = { timeout: 300_000 };

const statementSchema = z.object({ nextDay: z.string() });

let now = Date.parse("2026-11-25T10:00:00+09:00");
const clock = { ...systemClock, now: () => now };

/** The service as the test itself asks it: it does no work, and its bank answers. */
async function openService(store: Store, bank: SandboxPayoutBank): Promise<Payments> {
  const payments = bindPayments({
    store,
    gateways: {},
    payoutBanks: { test: bank },
    clock,
    ids: randomIds,
    vault: webCryptoVault([serviceSecret]),
    holidays: weekendsOnly,
  });
  await payments.secret.check();
  await payments.merchants.register({ ...shop, name: "Payout test", feeRate: "0", contracts: { payouts: true } });
  await store.commit({
    id: "what buyers paid",
    tenant,
    at: now,
    expect: [],
    writes: [],
    reference: "what buyers paid",
    postings: [
      { account: "bank", amount: available },
      { account: "available", amount: -available },
    ],
    floors: [],
    tallies: [],
  });
  await payments.payouts.setTransferAccount(shop, { account: ownAccount });
  return payments;
}

async function newBatch({ sellers, payouts }: Payments, name: string): Promise<void> {
  const items = [];
  for (let n = 0; n < 30; n += 1) {
    const refSellerId = `${name}-${n}`;
    const account = { bankCode: "004", accountNumber: `1101234${1000 + n}`, holderName: "김상인" };
    const seller = await sellers.create(shop, { refSellerId, name: refSellerId, businessType: "INDIVIDUAL", account });
    if (!seller.ok) throw new Error(seller.error.code);
    items.push({ refPayoutId: refSellerId, destination: seller.value.id, amount: { value: 10_000 + n } });
  }
  expect(await payouts.createBatch(shop, items)).toMatchObject({ ok: true });
}

async function allPayouts({ payouts }: Payments): Promise<readonly PayoutView[]> {
  const page = await payouts.list(shop, { limit: 1_000 });
  return page.ok ? page.value.items : [];
}

const isOpen = ({ status }: PayoutView) => ["PENDING", "SUBMITTING", "REQUESTED"].includes(status);

test("three processes that are killed, and a bank that fails three calls in ten: its record and our books agree", async () => {
  const url = await newDatabase();
  const store = await patientStore(url);
  onTestFinished(() => store.close());
  const bank = sandboxPayoutBank({ clock, ids: randomIds, journal: await patientJournal(url, "payouts") });
  onTestFinished(() => bank.close());
  const payments = await openService(store, bank);

  const children: ChildProcess[] = [];
  const tell = () => children.forEach((child) => child.connected && child.send({ now }));
  const start = () => {
    const child = fork(program("paying-out-service"), [url]);
    onTestFinished(() => void child.kill("SIGKILL"));
    children.push(child);
    tell();
  };
  /** Lets so many minutes pass, some at a time, while the processes work. */
  const pass = async (minutes: number, step: number) => {
    for (let passed = 0; passed < minutes; passed += step) {
      now += step * minuteMs;
      tell();
      await pause(40);
    }
  };
  /** The day whose statement is read next. Where that is before a day, time passes until it is tried, and no further. */
  const nextStatement = async (before: string) => {
    const [next] = await store.listDue("payoutStatement", 1);
    const { nextDay } = statementSchema.parse(next?.body);
    const dueAt = next?.dueAt ?? 0;
    if (nextDay >= before || dueAt <= now) return nextDay;
    now = dueAt;
    tell();
    return nextDay;
  };
  const killOne = () => {
    children.shift()?.kill("SIGKILL");
    start();
  };

  for (let n = 0; n < 3; n += 1) start();
  await newBatch(payments, "morning");
  await pass(10, 1);
  killOne();
  await pass(80, 5);
  await newBatch(payments, "noon");
  await pass(3, 1);
  killOne();
  await pass(60, 5);
  // Through the evening, with its transfer, and two nights, with the bank's statements.
  now = Date.parse("2026-11-25T22:59:00+09:00");
  await pass(2, 1);
  await expect.poll(async () => (await allPayouts(payments)).length, heldUp).toBe(61);
  await payments.payouts.setTransferAccount(shop, { account: ownAccount, daily: false });
  now = Date.parse("2026-11-26T00:59:00+09:00");
  await pass(60, 5);
  now = Date.parse("2026-11-26T09:00:00+09:00");
  await pass(60, 5);
  now = Date.parse("2026-11-27T00:59:00+09:00");
  await pass(60, 5);
  await expect.poll(() => nextStatement("2026-11-27"), heldUp).toBe("2026-11-27");

  // An operator resolves what no look-up has found, from the bank's own record.
  await bank.lookUp({ tenant, deadline: now + 1_000, payee: { type: "MERCHANT" }, payoutDate: "2026-11-26" });
  for (const { id } of (await allPayouts(payments)).filter(isOpen)) {
    const record = bank.records().find(({ key, status }) => key === `payout.${id}` && status === "PAID");
    const at = new Date(record?.steps.at(-1)?.at ?? 0).toISOString();
    const evidence = record
      ? ({ outcome: "done", at, note: "the bank's record" } as const)
      : ({ outcome: "not-done", note: "the bank's record" } as const);
    // A process may have found it at the same time.
    const { ok } = await payments.payouts.resolve(shop, id, evidence);
    const stillOpen = (await allPayouts(payments)).filter(isOpen).map((payout) => payout.id);
    expect([ok, stillOpen.includes(id)]).toEqual([expect.any(Boolean), false]);
  }

  const payouts = await allPayouts(payments);
  expect(payouts).toHaveLength(61);
  expect(payouts.filter(isOpen)).toEqual([]);
  const { balances, differences } = await payments.ledger.audit(shop);
  expect(differences).toEqual([]);
  const paid = payouts
    .filter(({ status }) => status === "COMPLETED")
    .reduce((sum, { amount }) => sum + amount.value, 0);
  expect(balances).toMatchObject({ reserved: 0, bank: available - paid, available: available - paid });
  expect(bank.paid(tenant)).toBe(paid);
  // No request arrived twice for a slot, under whatever key: a lost answer was never followed by another call.
  const submitted = bank.records().map(({ payee, payoutDate }) => JSON.stringify([payee, payoutDate]));
  expect(new Set(submitted).size).toBe(submitted.length);
  for (const day of ["2026-11-25", "2026-11-26"]) {
    const found = await payments.reconcile(shop, day);
    expect(found).toMatchObject({ ok: true, value: { differences: [], unanswered: [] } });
  }
});
