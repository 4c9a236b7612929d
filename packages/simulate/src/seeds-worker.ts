import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import type { load } from "./seeds-entry.ts";
import type { AnswerOfRow, RowOfSeeds } from "./seeds-thread.ts";
import type { runSeeds } from "./seeds.ts";

/** Evaluates the program, which puts what it exports into the module that it is given. */
const evaluate = compileFunction(String(workerData), ["module", "require"]) as (
  module: { exports?: { readonly load: typeof load } },
  require: NodeJS.Require,
) => void;

let loaded: { readonly bug: string | undefined; readonly run: typeof runSeeds } | undefined;

/** Loads the program anew for another bug: a service that is loaded keeps the decisions that it was loaded with. */
async function runWith(bug: string | undefined): Promise<typeof runSeeds> {
  if (loaded !== undefined && loaded.bug === bug) return loaded.run;
  const module: Parameters<typeof evaluate>[0] = {};
  evaluate(module, createRequire(import.meta.url));
  if (module.exports === undefined) throw new Error("the program of the seeds exports nothing");
  const run = await module.exports.load(bug);
  loaded = { bug, run };
  return run;
}

const answer = (message: AnswerOfRow) => parentPort?.postMessage(message);

// Runs the rows of seeds that it is sent, and answers what came of each.
parentPort?.on("message", ({ range, stopAtFirst }: RowOfSeeds) => {
  void runWith(range.bug)
    .then((run) => run(range, { stopAtFirst }))
    .then(
      (tally) => answer({ tally }),
      (error: unknown) => answer({ error }),
    );
});
