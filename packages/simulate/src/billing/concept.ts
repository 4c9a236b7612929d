import type { Concept } from "../concept.ts";
import { invariants as answers } from "./answers.ts";
import { invariants as charges, projections } from "./charges.ts";
import { chargingServer } from "./commands.ts";
import { leastPerThousand, projections as coverage } from "./coverage.ts";
import { keyStands } from "./history.ts";
import { askedCharges, cardsSent, knownCharges, knownKeys } from "./knowledge.ts";
import { billingKeys } from "./records.ts";
import { invariants as tokens } from "./tokens.ts";

export const billing: Concept = {
  records: [billingKeys],
  projections: [keyStands, ...projections, ...coverage],
  knowledge: [knownKeys, cardsSent, askedCharges, knownCharges],
  chargingServer,
  leastPerThousand,
  invariants: [...tokens, ...charges, ...answers],
};
