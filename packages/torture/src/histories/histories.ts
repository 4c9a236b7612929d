import type { CitusCluster } from "@wonflow/testkit/citus";
import { startPostgres } from "@wonflow/testkit/postgres";
import { openService } from "../books.ts";
import { copiesOn, newOnCluster } from "../databases.ts";
import { prepare, type Shop } from "../prepared.ts";
import {
  runHistoryRound,
  type HistoryRoundPlan,
  type HistoryRoundReport,
  type PreparedTreasuries,
} from "./history-round.ts";
import type { Treasury } from "./money-clients.ts";
import { tollText } from "../round.ts";
import type { JudgedHistory } from "./history.ts";

export interface HistoriesPlan {
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: string;
  /** Whether rounds of the control follow, until one is found. */
  readonly hasControl: boolean;
  /** A Citus cluster, whose nodes are killed and whose shards are moved; without it a server is started. */
  readonly cluster?: CitusCluster | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onRound?: (report: HistoryRoundReport) => void;
}

interface HistoriesReport {
  readonly rounds: readonly HistoryRoundReport[];
  /** The last one was found, unless none was. */
  readonly controls: readonly HistoryRoundReport[];
}

/** A round of the control may have no stale answer by accident, but hardly ever three in a row. */
const mostControls = 3;

/** Runs rounds one after the other, on one PostgreSQL server with durable commits or on a cluster. */
export async function recordHistories(plan: HistoriesPlan): Promise<HistoriesReport> {
  const { cluster } = plan;
  if (cluster !== undefined) {
    const databases = newOnCluster(cluster, "histories", prepareTreasuries);
    return runRounds(plan, { databases, server: cluster.coordinator, cluster });
  }
  const server = await startPostgres({ durable: true });
  try {
    return await runRounds(plan, { databases: await copiesOn(server.url, "histories", prepareTreasuries), server });
  } finally {
    await server.stop();
  }
}

async function runRounds(plan: HistoriesPlan, place: HistoryRoundPlan["place"]): Promise<HistoriesReport> {
  const { seconds, seed, hasControl, signal, onRound } = plan;
  const run = async (name: string, isStale: boolean) => {
    const report = await runHistoryRound({ place, isStale, signal, seconds, seed: `${seed}-${name}` });
    onRound?.(report);
    return report;
  };
  const rounds: HistoryRoundReport[] = [];
  const controls: HistoryRoundReport[] = [];
  for (let n = 1; n <= plan.rounds && signal?.aborted !== true; n += 1) rounds.push(await run(`${n}`, false));
  for (let n = 1; hasControl && n <= mostControls && signal?.aborted !== true; n += 1) {
    const report = await run(`control-${n}`, true);
    controls.push(report);
    if (isCaught(report)) break;
  }
  return { rounds, controls };
}

const sellersOfAShop = 24;

/** What a shop may pay out at the start of a round, in won: little enough that batches compete for it. */
const available = 40_000;

/** Half of the shops sell, and half pay sellers. The latter get sellers and a small balance. */
async function prepareTreasuries(url: string): Promise<PreparedTreasuries> {
  const prepared = await prepare(url);
  const { payments, store, clock, close } = await openService(url);
  const treasuries = new Map<Shop, Treasury["sellers"]>();
  for (const shop of prepared.shops.filter(({ mId }) => mId % 2 === 0)) {
    const sellers = new Map<string, string>();
    for (let n = 1; n <= sellersOfAShop; n += 1) {
      const account = { bankCode: "004", accountNumber: `1101234${1_000 + n}`, holderName: "김상인" };
      const input = { refSellerId: `history-${n}`, name: `Seller ${n}`, businessType: "INDIVIDUAL", account } as const;
      const made = await payments.sellers.create(shop, input);
      if (!made.ok) throw new Error(`a seller could not be registered: ${made.error.code}`);
      sellers.set(`seller ${n}`, made.value.id);
    }
    const balances = await payments.ledger.balances(shop);
    const surplus = balances.available - available;
    await store.commit({
      id: `surplus ${shop.mId}`,
      tenant: `${shop.mId}:test`,
      at: clock.now(),
      expect: [],
      writes: [],
      reference: "surplus",
      postings: [
        { account: "available", amount: surplus },
        { account: "bank", amount: -surplus },
      ],
      floors: [],
      tallies: [],
    });
    treasuries.set(shop, sellers);
  }
  await close();
  return { ...prepared, sellers: treasuries };
}

function isWrong({ judgement }: JudgedHistory): boolean {
  return judgement.verdict !== "linearizable";
}

/** Histories that are not linearizable or undecided, and answers that no client should get. */
export function wrongsOf({ orders, merchants, surprises }: HistoryRoundReport): readonly string[] {
  const histories = [...orders, ...merchants].filter(isWrong).map(({ name, judgement, timeline }) => {
    const { verdict, configurations } = judgement;
    return `${name} is ${verdict} (${configurations} configurations)${timeline === undefined ? "" : `:\n${timeline}`}`;
  });
  return [...histories, ...surprises];
}

/** Whether a stale read or refusal was found, as the control must show. */
export function isCaught({ orders, merchants }: HistoryRoundReport): boolean {
  return [...orders, ...merchants].some(({ judgement }) => judgement.verdict === "not linearizable");
}

/** The figures of some rounds. */
function figuresOf(reports: readonly HistoryRoundReport[]): string {
  const sum = (of: (report: HistoryRoundReport) => number) => reports.reduce((total, each) => total + of(each), 0);
  const histories = reports.flatMap(({ orders, merchants }) => [...orders, ...merchants]);
  const calls = histories.reduce((total, each) => total + each.calls, 0);
  const open = histories.reduce((total, each) => total + each.open, 0);
  const longest = Math.max(0, ...histories.map((each) => each.calls));
  const hardest = Math.max(0, ...histories.map(({ judgement }) => judgement.configurations));
  return [
    `${calls} calls of ${sum(({ orders }) => orders.length)} orders and ${sum(({ merchants }) => merchants.length)} merchants checked`,
    `${open} of them open-ended, ${sum(({ counts }) => counts.repeats)} requests repeated`,
    `the longest history has ${longest} calls, the hardest took ${hardest} configurations`,
    tollText(reports.map(({ toll }) => toll)),
  ].join("; ");
}

const mostShown = 5;

/** All rounds in one line, with the seeds of those that failed. */
export function historiesText(reports: readonly HistoryRoundReport[]): string {
  const bad = reports.filter((report) => wrongsOf(report).length > 0).map(({ seed }) => seed);
  const verdict =
    bad.length === 0 ? "All histories are linearizable." : `${bad.length} rounds failed: ${bad.join(", ")}`;
  return `${reports.length} rounds: ${figuresOf(reports)}. ${verdict}`;
}

/** A round in one line, followed by what is wrong. */
export function historyRoundText(report: HistoryRoundReport): string {
  const wrongs = wrongsOf(report);
  const verdict = wrongs.length === 0 ? "all linearizable" : `${wrongs.length} WRONG`;
  const more = wrongs.length > mostShown ? [`and ${wrongs.length - mostShown} more`] : [];
  return [`round ${report.seed}: ${figuresOf([report])}; ${verdict}`, ...wrongs.slice(0, mostShown), ...more].join(
    "\n  - ",
  );
}
