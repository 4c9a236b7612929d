import { emptyTally, sumOf, type Tally } from "./tally.ts";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RowOfSeeds } from "./run-seed.ts";

interface ManyRequests {
  /** The first seed; each is one sequence. */
  readonly from: number;
  /** No sequence starts after this many requests. */
  readonly requests: number;
  readonly workers: number;
  readonly bug?: string | undefined;
  readonly onProgress?: (tally: Tally) => void;
}

const rowLength = 10;

/** Sends requests from several threads. The seeds that were run are consecutive. */
export async function sendMany({ from, requests, workers, bug, onProgress = () => {} }: ManyRequests): Promise<Tally> {
  let all = emptyTally;
  let next = from;

  async function work(): Promise<void> {
    const thread = startSeedsThread();
    try {
      while (all.requests < requests) {
        const row = { from: next, seeds: rowLength, bug };
        next += rowLength;
        // Before the sum is read: another thread may add to it meanwhile.
        const tally = await thread.run(row);
        all = sumOf(all, tally);
        onProgress(all);
      }
    } finally {
      await thread.end();
    }
  }

  await Promise.all(Array.from({ length: workers }, work));
  return all;
}

export type AnswerOfRow = { readonly tally: Tally } | { readonly error: unknown };

interface SeedsThread {
  readonly run: (row: RowOfSeeds) => Promise<Tally>;
  readonly end: () => Promise<unknown>;
}

function startSeedsThread(): SeedsThread {
  const worker = new Worker(new URL("./seeds-worker.ts", import.meta.url), { execArgv: ["--conditions=source"] });
  const ended = once(worker, "exit");
  return {
    async run(row) {
      worker.postMessage(row);
      const gone = ended.then(() => Promise.reject(new Error("the thread of the seeds has ended")));
      const [answer] = (await Promise.race([once(worker, "message"), gone])) as [AnswerOfRow];
      if ("error" in answer) throw answer.error;
      return answer.tally;
    },
    end: () => worker.terminate(),
  };
}
