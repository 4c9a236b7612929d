import type { Concept } from "../concept.ts";
import { commands } from "./commands.ts";
import { invariants } from "./invariants.ts";
import { knownPayments } from "./knowledge.ts";
import { plantedBugs } from "./planted-bugs.ts";
import { intents, orders } from "./records.ts";

export const payment: Concept = {
  records: [intents, orders],
  knowledge: [knownPayments],
  commands,
  invariants,
  plantedBugs,
};
