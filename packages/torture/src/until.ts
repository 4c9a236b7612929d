import { setTimeout as pause } from "node:timers/promises";

/** Waits until the condition holds, for two minutes at most; the caller checks it again. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 120_000; waited += 50) await pause(50);
}
