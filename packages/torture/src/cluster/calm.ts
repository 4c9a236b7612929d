import { setTimeout as pause } from "node:timers/promises";

import { openService } from "../books.ts";
import type { ClusterVictims } from "./victims.ts";

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
