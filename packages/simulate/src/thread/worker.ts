import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { parentPort } from "node:worker_threads";
import type * as entry from "./entry.ts";
import type { JobAnswer, JobMessage } from "./thread.ts";

type Program = typeof entry;

let loaded: { readonly program: string; readonly exports: Program } | undefined;

/** The program puts what it exports into the module that it is given. */
function load({ program, bug }: JobMessage): Program {
  if (loaded?.program === program) return loaded.exports;
  const evaluate = compileFunction(program, ["module", "require"]) as (
    module: { exports?: Program },
    require: NodeJS.Require,
  ) => void;
  const module: Parameters<typeof evaluate>[0] = {};
  evaluate(module, createRequire(import.meta.url));
  if (module.exports === undefined) throw new Error("the program of the thread exports nothing");
  module.exports.isBundledWith(bug);
  loaded = { program, exports: module.exports };
  return module.exports;
}

async function run(message: JobMessage): Promise<JobAnswer> {
  try {
    const job = load(message).jobs[message.job] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: await job(...message.args) };
  } catch (error) {
    return { error };
  }
}

// Runs each job that it receives and posts the result.
parentPort?.on("message", (message: JobMessage) => {
  void run(message).then((answer) => parentPort?.postMessage(answer));
});
