import type { Concept } from "../concept.ts";
import { invariants as answers } from "./answers.ts";
import { backOffice } from "./commands.ts";
import { sellerStands } from "./history.ts";
import { invariants, projections } from "./invariants.ts";
import { knownSellers, registeredSellers } from "./knowledge.ts";
import { sellers } from "./records.ts";

export const seller: Concept = {
  records: [sellers],
  projections: [sellerStands, ...projections],
  knowledge: [knownSellers, registeredSellers],
  backOffice,
  invariants: [...invariants, ...answers],
};
