import type { Concept } from "../concept.ts";
import { invariants as answers, projections as answerProjections } from "./answers.ts";
import { balances, balancesByReference } from "../observation/balances.ts";
import { invariants } from "./invariants.ts";

export const ledger: Concept = {
  projections: [balances, balancesByReference, ...answerProjections],
  invariants: [...invariants, ...answers],
};
