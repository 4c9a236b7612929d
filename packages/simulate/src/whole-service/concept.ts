import type { Concept } from "../concept.ts";
import { invariants } from "./invariants.ts";
import { invariants as leaseInvariants, projections } from "./leases.ts";

/** What holds of the service as a whole, whatever it does. */
export const wholeService: Concept = { projections, invariants: [...invariants, ...leaseInvariants] };
