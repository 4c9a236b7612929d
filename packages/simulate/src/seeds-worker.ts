import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { parentPort } from "node:worker_threads";
import type * as entry from "./seeds-entry.ts";
import type { AnswerOfRow, RowOfSeeds } from "./seeds-thread.ts";

type Program = typeof entry;

let loaded: { readonly program: string; readonly exports: Program } | undefined;

/** The program puts what it exports into the module that it is given. */
function load({ program, range }: RowOfSeeds): Program {
  if (loaded?.program === program) return loaded.exports;
  const evaluate = compileFunction(program, ["module", "require"]) as (
    module: { exports?: Program },
    require: NodeJS.Require,
  ) => void;
  const module: Parameters<typeof evaluate>[0] = {};
  evaluate(module, createRequire(import.meta.url));
  if (module.exports === undefined) throw new Error("the program of the seeds exports nothing");
  module.exports.isBundledWith(range.bug);
  loaded = { program, exports: module.exports };
  return module.exports;
}

async function run(row: RowOfSeeds): Promise<AnswerOfRow> {
  try {
    return { tally: await load(row).runSeeds(row.range, { stopAtFirst: row.stopAtFirst }) };
  } catch (error) {
    return { error };
  }
}

// Runs the rows of seeds that it is sent, and answers what came of each.
parentPort?.on("message", (row: RowOfSeeds) => void run(row).then((answer) => parentPort?.postMessage(answer)));
