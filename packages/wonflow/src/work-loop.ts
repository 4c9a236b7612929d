import type { Clock, Notice, Payments } from "@wonflow/core";

import { systemClock } from "./clock.ts";

/** How many records of each kind are taken at a time. */
const batch = 100;

export interface WorkOptions {
  /** Told what operators should see; nothing by default. */
  readonly notify?: (notice: Notice) => void;
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** How long to rest when nothing was due, in milliseconds; 250 by default. */
  readonly restMs?: number;
}

/** The loop that does due work; `stop` waits for what it is doing. */
export interface WorkLoop {
  stop(): Promise<void>;
}

/**
 * Does due work until it is stopped: look-ups of unknown outcomes, expiry, forgetting. Any number of
 * processes may run one over the same store. A store out of reach is reported and waited for.
 *
 * @example
 * const work = startWork(payments);
 * process.once("SIGTERM", () => void work.stop());
 */
export function startWork(payments: Payments, options: WorkOptions = {}): WorkLoop {
  const { notify = () => undefined, clock = systemClock, restMs = 250 } = options;
  let running = true;
  let wake: () => void = () => undefined;
  async function loop(): Promise<void> {
    while (running) {
      const more = await runOnce(payments, notify);
      if (more || !running) continue;
      const rest = clock.after(restMs);
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([rest.elapsed, woken]);
      rest.cancel();
    }
  }
  const done = loop();
  return {
    stop() {
      running = false;
      wake();
      return done;
    },
  };
}

/** True when more may be due already. A run in which something failed rests first, so that a fault does not spin. */
async function runOnce(payments: Payments, notify: (notice: Notice) => void): Promise<boolean> {
  try {
    const { taken, failed } = await payments.work.runDue(batch);
    return taken > 0 && failed === 0;
  } catch (error) {
    notify({ kind: "work-failed", work: "all", id: "", error });
    return false;
  }
}
