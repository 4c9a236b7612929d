/** The client's time, which tests may replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A timer that elapses `ms` milliseconds from now, unless it is canceled. */
  after(ms: number): { readonly elapsed: Promise<void>; cancel(): void };
}

/** setTimeout takes no longer wait than this; a longer one would elapse at once. */
const longestWaitMs = 2 ** 31 - 1;

export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const elapsed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, longestWaitMs));
    });
    return { elapsed, cancel: () => clearTimeout(timer) };
  },
};
