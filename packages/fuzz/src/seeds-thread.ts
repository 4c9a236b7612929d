import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { RowOfSeeds } from "./run-row.ts";
import type { Tally } from "./tally.ts";

export type AnswerOfRow = { readonly tally: Tally } | { readonly error: unknown };

export interface SeedsThread {
  readonly run: (row: RowOfSeeds) => Promise<Tally>;
  readonly end: () => Promise<unknown>;
}

export function startSeedsThread(): SeedsThread {
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
