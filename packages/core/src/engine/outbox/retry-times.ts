const minuteMs = 60_000;

/** Minutes to wait after each failed try, ±10%. */
const waitMinutes = [1, 4, 16, 64, 256, 1024, 4096];

/** Tries of a message before operators are notified: the first, and one after each wait. */
export const triesOfARun = waitMinutes.length + 1;

/** The receiver's time to answer. */
export const answerDeadlineMs = 10_000;

/** A process that slept longer than this since it began a try does not send it. */
export const leaveWithinMs = 30_000;

/** Longer than a request that leaves in time can last, so that two processes never make the same try. */
export const tryLeaseMs = leaveWithinMs + answerDeadlineMs + 5_000;

/**
 * How long after its beginning a try is followed by the next one, in milliseconds; after the last one, when the
 * delivery has run out of retries unless an answer has come.
 *
 * @param triesLeft before the try began
 * @param chance from 0 to 1: how far the wait is from its shortest to its longest
 */
export function waitAfterTry(triesLeft: number, chance: number): number {
  const minutes = waitMinutes[triesOfARun - triesLeft];
  return minutes === undefined ? tryLeaseMs : Math.round(minutes * minuteMs * (0.9 + 0.2 * chance));
}
