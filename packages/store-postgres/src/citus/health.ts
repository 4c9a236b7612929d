import { StoreUnavailable } from "../errors.ts";
import { failureOf, serverError } from "../failure.ts";

/** How long a node fails before calls are refused: a shorter failure is outlasted by trying again. */
const refusedAfterMs = 1_000;

interface HealthOptions {
  /** Asks the node something small. */
  readonly probe: () => Promise<unknown>;
  /** Milliseconds, which never go back. */
  readonly now?: () => number;
}

/**
 * Runs calls of a node. Once all of them have failed for a while, refuses them at once with `StoreUnavailable`, until
 * the node answers a probe: callers learn it soon, and no connections wait for a node that is down.
 */
export function createHealth({ probe, now = () => performance.now() }: HealthOptions) {
  let failingSince: number | undefined;
  let isProbing = false;

  async function watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      failingSince = undefined;
      return answer;
    } catch (error) {
      failingSince = isAway(error) ? (failingSince ?? now()) : undefined;
      throw error;
    }
  }

  function probeOnce(): void {
    if (isProbing) return;
    isProbing = true;
    void watched(probe)
      .catch(() => {})
      .finally(() => (isProbing = false));
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failingSince === undefined || now() - failingSince < refusedAfterMs) return watched(work);
    probeOnce();
    throw new StoreUnavailable("The merchant's database node does not answer: check that it runs and can be reached");
  };
}

/**
 * Whether an error says that the node is unreachable, or did not answer in time. Any other error is the node's answer.
 */
function isAway(error: unknown): boolean {
  return failureOf(error) === "lost" || serverError(error)?.code === "57014";
}
