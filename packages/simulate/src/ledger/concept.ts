import type { Concept } from "../concept.ts";
import { balances, balancesByReference } from "./balances.ts";
import { invariants } from "./invariants.ts";

export const ledger: Concept = { projections: [balances, balancesByReference], invariants };
