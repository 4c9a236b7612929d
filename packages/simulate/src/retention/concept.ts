import type { Concept } from "../concept.ts";
import { invariants, projections } from "./invariants.ts";

export const retention: Concept = {
  projections,
  invariants,
  leastPerThousand: {
    "identity data forgotten of what was paid": 3,
    "identity data forgotten of what was not": 12,
    "webhook forgotten": 1,
  },
};
