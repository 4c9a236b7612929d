import type { Concept } from "../concept.ts";
import { projections as branchProjections } from "./branches.ts";
import { leastBranches } from "./branch-table.ts";
import { invariants as flagInvariants, projections } from "./flags.ts";
import { invariants } from "./invariants.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { attempts } from "./records.ts";

export const attempt: Concept = {
  records: [attempts],
  projections: [...projections, ...branchProjections],
  invariants: [...invariants, ...flagInvariants],
  leastPerThousand: leastBranches,
  plantedBugs,
};
