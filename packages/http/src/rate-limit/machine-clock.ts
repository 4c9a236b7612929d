import type { Clock } from "@wonflow/core";

/** The time since the process began, which never goes back. */
export const machineClock: Clock = {
  now: () => performance.now(),
  after(ms) {
    let timeout: NodeJS.Timeout | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, ms);
    });
    return { elapsed, cancel: () => clearTimeout(timeout) };
  },
};
