import { billingKeyRecord, type BillingKey } from "@wonflow/core/internal";
import { expect, onTestFinished, test } from "vitest";
import { newDatabase, query, session } from "../../test/test-database.ts";
import { openServer } from "../connection/server.ts";
import { postgresStore } from "../postgres-store.ts";
import { migrate, migrations, type Migrations } from "./migrations.ts";

const name = "0004-billing-keys-by-customer";

/** All migrations before this one, as a version without the list had them. */
const before: Migrations = Object.fromEntries(Object.entries(migrations).filter(([each]) => each < name));

async function migrated(url: string, all: Migrations): Promise<unknown> {
  const { db, close } = openServer({ url, poolSize: 1, answerTimeoutMs: 30_000 });
  const error = await migrate(db, all);
  await close();
  return error;
}

const key = (n: number, change: Partial<BillingKey> = {}): BillingKey => ({
  billkey: `billkey_${n}`,
  customerId: `c_${n % 3}`,
  gateway: "default",
  cardToken: "token",
  maskedNumber: "400000******0009",
  issuerCode: "11",
  status: "ACTIVE",
  createdAt: 5,
  deletedAt: null,
  charging: [],
  ...change,
});

const keys = [
  key(1),
  key(2),
  key(3, { status: "DELETED", cardToken: null, deletedAt: 6 }),
  key(4, { customerId: "c_1-=.@" }),
  key(5),
];

/** A database of the version before, with these keys of two merchants as it wrote them: in no list. */
async function keptKeys(): Promise<string> {
  const url = await newDatabase();
  expect(await migrated(url, before)).toBeUndefined();
  for (const tenant of ["7:test", "8:live"]) {
    for (const [index, body] of keys.entries()) {
      const values = `'${tenant}', 'billingKey', '${body.billkey}', ${index + 1}, '${JSON.stringify(body)}'`;
      await query(url, `insert into wonflow.records (tenant, kind, id, version, body) values (${values})`);
    }
  }
  const order = `'7:test', 'order', 'o', 9, '{"status": "ACTIVE", "customerId": "c_1"}'`;
  await query(url, `insert into wonflow.records (tenant, kind, id, version, body) values (${order})`);
  return url;
}

async function untilWaiting(url: string): Promise<void> {
  const waiting =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(() => query(url, waiting)).toEqual([{ count: 1 }]);
}

test("every active key gets the place that core gives it, and nothing else changes", async () => {
  const url = await keptKeys();
  const rest = "select tenant, kind, id, version, body::text, due_at from wonflow.records order by 1, 2, 3";
  const unchanged = await query(url, rest);
  expect(await migrated(url, migrations)).toBeUndefined();
  expect(await query(url, rest)).toEqual(unchanged);
  const places = await query(url, "select tenant, kind, id, list, position from wonflow.records order by 1, 2, 3");
  const expected = ["7:test", "8:live"].flatMap((tenant) => [
    ...keys.map((body) => {
      const { place } = billingKeyRecord.write(body);
      return {
        tenant,
        kind: "billingKey",
        id: body.billkey,
        list: place?.list ?? null,
        position: place?.position ?? null,
      };
    }),
    ...(tenant === "7:test" ? [{ tenant, kind: "order", id: "o", list: null, position: null }] : []),
  ]);
  expect(places).toEqual(expected);
});

test("the store lists them, by customer", async () => {
  const store = await postgresStore({ url: await keptKeys() });
  onTestFinished(() => store.close());
  const ofCustomer = { list: "billingKeys", from: "c_1/", to: "c_10", limit: 9, order: "ascending" } as const;
  const listed = await store.list("7:test", ofCustomer);
  expect(listed.map((record) => record.key.id)).toEqual(["billkey_1"]);
});

test("a key that a process of the version before is writing meanwhile is waited for, and keeps what it wrote", async () => {
  const url = await keptKeys();
  const other = await session(url);
  await other.query("begin");
  // It deletes one key, and charges another.
  const gone = JSON.stringify(key(1, { status: "DELETED", cardToken: null, deletedAt: 7 }));
  const charged = JSON.stringify(key(2, { charging: ["intent"] }));
  const write = (id: string, body: string, version: number) =>
    other.query(
      `update wonflow.records set body = '${body}', version = ${version} where tenant = '7:test' and id = '${id}'`,
    );
  await write("billkey_1", gone, 21);
  await write("billkey_2", charged, 22);
  const migrating = migrated(url, migrations);
  await untilWaiting(url);
  await other.query("commit");
  expect(await migrating).toBeUndefined();
  const rows = await query(
    url,
    "select id, version::int, list, body ->> 'charging' as charging from wonflow.records where tenant = '7:test' and id in ('billkey_1', 'billkey_2') order by id",
  );
  expect(rows).toEqual([
    { id: "billkey_1", version: 21, list: null, charging: "[]" },
    { id: "billkey_2", version: 22, list: "billingKeys", charging: '["intent"]' },
  ]);
});

test("a process that writes several keys meanwhile and the migration never wait for one another in a circle", async () => {
  const url = await keptKeys();
  const values = `'7:test', 'billingKey', 'billkey_0', 9, '${JSON.stringify(key(0))}'`;
  // It is the first in the order of commits, and the last one in the table.
  await query(url, `insert into wonflow.records (tenant, kind, id, version, body) values (${values})`);
  const other = await session(url);
  const write = (id: string) =>
    other.query(`update wonflow.records set version = 31 where tenant = '7:test' and id = '${id}'`);
  await other.query("begin");
  await write("billkey_0");
  const migrating = migrated(url, migrations);
  await untilWaiting(url);
  await write("billkey_5");
  await other.query("commit");
  expect(await migrating).toBeUndefined();
});
