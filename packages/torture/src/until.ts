import { setTimeout as pause } from "node:timers/promises";

/** Waits until it is so, for two minutes at most: whoever asks looks again. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 120_000; waited += 50) await pause(50);
}
