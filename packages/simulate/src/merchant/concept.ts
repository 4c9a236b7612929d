import type { Concept } from "../concept.ts";
import { invariants, projections } from "./invariants.ts";
import { invariants as keyInvariants, projections as keyProjections } from "./keys.ts";
import { merchants } from "./records.ts";

export const merchant: Concept = {
  records: [merchants],
  projections: [...projections, ...keyProjections],
  invariants: [...invariants, ...keyInvariants],
};
