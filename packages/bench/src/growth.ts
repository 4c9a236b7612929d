import { dayInSeoul, tenantId, type Payments } from "@wonflow/core";
import type { Pool } from "pg";
import { postgresStore, sandboxPayoutBank } from "wonflow";
import { authenticated, type Confirmation, confirm, paid } from "./till.ts";
import { copyingStore } from "./copied-orders.ts";
import { deposit, onPostgres, openPool, openService, register, type PostgresBench } from "./postgres-service.ts";
import { median, rateOf, milliseconds, ratio, type Comparison, type Row } from "./report.ts";

const shop = { mId: 7, mode: "test" } as const;

/** Payments at the first measurement, and the number of last orders that are looked up most. */
const few = 20_000;
const paymentsOfPayout = 100;

const step = 20_000;

/** The figures of a merchant, in milliseconds. */
type Figures = Readonly<
  Record<"confirm" | "lookUpRecent" | "lookUpAny" | "page" | "overview" | "payments" | "filtered", number>
>;

interface Growing {
  readonly rounds: number;
  readonly ms: number;
  /** The server's `shared_buffers`, which decides how much of a look-up is read from outside them. */
  readonly sharedBuffers: string;
}

interface Grown {
  readonly rows: readonly Comparison[];
  readonly room: readonly Row[];
}

/** Times of a confirm, look-ups and a page of payouts with few and many payments, and the room of a payment. */
export function grow(payments: number, growing: Growing): Promise<Grown> {
  return onPostgres((bench) => growOn(bench, payments, growing), { shared_buffers: growing.sharedBuffers });
}

async function growOn({ url, query }: PostgresBench, payments: number, { rounds, ms }: Growing): Promise<Grown> {
  await query("create database small");
  await query("create database large");
  const small = await openShop(databaseOf(url, "small"), few);
  const large = await openShop(databaseOf(url, "large"), payments);
  // Node.js compiles hot code, which would otherwise happen in the first round only.
  await small.measure(ms / 3);
  const figures: { readonly before: Figures; readonly after: Figures }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    figures.push({ before: await small.measure(ms), after: await large.measure(ms) });
  }
  const bytes = ((await large.bytes()) - (await small.bytes())) / (payments - few);
  await small.close();
  await large.close();
  const row = (what: string, of: keyof Figures): Comparison => ({
    what,
    alone: milliseconds(median(figures.map(({ before }) => before[of]))),
    beside: milliseconds(median(figures.map(({ after }) => after[of]))),
    ratio: ratio(median(figures.map(({ before, after }) => after[of] / before[of])), 1),
  });
  return {
    rows: [
      row("a confirm: p50", "confirm"),
      row(`a look-up of one of the last ${few.toLocaleString("en")} orders: p50`, "lookUpRecent"),
      row("a look-up of any order: p50", "lookUpAny"),
      row("a page of 10 payouts: p50", "page"),
      row("the console's overview: p95", "overview"),
      row("the first page of 20 payments: p95", "payments"),
      row("a page with a filter that no payment passes, 10,000 looked through: p95", "filtered"),
    ],
    room: [{ what: "a paid order, with its indexes and its share of payouts", measured: `${bytes.toFixed(0)} B` }],
  };
}

