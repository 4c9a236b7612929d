import type { Concept } from "../concept.ts";
import { projections as branchProjections } from "./branches.ts";
import { leastBranches } from "./branch-table.ts";
import { invariants as atOnce, projections as atOnceProjections } from "./flagged-at-once.ts";
import { invariants as flagInvariants, projections } from "./flags.ts";
import { invariants } from "./invariants.ts";
import { attempts } from "./records.ts";

export const attempt: Concept = {
  records: [attempts],
  projections: [...projections, ...atOnceProjections, ...branchProjections],
  invariants: [...invariants, ...flagInvariants, ...atOnce],
  leastPerThousand: leastBranches,
};
