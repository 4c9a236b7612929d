import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { seedsProgram } from "./seeds-program.ts";
import type { runSeeds, SeedRange, Tally } from "./seeds.ts";

export interface SeedsThread {
  readonly run: typeof runSeeds;
  readonly end: () => Promise<unknown>;
}

export interface RowOfSeeds {
  readonly program: string;
  readonly range: SeedRange;
  readonly stopAtFirst: boolean;
}

export type AnswerOfRow = { readonly tally: Tally } | { readonly error: unknown };

export function startSeedsThread(): SeedsThread {
  const worker = new Worker(new URL("./seeds-worker.ts", import.meta.url), { execArgv: [] });
  const ended = once(worker, "exit");
  return {
    async run(range, { stopAtFirst = false } = {}) {
      const row: RowOfSeeds = { program: await seedsProgram(range.bug), range, stopAtFirst };
      worker.postMessage(row);
      const gone = ended.then(() => Promise.reject(new Error("the thread of the seeds has ended")));
      const [answer] = (await Promise.race([once(worker, "message"), gone])) as [AnswerOfRow];
      if ("error" in answer) throw answer.error;
      return answer.tally;
    },
    end: () => worker.terminate(),
  };
}
