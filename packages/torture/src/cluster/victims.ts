import type { CitusCluster, CitusNode } from "@wonflow/testkit/citus";
import type { TestPostgres } from "@wonflow/testkit/postgres";
import { chanceBy, type Chance } from "../chance.ts";
import { shardsOf, type Shards } from "./shards.ts";
import { setTimeout as pause } from "node:timers/promises";
import { openService } from "../books.ts";

export type Server = Pick<TestPostgres, "kill" | "start">;

type Worker = Server & Pick<CitusNode, "hang">;

export interface ClusterVictims {
  readonly workers: readonly [Worker, ...Worker[]];
  /** Resolves when all nodes accept connections. */
  untilReady(): Promise<unknown>;
  readonly shards: Shards;
  /** Which shard moves, when and how. */
  readonly moves: Chance;
}

/** The workers and shards of a round's database; undefined on a single server. */
export function clusterVictims(
  url: string,
  { cluster }: { readonly cluster?: CitusCluster | undefined },
  seed: string,
): ClusterVictims | undefined {
  if (cluster === undefined) return undefined;
  const [first, ...others] = cluster.workers;
  if (first === undefined) return undefined;
  const untilReady = () => Promise.all([cluster.coordinator, ...cluster.workers].map((node) => node.untilReady()));
  const workers = [first, ...others] as const;
  const { pathname } = new URL(url);
  const urls = workers.map(({ url: own }) => Object.assign(new URL(own), { pathname }).href);
  return { workers, untilReady, shards: shardsOf(url, urls), moves: chanceBy(`${seed} moves`) };
}

/** A line for each node that can't be killed. */
export function notHere({ coordinator, workers }: CitusCluster): readonly string[] {
  return [coordinator, ...workers]
    .filter(({ isHere }) => !isHere)
    .map(({ name }) => `${name} is on another machine or runs as another user: only its sessions are ended.`);
}

/** How long due work may wait after the last disturbance: processes restart, and delayed shard moves finish. */
const mostWaitMs = 90_000;

/** Cleans up the shards, and waits until the processes of the service have taken all due work. Returns what is left. */
export async function calmProblems(
  url: string,
  { shards }: Pick<ClusterVictims, "shards">,
): Promise<readonly string[]> {
  return [...(await starving(url)), ...(await shards.tidy())];
}

/** Due records that no process takes. A taken record is due later. */
async function starving(url: string): Promise<readonly string[]> {
  const { store, payments, clock, close } = await openService(url);
  const dueSince = clock.now();
  const overdue = async () => {
    const due = await Promise.all(payments.work.kinds.map(({ kind }) => store.listDue(kind, 5)));
    return due.flat().filter(({ dueAt }) => dueAt !== null && dueAt <= dueSince);
  };
  try {
    const began = performance.now();
    for (;;) {
      const left = await overdue().catch(() => undefined);
      if (left?.length === 0) return [];
      if (performance.now() - began > mostWaitMs) {
        if (left === undefined) return ["due work could not be listed after the last disturbance"];
        return left.map(
          ({ tenant, key }) =>
            `no process took ${key.kind} ${key.id} of ${tenant}, which was due at the last disturbance`,
        );
      }
      await pause(200);
    }
  } finally {
    await close();
  }
}
