import type { Concept } from "../concept.ts";
import { invariants as amounts } from "./amounts.ts";
import { invariants as answers } from "./answers.ts";
import { commands } from "./commands.ts";
import { paymentHistory } from "./history.ts";
import { invariants } from "./invariants.ts";
import { knownPayments } from "./knowledge.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { intents, orders } from "./records.ts";
import { invariants as refusals, projections } from "./refusals.ts";

export const payment: Concept = {
  records: [intents, orders],
  projections: [paymentHistory, ...projections],
  knowledge: [knownPayments],
  commands,
  invariants: [...invariants, ...amounts, ...answers, ...refusals],
  plantedBugs,
};
