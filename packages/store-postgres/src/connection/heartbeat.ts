import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Plain JavaScript in a text, so that no bundler and no loader of TypeScript needs to know of the thread. */
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
 * Sets a file's time of change again and again, until the returned function is called. It has a thread of its own,
 * because a statement of the embedded database may hold the main thread for longer than a claim lasts.
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
