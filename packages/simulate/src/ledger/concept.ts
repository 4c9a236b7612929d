import type { Concept } from "../concept.ts";
import { balances } from "./balances.ts";
import { invariants } from "./invariants.ts";

export const ledger: Concept = { projections: [balances], invariants };
