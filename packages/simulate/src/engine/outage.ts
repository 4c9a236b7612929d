import type { Clock } from "@wonflow/core";
import { Unreachable } from "./wire.ts";

export function createOutage(clock: Clock, name: string) {
  let until = 0;
  return {
    begin(ms: number): void {
      until = Math.max(until, clock.now() + ms);
    },
    /** Milliseconds since 1970. */
    until: () => until,
    reach: async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      if (clock.now() < until) throw new Unreachable(`${name} is unreachable`);
      return call();
    },
  };
}

export type Outage = ReturnType<typeof createOutage>;