function databaseOf(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function openShop(url: string, payments: number) {
  const store = await postgresStore({ url });
  const pool = openPool(url, 1);
  const copying = copyingStore(store, shop);
  const service = await openService(copying.store, { payoutBank: await sandboxPayoutBank() });
  await register(service, shop);
  const model = await copying.model(() => paid(service, shop, "order-of-a-bench-paid"));
  await deposit(store, shop);
  await payOut(service);
  await fill(pool, model, payments);

  let measured = 0;

  async function measure(ms: number): Promise<Figures> {
    measured += 1;
    // Only now, as an authenticated payment must be confirmed within ten minutes.
    const next = await copying.model(() => authenticated(service, shop, `order-of-a-bench-next-${measured}`));
    const waiting = [...(await copying.copy(next, ms * 3))];
    const confirmNext = async () => {
      const taken = waiting.pop();
      if (taken === undefined) throw new Error("too few payments were prepared");
      await confirm(service, shop, taken);
    };
    // Copying has filled the caches with the copies.
    await rateOf(1, ms / 3, confirmNext);
    const confirming = await rateOf(1, ms, confirmNext);
    const lookUpOneOfLast = (count: number) =>
      lookUp(service, orderNumber(payments - Math.floor(Math.random() * count)));
    const recent = await rateOf(1, ms, () => lookUpOneOfLast(few));
    const lookUpAny = await rateOf(1, ms, () => lookUpOneOfLast(payments));
    const paging = await rateOf(1, ms, () => listPayouts(service));
    const looking = {
      overview: (await rateOf(1, ms, () => lookOver(service))).p95,
      payments: (await rateOf(1, ms, () => listPayments(service, {}))).p95,
      filtered: (await rateOf(1, ms, () => listPayments(service, { approvalNumber: "none" }))).p95,
    };
    return {
      confirm: confirming.p50,
      lookUpRecent: recent.p50,
      lookUpAny: lookUpAny.p50,
      page: paging.p50,
      ...looking,
    };
  }

  async function bytes(): Promise<number> {
    const { rows } = await pool.query<{ readonly bytes: number }>(
      "select sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables where schemaname = 'wonflow'",
    );
    return rows[0]?.bytes ?? 0;
  }

  async function close(): Promise<void> {
    await pool.end();
    await store.close();
  }

  return { measure, bytes, close };
}

const orderPrefix = "order-of-a-bench-number-";
const orderNumber = (n: number) => `${orderPrefix}${n}`;

async function lookUp(service: Payments, orderId: string): Promise<void> {
  const found = await service.intents.lookUp(shop, { orderId });
  if (!found.ok) throw new Error(found.error.code);
}

async function listPayouts(service: Payments): Promise<void> {
  const page = await service.payouts.list(shop, { limit: 10 });
  if (!page.ok || page.value.items.length !== 10) throw new Error("no page of payouts");
}

/** All that the console's first page asks. */
async function lookOver({ overview, ledger }: Payments): Promise<void> {
  const days = dayInSeoul(Date.now() - 89 * 24 * 60 * 60 * 1000);
  const totals = await overview.dailyTotals(shop, { from: days, to: dayInSeoul(Date.now()) });
  if (!totals.ok || totals.value.length !== 90) throw new Error("no totals of 90 days");
  await Promise.all([
    overview.expectedSettlements(shop),
    overview.nextTransfer(shop),
    overview.attention(shop),
    ledger.balances(shop),
  ]);
}

async function listPayments({ intents }: Payments, filters: { readonly approvalNumber?: string }): Promise<void> {
  const page = await intents.list(shop, { limit: 20, ...filters });
  const expected = filters.approvalNumber === undefined ? 20 : 0;
  if (!page.ok || page.value.items.length !== expected) throw new Error("no page of payments");
}

/** One payout, of which all others are copies. */
async function payOut({ sellers, payouts }: Payments): Promise<void> {
  const account = { bankCode: "004", accountNumber: "1101234567", holderName: "김상인" };
  const seller = await sellers.create(shop, { refSellerId: "kim", name: "Kim", businessType: "INDIVIDUAL", account });
  if (!seller.ok) throw new Error(seller.error.code);
  const batch = await payouts.createBatch(shop, [
    { refPayoutId: "payout-of-a-bench", destination: seller.value.id, amount: { value: 1_000 } },
  ]);
  if (!batch.ok) throw new Error(batch.error.code);
}

async function fill(pool: Pool, { intentKey, orderId }: Confirmation, payments: number): Promise<void> {
  const tenant = tenantId(shop);
  const copied = (column: string) =>
    `replace(replace(${column}, '${intentKey}', ${key}), '${orderId}', '${orderPrefix}' || n)`;
  const key = "substr(md5(n::text), 1, 21)";
  for (let first = 1; first <= payments; first += step) {
    const numbers = `generate_series(${first}, ${Math.min(payments, first + step - 1)}) as n`;
    await pool.query(`insert into wonflow.records (tenant, kind, id, version, body, due_at, list, position)
      select tenant, kind, ${copied("id")}, nextval('wonflow.versions'), ${copied("body::text")}::json, null, list, ${copied("position")}
      from wonflow.records, ${numbers}
      where tenant = '${tenant}' and (id like '%${intentKey}%' or id like '%${orderId}%')`);
    await pool.query(`insert into wonflow.entries (tenant, commit_id, at, reference, postings)
      select tenant, 'copied ' || n, at, ${copied("reference")}, postings
      from wonflow.entries, ${numbers} where tenant = '${tenant}' and reference = '${intentKey}'`);
    await pool.query(`insert into wonflow.records (tenant, kind, id, version, body, list, position)
      select tenant, kind, ${key}, nextval('wonflow.versions'), replace(body::text, id, ${key})::json, list, replace(position, id, ${key})
      from (select * from wonflow.records where tenant = '${tenant}' and list = 'payouts' limit 1) as payout, ${numbers}
      where n % ${paymentsOfPayout} = 0`);
  }
  await pool.query(`insert into wonflow.tallies (tenant, name, day, amount, count)
    select '${tenant}', name, to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), 10000, 1
    from unnest(array['paid', 'refused', 'canceled', 'available']) as name, generate_series(1, 1000) as n`);
  await pool.query("vacuum analyze wonflow.records");
  await pool.query("vacuum analyze wonflow.entries");
  // Otherwise the measured statements would share the disk with pending writes.
  await pool.query("checkpoint");
}
