import type { CitusCluster, CitusNode } from "@wonflow/testkit/citus";
import type { TestPostgres } from "@wonflow/testkit/postgres";

import { chanceBy, type Chance } from "../chance.ts";
import { shardsOf, type Shards } from "./shards.ts";

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
