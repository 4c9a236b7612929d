import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { runScene } from "../scenes/run-scene.ts";
import type { runSeeds } from "../seeds.ts";
import { programWith } from "./program.ts";

/** What a thread runs. Everything goes there and back as a message. */
export interface Jobs {
  readonly runSeeds: typeof runSeeds;
  readonly runScene: typeof runScene;
}

type JobName = keyof Jobs;

/** A thread with the whole simulator in it. */
export interface Thread extends Jobs {
  readonly end: () => Promise<unknown>;
}

export interface JobMessage {
  readonly program: string;
  readonly bug: string | undefined;
  readonly job: JobName;
  readonly args: readonly unknown[];
}

export type JobAnswer = { readonly value: unknown } | { readonly error: unknown };

export function startThread(): Thread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { execArgv: [] });
  const ended = once(worker, "exit");

  async function run<Value>(job: JobName, bug: string | undefined, args: readonly unknown[]): Promise<Value> {
    const message: JobMessage = { program: await programWith(bug), bug, job, args };
    worker.postMessage(message);
    const gone = ended.then(() => Promise.reject(new Error("the thread has ended")));
    const [answer] = (await Promise.race([once(worker, "message"), gone])) as [JobAnswer];
    if ("error" in answer) throw answer.error;
    // A job has the result of its function.
    return answer.value as Value;
  }

  return {
    runSeeds: (range, options) => run("runSeeds", range.bug, [range, options]),
    runScene: (name, options) => run("runScene", options.bug, [name, options]),
    end: () => worker.terminate(),
  };
}
