import type { Concept } from "../concept.ts";
import { invariants, projections } from "./invariants.ts";
import { bankAttempts } from "../payout/bank-attempts.ts";

export const payoutBank: Concept = { records: [bankAttempts], projections, invariants };
