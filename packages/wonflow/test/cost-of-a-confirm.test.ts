import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";

import { createPayments, postgresStore, sandboxGateway, testCards } from "../src/index.ts";
import { newDatabase } from "./new-database.ts";

const shop = { mId: 7, mode: "test" } as const;
const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };

async function openService(url: string) {
  const store = await postgresStore({ url });
  const payments = createPayments({
    store,
    gateways: { test: await sandboxGateway() },
    secret: "s".repeat(32),
  });
  return { store, payments };
}

/** The rows written to each table since the database was created; exact once all connections are closed. */
async function rowsWritten(url: string): Promise<Readonly<Record<string, number>>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const others = "select from pg_stat_activity where datname = current_database() and application_name = 'wonflow'";
    while ((await client.query(others)).rowCount !== 0);
    const { rows } = await client.query<{ readonly relname: string; readonly written: number }>(
      `select relname, (n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_user_tables
        where schemaname = 'wonflow' order by relname`,
    );
    return Object.fromEntries(rows.map(({ relname, written }) => [relname, written]));
  } finally {
    await client.end();
  }
}

/** A payment that only waits to be confirmed. */
async function authenticated({ payments }: Awaited<ReturnType<typeof openService>>, orderId: string) {
  const session = await payments.sessions.create(shop, {
    customerId: "c0a8-11e9-buyer",
    orderId,
    orderName: "Green tea",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  });
  if (!session.ok) throw new Error(session.error.code);
  const next = await payments.checkout.authenticate(session.value.token, card);
  if (!next.ok) throw new Error(next.error.code);
  const intentKey = new URL(next.value.redirectUrl).searchParams.get("intentKey") ?? "";
  return { intentKey, orderId, amount: 10_000 };
}

test("a confirm is a read and two commits, a statement each, and writes the rows that docs/postgresql.md says", async () => {
  const url = await newDatabase();
  const before = await openService(url);
  await before.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
  const first = await authenticated(before, "order-of-a-test-1");
  const second = await authenticated(before, "order-of-a-test-2");
  await before.store.close();
  const written = await rowsWritten(url);

  const { store, payments } = await openService(url);
  // The first one also reads what a process reads once.
  expect(await payments.intents.confirm(shop, first)).toMatchObject({ ok: true, value: { status: "DONE" } });
  const query = vi.spyOn(Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  expect(await payments.intents.confirm(shop, second)).toMatchObject({ ok: true, value: { status: "DONE" } });
  const texts = query.mock.calls.map(([statement]) => z.object({ text: z.string() }).parse(statement).text);
  expect(texts.map((text) => /wonflow\.(\w+)/.exec(text)?.[1])).toEqual([
    "read_records_5",
    "commit_change_sets_3",
    "commit_change_sets_3",
  ]);
  await store.close();

  const after = await rowsWritten(url);
  const rows = Object.entries(after).map(([table, count]) => [table, (count - (written[table] ?? 0)) / 2] as const);
  expect(Object.fromEntries(rows.filter(([, count]) => count !== 0))).toEqual({
    accounts: 4,
    commits: 2,
    entries: 1,
    records: 5,
    tallies: 2,
  });
});
