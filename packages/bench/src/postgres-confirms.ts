import { createPayments, type Payments, type Store, type Tenant } from "@wonflow/core";
import { startPostgres } from "@wonflow/testkit/postgres";
import { Pool } from "pg";
import { postgresStore, randomIds, sandboxCardNetwork, systemClock, webCryptoVault } from "wonflow";

import { authenticated, type Confirmation } from "./authenticated.ts";
import { copyingStore } from "./copied-orders.ts";
import { percentile, type Row } from "./report.ts";
import { confirm } from "./till.ts";

const hot = { mId: 7, mode: "test" } as const;

/** How many callers confirm at once. */
const callers = [1, 16, 64, 256] as const;

/** So many clients of the database at once write one row each in the baselines. */
const clients = 32;

interface Rate {
  readonly perSecond: number;
  readonly p50: number;
}

/** Does something again and again, so many at once, and counts. */
async function rateOf(atOnce: number, ms: number, once: () => Promise<unknown>): Promise<Rate> {
  const latencies: number[] = [];
  const start = performance.now();
  const work = async () => {
    while (performance.now() - start < ms) {
      const began = performance.now();
      await once();
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((one, other) => one - other);
  return { perSecond: latencies.length / seconds, p50: percentile(latencies, 0.5) };
}

async function openService(store: Store): Promise<Payments> {
  return createPayments({
    store,
    cardNetworks: { test: await sandboxCardNetwork() },
    clock: systemClock,
    ids: randomIds,
    vault: webCryptoVault(["s".repeat(32)]),
  });
}

async function register(service: Payments, merchant: Tenant): Promise<void> {
  const registered = await service.merchants.register({ ...merchant, name: "Corner Shop", feeRate: "3.3" });
  if (!registered.ok) throw new Error(registered.error.code);
}

/**
 * Confirms payments of one merchant on a PostgreSQL server whose commits are durable, by more and more callers at once,
 * each beside what the same server does with one row in the same round.
 */
export async function confirmOnPostgres(rounds: number, ms: number): Promise<readonly Row[]> {
  const server = await startPostgres({ durable: true });
  const pool = new Pool({ connectionString: server.url, max: clients });
  const store = await postgresStore({ url: server.url });
  try {
    await pool.query("create table hot (id int primary key, balance bigint)");
    await pool.query("insert into hot values (1, 0)");
    await pool.query("create table plain (id bigint generated always as identity primary key, amount bigint)");
    const confirmBy = await openTills(store);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measure({ pool, confirmBy, ms }));
    return describe(measured);
  } finally {
    await store.close();
    await pool.end();
    await server.stop();
  }
}

/** Confirms by so many callers at once for some time; what they confirm is prepared before. */
type ConfirmBy = (atOnce: number, ms: number) => Promise<Rate>;

async function openTills(store: Store): Promise<ConfirmBy> {
  const copying = copyingStore(store, hot);
  const service = await openService(copying.store);
  await register(service, hot);
  const model = await copying.model(() => authenticated(service, hot, "order-of-a-bench-next"));
  const waiting: Confirmation[] = [];
  return async (atOnce, ms) => {
    const needed = Math.ceil((atOnce === 1 ? 1_500 : 8_000) * (ms / 1000));
    if (waiting.length < needed) waiting.push(...(await copying.copy(model, needed - waiting.length)));
    return rateOf(atOnce, ms, async () => {
      const next = waiting.pop();
      if (next === undefined) throw new Error("too few payments were prepared");
      await confirm(service, hot, next);
    });
  };
}

/** What was measured in one round. */
interface Round {
  /** Of the baselines: one row updated, or inserted, by 32 clients; and one inserted by one. */
  readonly update: Rate;
  readonly insert: Rate;
  readonly oneInsert: Rate;
  readonly confirms: readonly Rate[];
}

async function measure({ pool, confirmBy, ms }: { pool: Pool; confirmBy: ConfirmBy; ms: number }): Promise<Round> {
  const insertRow = () => pool.query({ name: "insert", text: "insert into plain (amount) values (1)" });
  const updateRow = () => pool.query({ name: "update", text: "update hot set balance = balance + 1 where id = 1" });
  const update = await rateOf(clients, ms, updateRow);
  const insert = await rateOf(clients, ms, insertRow);
  const oneInsert = await rateOf(1, ms, insertRow);
  const confirms: Rate[] = [];
  for (const atOnce of callers) confirms.push(await confirmBy(atOnce, ms));
  return { update, insert, oneInsert, confirms };
}

/** The medians of all rounds; ratios are of figures of the same round. */
function describe(rounds: readonly Round[]): readonly Row[] {
  const medianOf = (of: (round: Round) => number) => median(rounds.map(of));
  const rate = (of: (round: Round) => Rate) => `${medianOf((round) => of(round).perSecond).toFixed(0)}/s`;
  const beside = (of: (round: Round) => number) => `${medianOf(of).toFixed(2)} ×`;
  return [
    { what: `one row updated by ${clients} clients`, measured: rate(({ update }) => update), beside: "1.00 ×" },
    {
      what: `one row inserted by ${clients} clients`,
      measured: rate(({ insert }) => insert),
      beside: beside(({ insert, update }) => insert.perSecond / update.perSecond),
    },
    ...callers.map((atOnce, index) => {
      const of = ({ confirms }: Round) => confirms[index] ?? { perSecond: 0, p50: 0 };
      return {
        what: `confirms by ${atOnce} callers`,
        measured: rate(of),
        beside: beside((round) => of(round).perSecond / round.update.perSecond),
      };
    }),
    {
      what: "a confirm by one caller, beside one row inserted by one client",
      measured: `${medianOf(({ confirms }) => confirms[0]?.p50 ?? 0).toFixed(2)} ms`,
      beside: beside(({ confirms, oneInsert }) => (confirms[0]?.p50 ?? 0) / oneInsert.p50),
    },
  ];
}

function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}
