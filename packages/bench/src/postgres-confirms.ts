import type { Tenant } from "@wonflow/core";
import { authenticated, type Confirmation, confirm } from "./till.ts";
import { copyingStore } from "./copied-orders.ts";
import { clients, onPostgres, openService, register, type PostgresBench } from "./postgres-service.ts";
import { processorTime, type ProcessorTime } from "./processor-time.ts";
import { median, rateOf, rateRows, type Rate, type Row } from "./report.ts";

const callers = [1, 16, 64, 256] as const;

export const mostCallers = callers[3];

export const merchants = 1_000;

/** Each figure is printed next to the same server's rate for one row in the same round. */
export function confirmOnPostgres(rounds: number, ms: number): Promise<readonly Row[]> {
  return onPostgres(async (bench) => {
    const { confirmBy, costOf } = await openTills(bench);
    // A service that runs for days has long been compiled.
    await confirmBy(callers[2], 2 * ms, hotMerchant);
    await confirmBy(callers[0], ms, hotMerchant);
    const measured: Round[] = [];
    const costs: ProcessorTime[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measure(bench, confirmBy, ms));
      costs.push(await costOf(wave, waves));
    }
    return [...describe(measured), ...describeCosts(costs)];
  });
}

/** Confirms by this many callers at once, of these merchants, for some time. The payments are prepared before. */
type ConfirmBy = (atOnce: number, ms: number, of: readonly Tenant[]) => Promise<Rate>;

/** Prepares the payments, and returns the function that confirms them. */
type PrepareConfirms = (...by: Parameters<ConfirmBy>) => Promise<() => Promise<Rate>>;

export const shops: readonly Tenant[] = Array.from({ length: merchants }, (_, index) => ({
  mId: index + 7,
  mode: "test",
}));
export const hotMerchant = shops.slice(0, 1);

/** The processor time of one confirm, of many that come in waves of this many at once. */
type CostOf = (atOnce: number, times: number) => Promise<ProcessorTime>;

/** Confirms of one wave are read and committed together, so that each costs the same whatever else the machine does. */
const wave = 64;
const waves = 50;

export async function openTills(bench: Pick<PostgresBench, "store" | "query">): Promise<{
  readonly prepareConfirms: PrepareConfirms;
  readonly confirmBy: ConfirmBy;
  readonly costOf: CostOf;
}> {
  const { store } = bench;
  const [first = { mId: 7, mode: "test" }] = shops;
  const copying = copyingStore(store, first);
  const service = await openService(copying.store);
  await Promise.all(shops.map((shop) => register(service, shop)));
  const models = new Map<Tenant, Awaited<ReturnType<typeof copying.model>>>();
  for (const shop of shops) {
    models.set(shop, await copying.model(() => authenticated(service, shop, "order-of-a-bench-next")));
  }
  const prepare = async (count: number, of: readonly Tenant[]) => {
    const prepared: (readonly [Tenant, Confirmation])[] = [];
    for (const shop of of) {
      const model = models.get(shop);
      if (model === undefined) continue;
      for (const made of await copying.copy(model, count, shop)) prepared.push([shop, made]);
    }
    return prepared;
  };
  const prepareConfirms: PrepareConfirms = async (atOnce, ms, of) => {
    const needed = Math.ceil((atOnce === 1 ? 1_500 : 8_000) * (ms / 1000));
    const each = Math.ceil(needed / of.length);
    const waiting = await prepare(each, of);
    // One merchant after the other, so that neighbours are of different ones.
    const place = (turn: number) => (turn % of.length) * each + Math.floor(turn / of.length);
    let turn = 0;
    return () =>
      rateOf(atOnce, ms, async () => {
        const next = waiting[place(turn)];
        turn += 1;
        if (next === undefined) throw new Error("too few payments were prepared");
        await confirm(service, ...next);
      });
  };
  const confirmBy: ConfirmBy = async (...by) => (await prepareConfirms(...by))();
  const costOf: CostOf = async (atOnce, times) => {
    const waiting = await prepare(atOnce * times, hotMerchant);
    const before = await processorTime(bench);
    for (let turn = 0; turn < times; turn += 1) {
      const next = waiting.slice(turn * atOnce, (turn + 1) * atOnce);
      await Promise.all(next.map(([shop, made]) => confirm(service, shop, made)));
    }
    const after = await processorTime(bench);
    const ofOne = (part: keyof ProcessorTime) => (after[part] - before[part]) / (atOnce * times);
    return { service: ofOne("service"), database: ofOne("database") };
  };
  return { prepareConfirms, confirmBy, costOf };
}

interface Round {
  /** Of the baselines: one row updated, or inserted, by 32 clients; and one inserted by one. */
  readonly update: Rate;
  readonly insert: Rate;
  readonly oneInsert: Rate;
  /** Of one merchant, by 1, 16, 64, 256 callers. */
  readonly ofOne: readonly Rate[];
  readonly ofMany: Rate;
}

async function measure({ insertRow, updateRow }: PostgresBench, confirmBy: ConfirmBy, ms: number): Promise<Round> {
  const update = await rateOf(clients, ms, updateRow);
  const insert = await rateOf(clients, ms, insertRow);
  const oneInsert = await rateOf(1, ms, insertRow);
  const ofOne: Rate[] = [];
  for (const atOnce of callers) ofOne.push(await confirmBy(atOnce, ms, hotMerchant));
  return { update, insert, oneInsert, ofOne, ofMany: await confirmBy(mostCallers, ms, shops) };
}

function describe(rounds: readonly Round[]): readonly Row[] {
  const medianOf = (of: (round: Round) => number) => median(rounds.map(of));
  const beside = (of: (round: Round) => number) => `${medianOf(of).toFixed(2)} ×`;
  const rowOf = rateRows(rounds, ({ update }) => update);
  const by = (index: number) => (round: Round) => round.ofOne[index] ?? round.ofMany;
  return [
    rowOf(`one row updated by ${clients} clients`, ({ update }) => update),
    rowOf(`one row inserted by ${clients} clients`, ({ insert }) => insert),
    ...callers.map((atOnce, index) =>
      rowOf(atOnce === 1 ? "confirms by one caller" : `confirms by ${atOnce} callers`, by(index)),
    ),
    rowOf(`confirms of ${merchants.toLocaleString("en")} merchants by ${mostCallers} callers`, ({ ofMany }) => ofMany),
    {
      what: "a confirm by one caller, beside a row inserted by one",
      measured: `${medianOf((round) => by(0)(round).p50).toFixed(2)} ms`,
      beside: beside((round) => by(0)(round).p50 / round.oneInsert.p50),
    },
  ];
}

function describeCosts(costs: readonly ProcessorTime[]): readonly Row[] {
  return (["service", "database"] as const).map((part) => ({
    what: `processor time of a confirm, ${wave} at once: ${part}`,
    measured: `${median(costs.map((cost) => cost[part])).toFixed(3)} ms`,
  }));
}
