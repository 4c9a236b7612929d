import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Plain JavaScript, as it runs by itself: a bundler or a loader of TypeScript need not know of it. */
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
  /** Called once when the file is gone. */
  readonly onGone: () => void;
}

/**
 * Writes the time into a file, as its time of change, until the returned function is called. This takes
 * a thread of its own: a statement of the embedded database may hold the main one for a long time.
 */
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
