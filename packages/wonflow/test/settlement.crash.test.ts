import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

import { bindPayments, type Payments } from "@wonflow/core";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { sandboxGateway, systemClock, testCards, type PostgresStore } from "../src/index.ts";
import { randomIds, webCryptoVault } from "../src/ports.ts";
import { newDatabase } from "./new-database.ts";
import { patientStore } from "./patient-database.ts";
import { program } from "./program.ts";
import {
  payingDay,
  serviceSecret,
  settlementLines,
  settlingDay,
  takenMs,
  weekendsOnly,
  type Death,
} from "./settlement-to-kill.ts";

const shop = { mId: 7, mode: "test" } as const;
const orders = 3_000;

/** Which settlement of a process kills it, and when; each process continues where the one before was killed. */
const deaths: readonly (readonly [number: number, death: Death])[] = [
  [1, "before"],
  [3, "during"],
  [2, "after"],
  // Its tenth is the last of a run: what remains is due again at once, and that is not committed yet.
  [10, "after"],
];

/** A service that settles nothing itself, at a moment. */
async function serviceAt(store: PostgresStore, now: number): Promise<Payments> {
  const clock = { ...systemClock, now: () => now };
  const gateways = { test: await sandboxGateway({ clock }) };
  const vault = webCryptoVault([serviceSecret]);
  return bindPayments({ store, gateways, clock, ids: randomIds, vault, holidays: weekendsOnly });
}

async function payOnce(store: PostgresStore): Promise<void> {
  const payments = await serviceAt(store, payingDay);
  await payments.merchants.register({ ...shop, name: "Kill test", feeRate: "3.3", contracts: { webhook: true } });
  const order = { customerId: "kill-test-buyer", orderId: "kill-settlement-", orderName: "Tea" };
  const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
  const session = await payments.sessions.create(shop, { ...order, ...urls, amount: { value: 10_000 } });
  const { number = "" } = testCards.find(({ name }) => name === "kb") ?? {};
  const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const next = await payments.checkout.authenticate(session.ok ? session.value.token : "", card);
  const intentKey = new URL(next.ok ? next.value.redirectUrl : "").searchParams.get("intentKey") ?? "";
  const confirmation = { intentKey, orderId: order.orderId, amount: 10_000 };
  expect(await payments.intents.confirm(shop, confirmation)).toMatchObject({ ok: true });
}

/** Makes the one payment so many, in what its settlement knows of it and in the ledger: paying each takes minutes. */
async function multiply(client: Client): Promise<void> {
  await client.query(`
    insert into wonflow.records (tenant, kind, id, version, body, list, position)
      select tenant, kind, id || n, nextval('wonflow.versions'), (body::jsonb || jsonb_build_object('id', id || n, 'orderId', body ->> 'orderId' || n))::json,
        list, position || n
      from wonflow.records, generate_series(2, ${orders}) n where kind = 'earning'`);
  await client.query(`insert into wonflow.entries (tenant, commit_id, at, reference, postings)
    select tenant, 'others', at, 'others', (
      select jsonb_agg(jsonb_build_object('account', account, 'amount', amount * ${orders - 1}))
      from wonflow.postings where postings.commit_id = entries.commit_id)
    from wonflow.entries`);
  await client.query(`update wonflow.accounts set balance = balance * ${orders}`);
}

/** Waits until the database has noticed that a service is gone: what that had sent before is committed by then, or never. */
async function untilGone(client: Client): Promise<void> {
  const sessions = "select from pg_stat_activity where datname = current_database() and application_name = 'wonflow'";
  for (;;) {
    const { rowCount } = await client.query(sessions);
    if (rowCount === 0) return;
    await pause(20);
  }
}

/** Checks that no order is settled twice and that the books are right, and returns how many orders are settled. */
async function expectRight(payments: Payments): Promise<number> {
  const page = await payments.settlements.list(shop, { from: "2026-11-20", to: "2026-11-30", limit: 1_000 });
  const settlements = page.ok ? page.value.items : [];
  const lines = settlements.flatMap((settlement) => settlement.lines.map(({ orderId }) => orderId));
  expect(new Set(lines).size).toBe(lines.length);
  const { balances, differences } = await payments.ledger.audit(shop);
  expect(differences).toEqual([]);
  const available = lines.length * 9_637;
  expect(settlements.reduce((sum, { amount }) => sum + amount, 0)).toBe(available);
  expect(balances).toMatchObject({ available, pending: (orders - lines.length) * 9_637, bank: lines.length * 10_000 });
  const told = await payments.webhooks.deliveries(shop, { limit: 1_000 });
  const about = told.ok ? told.value.items.map((delivery) => delivery.about) : [];
  expect(about.toSorted()).toEqual(settlements.map(({ settlementId }) => settlementId).toSorted());
  return lines.length;
}

test("killed at any time of a settlement, the next process continues: each order is settled once, and notified once", async () => {
  const url = await newDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const store = await patientStore(`${url}?application_name=test`);
  onTestFinished(() => store.close());
  await payOnce(store);
  await multiply(client);
  const payments = await serviceAt(store, settlingDay);
  let now = settlingDay;
  /** Starts the next process, for which what the one before had taken is free again. */
  const start = (...args: readonly string[]) => {
    now += takenMs;
    const child = fork(program("settling-service"), [url, String(now), ...args]);
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };

  let settled = await expectRight(payments);
  for (const [number, death] of deaths) {
    expect((await once(start(String(number), death), "exit"))[1]).toBe("SIGKILL");
    await untilGone(client);
    const before = settled;
    settled = await expectRight(payments);
    const made = (settled - before) / settlementLines;
    const possible = { before: [number - 1], during: [number - 1, number], after: [number] }[death];
    expect([number, death, possible.includes(made) ? "fits" : made]).toEqual([number, death, "fits"]);
  }
  const last = start();
  while ((await store.list("7:test", { list: "unsettled", limit: 1, order: "ascending" })).length > 0) {
    expect(last.exitCode).toBeNull();
    await pause(50);
  }
  expect(await expectRight(payments)).toBe(orders);
});
