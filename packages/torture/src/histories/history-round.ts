import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { unreliableNetwork } from "@wonflow/testkit/postgres";

import { openService } from "../books.ts";
import { chanceBy } from "../chance.ts";
import { clusterVictims } from "../cluster/victims.ts";
import { disturb, noToll, type Toll, type Victims } from "../disturb.ts";
import type { Prepared, Shop } from "../prepared.ts";
import { anyOf, endAll, type Place as RoundPlace } from "../round.ts";
import { runService, staleProgram, type ServiceCommand } from "../service-process.ts";
import { judgeMoney, judgeOrder, type JudgedHistory } from "./history.ts";
import { playMoney, type Treasury } from "./money-clients.ts";
import type { Earning, Money, MoneyRequest } from "./money-model.ts";
import { lookUpAtTheEnd, playOrder } from "./order-clients.ts";
import type { OrderRequest } from "./order-model.ts";
import type { Place, Recording } from "./recording.ts";

export interface PreparedTreasuries extends Prepared {
  /** The sellers of each shop that pays out. */
  readonly sellers: ReadonlyMap<Shop, Treasury["sellers"]>;
}

export interface HistoryRoundPlan {
  readonly seed: string;
  /** How long clients send requests and processes are killed. */
  readonly seconds: number;
  readonly place: RoundPlace<PreparedTreasuries>;
  /** The control: reads are answered from stale snapshots, and nothing is killed. */
  readonly isStale: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface HistoryRoundReport {
  readonly seed: string;
  readonly counts: Place["counts"];
  readonly toll: Toll;
  readonly orders: readonly JudgedHistory[];
  readonly merchants: readonly JudgedHistory[];
  readonly surprises: readonly string[];
}

const commands: readonly [ServiceCommand, ...ServiceCommand[]] = ["serve", "serve", "start"];

/** How many orders are active at the same time. */
const stages = 2;

/** Long enough for calls to be answered between two disturbances. */
const mostPauseMs = 1_500;

/** A node of a cluster may be down for seconds, in which requests of its merchants fail at once. */
const restOnClusterMs = 3_000;

/** The settlement falls into the middle of a round, whose processes take a while to start. */
const untilSettlementMs = 3_000;

/** Runs three processes under load with kills and cuts, and checks what all clients have seen. */
export async function runHistoryRound(plan: HistoryRoundPlan): Promise<HistoryRoundReport> {
  const { seed, place, isStale } = plan;
  const { url, content, drop } = await place.databases.forRound({ seed, untilSettlementMs });
  const initial = await openingMoney(url, content);
  const dataDir = await mkdtemp(join(tmpdir(), "wonflow-histories-"));
  const network = await unreliableNetwork(url);
  const settings = { DATABASE_URL: network.url, WONFLOW_DATA: dataDir };
  const run = (command: ServiceCommand) => runService(command, settings, isStale ? staleProgram : undefined);
  const [first, ...others] = commands;
  const services = [run(first), ...others.map(run)] as const;
  try {
    await Promise.all(services.map(({ started }) => started));
    const cluster = clusterVictims(url, place, seed);
    const played = await play({ ...plan, content }, { services, network, server: place.server, cluster });
    const orders = played.orders.map((each) => judgeOrder(each.name, each.calls));
    const merchants = played.merchants.map(({ shop, recording }) =>
      judgeMoney(recording.name, recording.calls, moneyOf(initial, shop)),
    );
    const { counts, toll } = played;
    const surprises = [...played.surprises, ...((await cluster?.shards.tidy()) ?? [])];
    return { seed, counts, toll, orders, merchants, surprises };
  } finally {
    await endAll(services);
    await network.close();
    await rm(dataDir, { recursive: true, force: true });
    await drop();
  }
}

function moneyOf(initial: ReadonlyMap<Shop, Money>, shop: Shop): Money {
  const money = initial.get(shop);
  if (money === undefined) throw new Error(`the money of merchant ${shop.mId} is unknown`);
  return money;
}

interface Played {
  readonly orders: readonly Recording<OrderRequest>[];
  readonly merchants: readonly { readonly shop: Shop; readonly recording: Recording<MoneyRequest> }[];
  readonly counts: Place["counts"];
  readonly surprises: readonly string[];
  readonly toll: Toll;
}

async function play(
  plan: HistoryRoundPlan & { readonly content: PreparedTreasuries },
  victims: Victims,
): Promise<Played> {
  const { seed, seconds, content: prepared, isStale, signal } = plan;
  const { sellers } = prepared;
  const counts = { calls: 0, repeats: 0 };
  const surprises: string[] = [];
  const restMs = victims.cluster === undefined ? 0 : restOnClusterMs;
  const place: Place = { anyUrl: (chance) => anyOf(victims.services, chance), counts, restMs, surprises };
  const began = performance.now();
  let isDisturbed = !isStale;
  const isOver = () => signal?.aborted === true || (!isDisturbed && performance.now() - began >= seconds * 1_000);
  const buyers = prepared.shops.filter((shop) => !sellers.has(shop));
  const onStage = async (shop: Shop, stage: number) => {
    const played: Recording<OrderRequest>[] = [];
    for (let n = 1; !isOver(); n += 1)
      played.push(await playOrder(place, shop, `history-${seed}-${shop.mId}-${stage}-${n}`));
    return { shop, played };
  };
  const orders = Promise.all(
    buyers.flatMap((shop) => Array.from({ length: stages }, (_, stage) => onStage(shop, stage))),
  );
  const merchants = Promise.all(
    [...sellers].map(async ([shop, payees]) => {
      const treasury = { shop, sellers: payees, orders: prepared.ordersOf(shop) };
      return { shop, recording: await playMoney(place, treasury, { seed, isOver }) };
    }),
  );
  const chance = chanceBy(`${seed} disturbances`);
  const toll = isStale ? noToll() : await disturb(victims, chance, { ms: seconds * 1_000, mostPauseMs });
  isDisturbed = false;
  const all = await orders;
  for (const { shop, played } of all) for (const recording of played) await lookUpAtTheEnd(shop, recording);
  return { orders: all.flatMap(({ played }) => played), merchants: await merchants, counts, surprises, toll };
}

/** The balances and unsettled orders of each merchant that pays out, before the round. */
async function openingMoney(url: string, { sellers, ordersOf }: PreparedTreasuries): Promise<ReadonlyMap<Shop, Money>> {
  const { payments, close } = await openService(url);
  const money = new Map<Shop, Money>();
  for (const shop of sellers.keys()) {
    const { available, pending } = await payments.ledger.balances(shop);
    const orders: Record<string, Earning> = {};
    for (const orderId of ordersOf(shop).toSorted()) {
      const found = await payments.settlements.lookUpOrder(shop, orderId);
      if (!found.ok) throw new Error(`order ${orderId} was not paid`);
      const { settlementAmount: earns, transactionAmount: remains, status } = found.value;
      orders[orderId] = { earns, remains, isSettled: status === "SETTLED" };
    }
    money.set(shop, { available, pending, orders, payouts: {}, paidSellers: [] });
  }
  await close();
  return money;
}
