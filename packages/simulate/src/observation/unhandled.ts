import type { Violation } from "./invariant.ts";

/** The invariant of the process, which no state can show. */
export const everyRejectionHandled = "every rejection is handled";

/** An unhandled rejection ends the process of a service with all its requests in progress. */
export function watchUnhandled() {
  const heard: unknown[] = [];
  const hear = (reason: unknown) => void heard.push(reason);
  process.on("unhandledRejection", hear);
  return {
    async violation(): Promise<Violation | undefined> {
      // Node reports it after everything that is ready has run.
      await new Promise((resolve) => setImmediate(resolve));
      const [reason] = heard;
      if (reason === undefined) return undefined;
      return {
        invariant: everyRejectionHandled,
        problem: reason instanceof Error ? String(reason) : JSON.stringify(reason),
      };
    },
    stop: () => void process.off("unhandledRejection", hear),
  };
}
