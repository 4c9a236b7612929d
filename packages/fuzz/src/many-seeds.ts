import { startSeedsThread } from "./seeds-thread.ts";
import { emptyTally, sumOf, type Tally } from "./tally.ts";

export interface ManyRequests {
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
