import type { Clock } from "@wonflow/core";

/** The machine's time. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms) {
    const { promise: elapsed, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, ms);
    return { elapsed, cancel: () => clearTimeout(timeout) };
  },
};
