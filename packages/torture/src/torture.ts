import type { CitusCluster } from "@wonflow/testkit/citus";
import { startPostgres } from "@wonflow/testkit/postgres";

import { databaseAway } from "./drills/troubles.ts";
import { copiesOn, newOnCluster } from "./databases.ts";
import { prepare } from "./prepared.ts";
import { runRound, type Place, type RoundPlan, type RoundReport } from "./round.ts";

export interface TorturePlan {
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: string;
  /** An existing server, which is never killed; each round has a database of its own on it. By default one is started. */
  readonly databaseUrl?: string | undefined;
  /** A Citus cluster, whose nodes are killed and whose shards are moved, in place of a server. */
  readonly cluster?: CitusCluster | undefined;
  /** How long the database is down in a last round; 0 for no such round. */
  readonly outageSeconds?: number;
  /** What runs in each round; see `RoundPlan`. */
  readonly processes?: RoundPlan["processes"];
  /** Commits are answered before they are on disk, so that a kill must lose some. */
  readonly losing?: boolean;
  readonly signal?: AbortSignal;
  readonly onRound?: (report: RoundReport) => void;
  /** Whether no further round is needed. */
  readonly isEnough?: (report: RoundReport) => boolean;
}

const notDurable = { synchronous_commit: "off", wal_writer_delay: "10s" };

/** Runs rounds one after the other, on one server, and returns their reports. */
export async function torture(plan: TorturePlan): Promise<readonly RoundReport[]> {
  const { cluster, databaseUrl, losing = false } = plan;
  if (cluster !== undefined) {
    return runRounds(plan, {
      databases: newOnCluster(cluster, "torture", prepare),
      server: cluster.coordinator,
      cluster,
    });
  }
  const server =
    databaseUrl === undefined
      ? await startPostgres({ durable: true, ...(losing && { settings: notDurable }) })
      : undefined;
  try {
    const databases = await copiesOn(server?.url ?? databaseUrl ?? "", "torture", prepare);
    try {
      return await runRounds(plan, { databases, server });
    } finally {
      await databases.close();
    }
  } finally {
    await server?.stop();
  }
}

async function runRounds(plan: TorturePlan, place: Place): Promise<readonly RoundReport[]> {
  const { rounds, seconds, seed, processes, outageSeconds = 0, signal, onRound, isEnough } = plan;
  const reports: RoundReport[] = [];
  const plans: Pick<RoundPlan, "seed" | "trouble">[] = Array.from({ length: rounds }, (_, index) => ({
    seed: `${seed}-${index + 1}`,
  }));
  if (outageSeconds > 0) plans.push({ seed: `${seed}-outage`, trouble: databaseAway(outageSeconds) });
  for (const each of plans) {
    if (signal?.aborted === true) break;
    const report = await runRound({ seconds, processes, signal, place, ...each });
    reports.push(report);
    onRound?.(report);
    if (isEnough?.(report) === true) break;
  }
  return reports;
}
