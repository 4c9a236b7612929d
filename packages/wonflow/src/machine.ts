import type { Ids, Clock } from "@wonflow/core";
import { nanoid } from "nanoid";

export const randomIds: Ids = { random: (length) => nanoid(length) };

/** setTimeout takes no longer wait than this; a longer one would elapse at once. */
const longestWaitMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms) {
    let timeout: NodeJS.Timeout | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, Math.min(ms, longestWaitMs));
    });
    return { elapsed, cancel: () => clearTimeout(timeout) };
  },
};
