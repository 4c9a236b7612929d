import {
  bindPayments,
  tenantId,
  type Clock,
  type MerchantInput,
  type Payments,
  type PayoutBank,
  type Store,
  type Tenant,
} from "@wonflow/core";
import { startPostgres } from "@wonflow/testkit/postgres";
import { Pool } from "pg";
import { postgresStore, sandboxGateway, systemClock } from "wonflow";
import { randomIds, webCryptoVault } from "wonflow/ports";

/** The number of database clients that write one row each at once in the baselines. */
export const clients = 32;

export interface PostgresBench {
  readonly url: string;
  readonly store: Store;
  readonly insertRow: () => Promise<unknown>;
  readonly updateRow: () => Promise<unknown>;
  readonly query: (statement: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

export async function onPostgres<Answer>(
  run: (bench: PostgresBench) => Promise<Answer>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const server = await startPostgres({ durable: true, settings });
  const pool = openPool(server.url, clients);
  const store = await postgresStore({ url: server.url });
  try {
    await pool.query("create table hot (id int primary key, balance bigint)");
    await pool.query("insert into hot values (1, 0)");
    await pool.query("create table plain (id bigint generated always as identity primary key, amount bigint)");
    return await run({
      url: server.url,
      store,
      insertRow: () => pool.query({ name: "insert", text: "insert into plain (amount) values (1)" }),
      updateRow: () => pool.query({ name: "update", text: "update hot set balance = balance + 1 where id = 1" }),
      query: (statement) => pool.query(statement),
    });
  } finally {
    await store.close();
    await pool.end();
    await server.stop();
  }
}

export function openPool(url: string, max: number): Pool {
  const pool = new Pool({ connectionString: url, max });
  // The end of the server, after a benchmark has failed, would end the process before it says why.
  pool.on("error", () => {});
  return pool;
}

export async function openService(
  store: Store,
  { payoutBank, clock = systemClock }: { readonly payoutBank?: PayoutBank; readonly clock?: Clock } = {},
): Promise<Payments> {
  return bindPayments({
    store,
    gateways: { test: await sandboxGateway({ clock }) },
    ...(payoutBank === undefined ? {} : { payoutBanks: { test: payoutBank } }),
    clock,
    ids: randomIds,
    vault: webCryptoVault(["s".repeat(32)]),
    holidays: { firstDay: "2026-01-01", lastDay: "2027-12-31", has: () => false },
  });
}

export async function register(service: Payments, merchant: Tenant, terms: Partial<MerchantInput> = {}): Promise<void> {
  const contract = { name: "Corner Shop", feeRate: "3.3", contracts: { payouts: true } };
  const registered = await service.merchants.register({ ...merchant, ...contract, ...terms });
  if (!registered.ok) throw new Error(registered.error.code);
}

export async function deposit(store: Store, merchant: Tenant): Promise<void> {
  await store.commit({
    id: "what buyers paid",
    tenant: tenantId(merchant),
    at: Date.now(),
    expect: [],
    writes: [],
    reference: "what buyers paid",
    postings: [
      { account: "bank", amount: 1e12 },
      { account: "available", amount: -1e12 },
    ],
    floors: [],
    tallies: [],
  });
}
