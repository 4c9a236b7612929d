import { isStoreUnavailable } from "./store.ts";

/**
 * Runs work on the same hot record in the order of arrival; different lanes run side by side. When the store is
 * unavailable, the work behind fails too: each piece would wait as long again, and the last one far beyond its
 * request's time.
 */
export interface Lanes {
  run<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

/** Lanes of one process. An empty lane is removed. */
export function createLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(lane, work) {
      const before = tails.get(lane);
      const mine = before === undefined ? work() : before.then(work, (error) => after(error, work));
      tails.set(lane, mine);
      try {
        return await mine;
      } finally {
        if (tails.get(lane) === mine) tails.delete(lane);
      }
    },
  };
}

function after<T>(error: unknown, work: () => Promise<T>): Promise<T> {
  return isStoreUnavailable(error) ? Promise.reject(error) : work();
}
