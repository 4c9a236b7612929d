import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Plain JavaScript in a string, so that bundlers and loaders of TypeScript need no entry point for the thread. */
const program = `
const { utimesSync } = require("node:fs");
const { workerData: { path, everyMs } } = require("node:worker_threads");
setInterval(() => {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if (error.code === "ENOENT") process.exit();
  }
}, everyMs);`;

export interface Heartbeat {
  readonly path: string;
  readonly everyMs: number;
  readonly onGone: () => void;
}

/** Touches a file until it is stopped; in its own thread, because a statement may hold the main one too long. */
export async function startHeartbeat({ path, everyMs, onGone }: Heartbeat): Promise<() => Promise<void>> {
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { path, everyMs } });
  await once(worker, "online");
  worker.once("exit", onGone);
  worker.unref();
  return async () => {
    worker.off("exit", onGone);
    await worker.terminate();
  };
}
